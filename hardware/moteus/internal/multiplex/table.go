package multiplex

// Info describes a register.
type Info struct {
	Register Register
	// Name is that of the reference of the moteus protocol, in lower case.
	Name string
	// Unit is empty for integers and ratios.
	Unit string
	// Type is one in which the register can be read: some have no float.
	Type Type
}

// Readable returns the registers that can be read, in the order of their numbers.
func Readable() []Info {
	var all []Info
	for _, r := range registers {
		if writeOnly(r.Register) {
			continue
		}
		info := Info{Register: r.Register, Name: r.name, Unit: units[r.quantity], Type: Float32}
		if r.quantity == plain {
			info.Type = Int32
		}
		all = append(all, info)
	}
	return all
}

// writeOnly reports whether a register gives an order: the positions that are set, and the masks
// that choose a servo by its UUID.
func writeOnly(r Register) bool {
	return r >= SetNearest && r <= Recapture || r >= uuidMask && r < uuidMask+4
}

// uuidMask is the first of four registers.
const uuidMask Register = 0x154

// registers has the whole map of version 5.
var registers = []struct {
	Register
	name string
	quantity
}{
	{Mode, "mode", plain}, {Position, "position", position}, {Velocity, "velocity", velocity}, {Torque, "torque", torque},
	{CurrentQ, "q_current", current}, {CurrentD, "d_current", current},
	{AbsPosition, "absolute_position", position}, {Power, "power", power},
	{MotorTemp, "motor_temperature", temperature}, {TrajectoryOK, "trajectory_complete", plain}, {HomeState, "home_state", plain},
	{Voltage, "voltage", voltage}, {BoardTemp, "board_temperature", temperature}, {Fault, "fault", plain},

	{0x010, "pwm_phase_a", ratio}, {0x011, "pwm_phase_b", ratio}, {0x012, "pwm_phase_c", ratio},
	{0x014, "voltage_phase_a", voltage}, {0x015, "voltage_phase_b", voltage}, {0x016, "voltage_phase_c", voltage},
	{0x018, "voltage_foc_theta", ratio}, {0x019, "voltage_foc_voltage", voltage},
	{0x01a, "d_voltage", voltage}, {0x01b, "q_voltage", voltage},
	{CommandCurrentQ, "command_q_current", current}, {CommandCurrentD, "command_d_current", current},
	{0x01e, "voltage_foc_theta_rate", velocity},

	{CommandPosition, "command_position", position}, {CommandVelocity, "command_velocity", velocity},
	{FeedForward, "command_feedforward_torque", torque}, {KpScale, "command_kp_scale", ratio}, {KdScale, "command_kd_scale", ratio},
	{MaxTorque, "command_maximum_torque", torque}, {StopPosition, "command_stop_position", position},
	{Watchdog, "command_watchdog_timeout", seconds},
	{VelocityLimit, "command_velocity_limit", velocity}, {AccelerationLimit, "command_acceleration_limit", acceleration},
	{FixedVoltage, "command_fixed_voltage", voltage}, {IntegralScale, "command_integral_limit_scale", ratio},
	{FixedCurrent, "command_fixed_current", current}, {IgnoreBounds, "command_ignore_position_bounds", plain},

	{ProportionalTorque, "proportional_torque", torque}, {IntegralTorque, "integral_torque", torque},
	{DerivativeTorque, "derivative_torque", torque}, {FeedForwardTorque, "feedforward_torque", torque}, {TotalTorque, "total_torque", torque},
	{ControlPosition, "control_position", position}, {ControlVelocity, "control_velocity", velocity}, {ControlTorque, "control_torque", torque},
	{PositionError, "position_error", position}, {VelocityError, "velocity_error", velocity}, {TorqueError, "torque_error", torque},

	{WithinLower, "within_lower_bound", position}, {WithinUpper, "within_upper_bound", position},
	{WithinFeedForward, "within_feedforward_torque", torque}, {WithinKpScale, "within_kp_scale", ratio}, {WithinKdScale, "within_kd_scale", ratio},
	{WithinMaxTorque, "within_maximum_torque", torque}, {WithinWatchdog, "within_watchdog_timeout", seconds},
	{WithinIntegralScale, "within_integral_limit_scale", ratio}, {WithinIgnoreBounds, "within_ignore_position_bounds", plain},

	{Encoder0Position, "encoder_0_position", position}, {Encoder0Velocity, "encoder_0_velocity", velocity},
	{0x052, "encoder_1_position", position}, {0x053, "encoder_1_velocity", velocity},
	{0x054, "encoder_2_position", position}, {0x055, "encoder_2_velocity", velocity},
	{EncoderValidity, "encoder_validity", plain},
	{0x05c, "aux1_gpio_command", plain}, {0x05d, "aux2_gpio_command", plain},
	{0x05e, "aux1_gpio_status", plain}, {0x05f, "aux2_gpio_status", plain},

	{0x060, "aux1_analog_input_1", ratio}, {0x061, "aux1_analog_input_2", ratio}, {0x062, "aux1_analog_input_3", ratio},
	{0x063, "aux1_analog_input_4", ratio}, {0x064, "aux1_analog_input_5", ratio},
	{0x068, "aux2_analog_input_1", ratio}, {0x069, "aux2_analog_input_2", ratio}, {0x06a, "aux2_analog_input_3", ratio},
	{0x06b, "aux2_analog_input_4", ratio}, {0x06c, "aux2_analog_input_5", ratio},

	{MillisecondCounter, "millisecond_counter", plain}, {0x071, "clock_trim", plain},
	{0x072, "aux1_pwm_input_period_us", plain}, {0x073, "aux1_pwm_input_duty_cycle", ratio},
	{0x074, "aux2_pwm_input_period_us", plain}, {0x075, "aux2_pwm_input_duty_cycle", ratio},
	{0x076, "aux1_pwm_output_1", ratio}, {0x077, "aux1_pwm_output_2", ratio}, {0x078, "aux1_pwm_output_3", ratio},
	{0x079, "aux1_pwm_output_4", ratio}, {0x07a, "aux1_pwm_output_5", ratio},
	{0x07b, "aux2_pwm_output_1", ratio}, {0x07c, "aux2_pwm_output_2", ratio}, {0x07d, "aux2_pwm_output_3", ratio},
	{0x07e, "aux2_pwm_output_4", ratio}, {0x07f, "aux2_pwm_output_5", ratio},

	{ModelNumber, "model_number", plain}, {FirmwareVersion, "firmware_version", plain}, {MapVersion, "register_map_version", plain},
	{ID, "multiplex_id", plain},
	{SerialNumber1, "serial_number_1", plain}, {SerialNumber1 + 1, "serial_number_2", plain}, {SerialNumber1 + 2, "serial_number_3", plain},
	{SetNearest, "set_output_nearest", position}, {SetExact, "set_output_exact", position},
	{RequireReindex, "require_reindex", plain}, {Recapture, "recapture_position_and_velocity", plain},
	{DriverFault1, "driver_fault_1", plain}, {DriverFault1 + 1, "driver_fault_2", plain},
	{UUID1, "uuid_1", plain}, {UUID1 + 1, "uuid_2", plain}, {UUID1 + 2, "uuid_3", plain}, {UUID1 + 3, "uuid_4", plain},
	{uuidMask, "uuid_mask_1", plain}, {uuidMask + 1, "uuid_mask_2", plain}, {uuidMask + 2, "uuid_mask_3", plain}, {uuidMask + 3, "uuid_mask_4", plain},
	{0x158, "uuid_mask_functional", plain},
}

// quantities has the quantity of each register by its number.
var quantities = func() (all [0x159]quantity) {
	for _, r := range registers {
		all[r.Register] = r.quantity
	}
	return all
}()

// quantity returns what a register counts: plain integers where the map does not have it.
func (r Register) quantity() quantity {
	if int(r) < len(quantities) {
		return quantities[r]
	}
	return plain
}
