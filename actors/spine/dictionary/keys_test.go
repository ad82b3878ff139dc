package dictionary

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/robo-actors/robo-actors/messages"
)

// wholeObservation has every part.
func wholeObservation() Observation {
	return Observation{
		TimeS: 1700000000.25, Servos: []Servo{{Name: "left_hip", Position: 0.5, Mode: 10, Fault: -1}},
		Imu: &Imu{Orientation: [4]float64{1, 0, 0, 0}}, BaseOrientation: &messages.BaseOrientation{Pitch: 0.1},
		FloorContact:  &FloorContact{Wheels: []WheelContact{{Name: "left_wheel"}}},
		WheelOdometry: &messages.WheelOdometry{}, CPUTemperature: new(40.5), Joystick: &Joystick{},
		Sim:     &Sim{ImuLinearVelocity: new([3]float64), Bodies: []SimBody{{Name: "left_foot"}}},
		History: []History{{Path: "servo.left_hip.torque", Width: 1, Values: []float64{3, 2}}, {Path: "servo.left_hip.velocity", Width: 2, Values: []float64{1, 2, 3, 4}}},
		Sources: []Source{{Name: "imu", Sequence: 70_000, StampNs: -200, AgeS: 0.001}},
	}
}

// lines returns the leaves of a dictionary, sorted.
func lines(t *testing.T, data []byte) []string {
	r := plainReader{t, data}
	var all []string
	shape("", r.value(), func(line string) { all = append(all, line) })
	if len(r.b) > 0 {
		t.Errorf("%d bytes are left", len(r.b))
	}
	slices.Sort(all)
	return all
}

// expect returns sorted lines from groups of keys: "prefix: key, key = kind".
func expect(groups ...string) (all []string) {
	for _, group := range groups {
		prefix, rest, _ := strings.Cut(group, ": ")
		keys, kind, _ := strings.Cut(rest, " = ")
		for _, key := range strings.Split(keys, ", ") {
			all = append(all, prefix+key+" "+kind)
		}
	}
	slices.Sort(all)
	return all
}

func TestTheObservationHasTheKeysOfUpkie(t *testing.T) {
	want := expect(
		": time, cpu_temperature = float64",
		"servo.left_hip.: position, velocity, torque, q_current, d_current, voltage, temperature = float64",
		"servo.left_hip.: mode = uint64", "servo.left_hip.: fault = int64",
		"imu.: orientation = [4]float64",
		"imu.: angular_velocity, linear_acceleration, raw_angular_velocity, raw_linear_acceleration = [3]float64",
		"base_orientation.: pitch = float64", "base_orientation.: angular_velocity = [3]float64",
		"base_orientation.: rotation_base_to_world = [9]float64",
		"floor_contact.: contact, left_wheel.contact = bool",
		"floor_contact.: upper_leg_torque, left_wheel.inertia, left_wheel.abs_torque, left_wheel.abs_acceleration = float64",
		"wheel_odometry.: position, velocity = float64",
		"joystick.: cross_button, square_button, triangle_button, left_button, right_button = bool",
		"joystick.: left_axis, right_axis, pad_axis = [2]float64", "joystick.: left_trigger, right_trigger = float64",
		"sim.: base.position, base.linear_velocity, base.angular_velocity, imu.linear_velocity, bodies.left_foot.position = [3]float64",
		"sim.: base.orientation, bodies.left_foot.orientation = [4]float64",
		"history.: servo.left_hip.torque = [2]float64", "history.: servo.left_hip.velocity = [2][]interface {}",
		"sources.imu.: sequence = uint64", "sources.imu.: stamp_ns = int64", "sources.imu.: age = float64",
	)
	o := wholeObservation()
	if diff := cmp.Diff(want, lines(t, o.Append(nil))); diff != "" {
		t.Error(diff)
	}
}

func TestAnEmptyObservationHasOnlyItsTime(t *testing.T) {
	var o Observation
	if diff := cmp.Diff([]string{"time float64"}, lines(t, o.Append(nil))); diff != "" {
		t.Error(diff)
	}
}

func TestTheActionHasTheKeysOfUpkie(t *testing.T) {
	a := NewAction([]string{"left_hip"}, DefaultServoAction())
	a.Env = []byte{0xa1, 'x'}
	want := expect(
		"servo.left_hip.: position, velocity, feedforward_torque, kp_scale, kd_scale, maximum_torque = float64",
		"bullet.: target_ground_velocity, target_yaw_velocity = float64", ": env = string",
	)
	if diff := cmp.Diff(want, lines(t, a.Append(nil))); diff != "" {
		t.Error(diff)
	}
}

func TestTheConfigurationHasTheKeysOfUpkie(t *testing.T) {
	want := expect(
		"floor_contact.: upper_leg_torque_threshold = float64",
		"wheel_contact.: cutoff_period, liftoff_inertia, touchdown_inertia, min_touchdown_acceleration, min_touchdown_torque = float64",
		"wheel_odometry.signed_radius.: left_wheel, right_wheel = float64",
		"base_orientation.: rotation_base_to_imu = [9]float64",
		"wheel_balancer.: contact_radius, fall_pitch, max_ground_velocity, pitch_damping, pitch_stiffness = float64",
		"wheel_balancer.: position_damping, position_stiffness, stiff_yaw_velocity, wheel_radius = float64",
		"bullet.reset.: position_base_in_world, linear_velocity_base_to_world_in_world, angular_velocity_base_in_base = [3]float64",
		"bullet.reset.: orientation_base_in_world = [4]float64", "bullet.reset.: joint_configuration = [6]float64",
		"bullet.imu_uncertainty.: accelerometer_bias, gyroscope_bias = [3]float64",
		"bullet.imu_uncertainty.: accelerometer_noise, gyroscope_noise = float64",
	)
	c := wholeConfig()
	if diff := cmp.Diff(want, lines(t, AppendConfig(nil, &c))); diff != "" {
		t.Error(diff)
	}
}

func TestTheRecordOfACycleHasTheKeysOfUpkiesLog(t *testing.T) {
	o := Observation{TimeS: 3}
	r := Record{TimeS: 3, Observation: o.Append(nil), Action: NewAction(nil, DefaultServoAction()), Config: &messages.SpineConfig{RotationBaseToImu: new([9]float64)}}
	want := expect(
		": time, observation.time = float64",
		"action.bullet.: target_ground_velocity, target_yaw_velocity = float64",
		"config.: base_orientation.rotation_base_to_imu = [9]float64",
		"spine.: clock.measured_period, clock.slack = float64",
		"spine.: clock.skip_count, logger.buffer_size, logger.last_size, rx_count, state_cycle_beginning, state_cycle_end = uint64",
	)
	if diff := cmp.Diff(want, lines(t, r.Append(nil))); diff != "" {
		t.Error(diff)
	}
	b := r.Append(nil)
	if n := testing.AllocsPerRun(100, func() { b = r.Append(b[:0]) }); n != 0 {
		t.Errorf("%g allocations", n)
	}
}
