package actors

// FaultKind names a fault that can be injected.
type FaultKind string

// Faults of links.
const (
	FaultDrop        FaultKind = "drop"         // values are lost, withdrawals too
	FaultDuplicate   FaultKind = "duplicate"    // values arrive twice
	FaultReorder     FaultKind = "reorder"      // values overtake each other
	FaultDelay       FaultKind = "delay"        // values arrive Delay later
	FaultDelayRandom FaultKind = "delay_random" // values arrive later by a time drawn for each
	FaultCorrupt     FaultKind = "corrupt"      // bits of numbers are flipped
	FaultTruncate    FaultKind = "truncate"     // slices lose their last elements
	FaultMasquerade  FaultKind = "masquerade"   // forged values arrive beside the true ones
	FaultMisdirect   FaultKind = "misdirect"    // values arrive at another link
	FaultPartition   FaultKind = "partition"    // everything is lost, one way or both ways
	FaultClog        FaultKind = "clog"         // values are held back, and arrive in a burst at the end
	FaultHalfOpen    FaultKind = "half_open"    // everything is lost until an end of the link restarts
	FaultSlowReader  FaultKind = "slow_reader"  // the receiver gets few values
	FaultOversize    FaultKind = "oversize"     // values are longer than the port takes
	FaultOldSchema   FaultKind = "old_schema"   // the sender knows fewer fields
	FaultFreeze      FaultKind = "freeze"       // the value repeats, with new stamps
	FaultReplay      FaultKind = "replay"       // recorded values replace the true ones later, with new stamps
	FaultNaN         FaultKind = "nan"          // floating-point numbers become NaN, each with the probability
	FaultExtreme     FaultKind = "extreme"      // every floating-point number becomes infinite, huge, denormal, or is scaled
	FaultStamp       FaultKind = "stamp"        // stamps freeze, run backwards or lie in the future
	FaultQuaternion  FaultKind = "quaternion"   // quaternions are zero, or not of unit length
	FaultClockStep   FaultKind = "clock_step"   // the sender's clock, and its stamps with it, is wrong by hours
	FaultClockDrift  FaultKind = "clock_drift"  // the sender's clock is too fast or too slow
	FaultClockSkew   FaultKind = "clock_skew"   // the clocks of two worlds differ a little
)

// Faults of actors.
const (
	FaultPanic            FaultKind = "panic"             // code of the actor panics
	FaultConstructorPanic FaultKind = "constructor_panic" // the constructor of the next incarnation panics
	FaultError            FaultKind = "error"             // its tick returns an error
	FaultHang             FaultKind = "hang"              // its tick does not return
	FaultGoexit           FaultKind = "goexit"            // its tick ends the goroutine
	FaultSlow             FaultKind = "slow"              // its ticks take longer
	FaultFlood            FaultKind = "flood"             // its queue is flooded
	FaultStopActor        FaultKind = "stop_actor"        // it is stopped from outside
	FaultCrashLoop        FaultKind = "crash_loop"        // its tick panics, and every start fails
	FaultWatchLate        FaultKind = "watch_late"        // its watchers receive its life-cycle events late, or not at all
	FaultWrongMessage     FaultKind = "wrong_message"     // it receives a message of an unknown type
	FaultParentDies       FaultKind = "parent_dies"       // its supervisor dies
	FaultTickLate         FaultKind = "tick_late"         // its releases come late
	FaultTickMissed       FaultKind = "tick_missed"       // some of its releases do not come
	FaultTickBurst        FaultKind = "tick_burst"        // its releases pause, and then its timer fires in a burst
	FaultSuspend          FaultKind = "suspend"           // nothing of it runs for a while
	FaultBadPeriod        FaultKind = "bad_period"        // its ticks report a false time between them
)

// Faults of jobs, by the actor that starts them.
const (
	FaultJobSlow  FaultKind = "job_slow"  // its jobs take longer
	FaultJobError FaultKind = "job_error" // a job returns an error
	FaultJobPanic FaultKind = "job_panic" // the code of a job panics
	FaultJobHang  FaultKind = "job_hang"  // a job does not return and ignores its cancellation
	FaultJobWrong FaultKind = "job_wrong" // the result of a job is wrong
)

// Faults of drives, by the joint that they move.
const (
	FaultNoReply       FaultKind = "no_reply"       // a drive does not answer
	FaultLateReply     FaultKind = "late_reply"     // it answers with what was true before
	FaultRepeatedReply FaultKind = "repeated_reply" // it repeats one answer
	FaultSwappedReply  FaultKind = "swapped_reply"  // its answer comes as that of its neighbour on the bus
	FaultCode          FaultKind = "fault_code"     // it shows a fault
	FaultSilentReset   FaultKind = "silent_reset"   // it resets without a report
	FaultTimeoutMode   FaultKind = "timeout_mode"   // its watchdog trips although it was fed
	FaultDerating      FaultKind = "derating"       // it limits its effort, and shows a code that says so
	FaultTorque        FaultKind = "torque"         // less, more or the opposite of its effort reaches the joint
	FaultSaturation    FaultKind = "saturation"     // it gets no faster than a share of its limit
	FaultStuckJoint    FaultKind = "stuck_joint"    // dry friction jams the joint
	FaultFreeWheel     FaultKind = "free_wheel"     // the coupling to the joint is broken
	FaultOverheats     FaultKind = "overheats"      // its temperature climbs until it trips
	FaultVoltage       FaultKind = "voltage"        // its supply sags or surges
	FaultBrake         FaultKind = "brake"          // its brake stays open, stays closed or slips
	FaultConfigLost    FaultKind = "config_lost"    // it has lost its limits and its watchdog
	FaultRejectsMode   FaultKind = "rejects_mode"   // it refuses to change its mode
	FaultClearsFault   FaultKind = "clears_fault"   // it forgets by itself that it has failed
)

// Faults of servos on a bus of frames, by the joint that they move. All but FaultMute act on the
// whole bus.
const (
	FaultMute             FaultKind = "mute"              // it neither receives nor answers
	FaultBusStalled       FaultKind = "bus_stalled"       // the bus carries nothing
	FaultFramesCorrupt    FaultKind = "frames_corrupt"    // bits of frames flip
	FaultFramesDuplicated FaultKind = "frames_duplicated" // frames arrive twice
	FaultFramesLate       FaultKind = "frames_late"       // frames arrive late
)

// Faults of inertial measurement units, by the output of the plant that carries them.
const (
	FaultImuFrozen FaultKind = "imu_frozen" // it repeats one reading
	FaultImuBiased FaultKind = "imu_biased" // its readings are off by a constant
)

// Faults of agents of a spine in the same application, by their actor. An agent that dies is an
// actor that panics or is stopped.
const (
	FaultAgentSilent  FaultKind = "agent_silent"  // it runs, and sends nothing
	FaultAgentHostile FaultKind = "agent_hostile" // it sends what no agent should
	FaultAgentSecond  FaultKind = "agent_second"  // a second agent sends its own requests in between
)

// Faults of the room, by the actor of the environment and the body.
const (
	FaultBodyMoved FaultKind = "body_moved" // somebody moves a body of an environment
)

// Faults of sensors, by the joint that they measure.
const (
	FaultSensorOff          FaultKind = "sensor_off"          // no reading
	FaultSensorStuck        FaultKind = "sensor_stuck"        // the same reading permanently
	FaultSensorGarbage      FaultKind = "sensor_garbage"      // random bits
	FaultSensorBias         FaultKind = "sensor_bias"         // plausible, but off
	FaultSensorScale        FaultKind = "sensor_scale"        // plausible, but of the wrong scale or sign
	FaultSensorSwapped      FaultKind = "sensor_swapped"      // the reading of another joint
	FaultSensorSlow         FaultKind = "sensor_slow"         // new readings come seldom
	FaultSensorDelayed      FaultKind = "sensor_delayed"      // readings come late
	FaultSensorIntermittent FaultKind = "sensor_intermittent" // readings fail in bursts
	FaultSensorExtreme      FaultKind = "sensor_extreme"      // NaN, infinity, a denormal number, 1e300
	FaultSensorJump         FaultKind = "sensor_jump"         // the reading jumps, and stays there
	FaultSensorNoise        FaultKind = "sensor_noise"        // noise
	FaultSensorDisagrees    FaultKind = "sensor_disagrees"    // what is reported differs from what the drive goes by
)

// Faults of the process and its machine.
const (
	FaultGoroutineLeak FaultKind = "goroutine_leak" // goroutines that do not end
	FaultStrayPanic    FaultKind = "stray_panic"    // a panic in a goroutine that nobody guards
	FaultKill          FaultKind = "sigkill"        // the process is killed
	FaultTerminate     FaultKind = "sigterm"        // it is asked to end, more than once
	FaultPause         FaultKind = "sigstop"        // it is stopped and goes on later
	FaultOutOfMemory   FaultKind = "out_of_memory"  // it gets no more memory
	FaultStarvation    FaultKind = "starvation"     // threads beside it take the processors
	FaultNoDescriptors FaultKind = "no_descriptors" // it can open no more files
	FaultSharedMemory  FaultKind = "shared_memory"  // the folder of shared memory is full
	FaultCollector     FaultKind = "collector"      // Go's collector runs all the time
	FaultThreadLimit   FaultKind = "thread_limit"   // it can start no more threads
)

// Faults of the storage that a recording goes to.
const (
	FaultDiskFull     FaultKind = "disk_full"     // nothing can be written any more
	FaultPartialWrite FaultKind = "partial_write" // only the beginning of what is written arrives
	FaultDiskError    FaultKind = "disk_error"    // writing, syncing or closing fails
	FaultSlowDisk     FaultKind = "slow_disk"     // every write takes its time
	FaultTornTail     FaultKind = "torn_tail"     // the end of what was written is lost
	FaultBitRot       FaultKind = "bit_rot"       // bits of what was written flip
	FaultReadOnly     FaultKind = "read_only"     // the folder cannot be written to
)

// FaultParameter describes a parameter of a kind, for people and for generators of schedules.
type FaultParameter struct {
	// Name is the name in a schedule.
	Name string
	// Field is the field of Fault that holds the parameter.
	Field FaultField
	// Unit is the unit of the number: s, rad|m, N m|N, ppm, 1 for shares and factors, or the
	// counted thing.
	Unit string
	// Min and Max bound the number, both included. Default replaces a zero value. With MinExcluded,
	// Min itself is not allowed.
	Min, Max, Default float64
	MinExcluded       bool
	// Required parameters have no default.
	Required bool
	// Choices are the words of a parameter that is a word; the first is the default.
	Choices []string
	// Doc is a line for people.
	Doc string
}

// FaultField is a field of Fault that a parameter sets.
type FaultField uint8

// The fields of a Fault that hold parameters.
const (
	FieldDelay FaultField = iota
	FieldProbability
	FieldCount
	FieldAmount
	FieldChoice
)

// FaultSeam says where a fault acts, which decides what its target names.
type FaultSeam string

// The seams.
const (
	SeamLink    FaultSeam = "link"    // an output, an input, or "output->input"
	SeamActor   FaultSeam = "actor"   // an actor, "world/name"
	SeamJob     FaultSeam = "job"     // the jobs of an actor, "world/name"
	SeamJoint   FaultSeam = "joint"   // a joint whose drive is simulated, or that has a driver with faults of its own
	SeamSensor  FaultSeam = "sensor"  // an output of a plant, "plant/robot.imu"
	SeamAgent   FaultSeam = "agent"   // an actor that is an agent of a spine, "world/name"
	SeamBody    FaultSeam = "body"    // a body of an environment, "arm/environment.post"
	SeamProcess FaultSeam = "process" // the word process
	SeamStorage FaultSeam = "storage" // the word recording
)

// FaultClass describes a kind of fault.
type FaultClass struct {
	Kind FaultKind
	Seam FaultSeam
	// Once is set if a fault without a duration happens once, or at once and for good. Other faults
	// last until they are cleared.
	Once bool
	// Instant is set if the fault takes no duration.
	Instant bool
	// Virtual and Real say in which time the fault runs inside of a system. A fault that runs in
	// neither needs a process of its own.
	Virtual, Real bool
	// WholeBus is set if the fault acts on the bus of its joint.
	WholeBus   bool
	Parameters []FaultParameter
}

// FaultClasses lists every kind: links, actors, jobs, drives, sensors, agents, bodies, the
// process, its storage.
func FaultClasses() []FaultClass {
	all := make([]FaultClass, len(faultClasses))
	for i, c := range faultClasses {
		all[i] = c
		all[i].Parameters = append([]FaultParameter{}, c.Parameters...)
	}
	return all
}

// FaultKinds lists the kinds of faults in the order of FaultClasses.
func FaultKinds() []FaultKind {
	all := make([]FaultKind, len(faultClasses))
	for i := range faultClasses {
		all[i] = faultClasses[i].Kind
	}
	return all
}

// classOf returns the class of a kind, nil for an unknown one.
func classOf(k FaultKind) *FaultClass {
	for i := range faultClasses {
		if faultClasses[i].Kind == k {
			return &faultClasses[i]
		}
	}
	return nil
}

// OfLink reports whether faults of this kind act on links.
func (k FaultKind) OfLink() bool { return k.seam() == SeamLink }

func (k FaultKind) seam() FaultSeam {
	if c := classOf(k); c != nil {
		return c.Seam
	}
	return ""
}

// once reports whether a fault without a duration happens once; other faults last until they are
// cleared.
func (k FaultKind) once() bool {
	c := classOf(k)
	return c != nil && c.Once
}
