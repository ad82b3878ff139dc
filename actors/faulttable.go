package actors

import "math"

// Parameters that several kinds have.
var (
	byChance   = FaultParameter{Name: "p", Field: FieldProbability, Unit: "1", Max: 1, MinExcluded: true, Default: 1, Doc: "share that it hits"}
	ofNumbers  = FaultParameter{Name: "p", Field: FieldProbability, Unit: "1", Max: 1, MinExcluded: true, Default: 1, Doc: "share of the numbers that it hits"}
	laterBy    = FaultParameter{Name: "delay", Field: FieldDelay, Unit: "s", Max: 1, MinExcluded: true, Required: true, Doc: "how much later"}
	pausedFor  = FaultParameter{Name: "pause", Field: FieldDelay, Unit: "s", Min: 0.001, Max: 10, Default: 0.1, Doc: "how long nothing runs"}
	burstOf    = FaultParameter{Name: "burst", Field: FieldCount, Unit: "cycles", Min: 1, Max: 500, Default: 1, Doc: "how many in a row"}
	panicPhase = FaultParameter{Name: "phase", Field: FieldChoice, Choices: panicPhases, Doc: "where; fence is the change into the safe mode; what is no tick and no message follows an error of the next tick"}
)

// panicPhases are the places where an injected panic happens.
var panicPhases = []string{"tick", "start", "receive", "fence", "stop", "restart"}

func amount(name, unit string, low, high, standard float64, doc string) FaultParameter {
	return FaultParameter{Name: name, Field: FieldAmount, Unit: unit, Min: low, Max: high, Default: standard, Doc: doc}
}

func count(name, unit string, low, high, standard float64, doc string) FaultParameter {
	return FaultParameter{Name: name, Field: FieldCount, Unit: unit, Min: low, Max: high, Default: standard, Doc: doc}
}

func later(name string, low, high, standard float64, doc string) FaultParameter {
	return FaultParameter{Name: name, Field: FieldDelay, Unit: "s", Min: low, Max: high, Default: standard, Doc: doc}
}

func choice(name, doc string, words ...string) FaultParameter {
	return FaultParameter{Name: name, Field: FieldChoice, Choices: words, Doc: doc}
}

type parameters = []FaultParameter

func ofLink(k FaultKind, p ...FaultParameter) FaultClass {
	return FaultClass{Kind: k, Seam: SeamLink, Virtual: true, Real: true, Parameters: p}
}

func ofActor(k FaultKind, p ...FaultParameter) FaultClass {
	return FaultClass{Kind: k, Seam: SeamActor, Virtual: true, Real: true, Parameters: p}
}

func ofJob(k FaultKind, p ...FaultParameter) FaultClass {
	return FaultClass{Kind: k, Seam: SeamJob, Virtual: true, Real: true, Parameters: p}
}

func ofJoint(k FaultKind, p ...FaultParameter) FaultClass {
	return FaultClass{Kind: k, Seam: SeamJoint, Virtual: true, Real: true, Parameters: p}
}

func ofSensor(k FaultKind, p ...FaultParameter) FaultClass {
	return FaultClass{Kind: k, Seam: SeamSensor, Virtual: true, Real: true, Parameters: p}
}

func ofAgent(k FaultKind, p ...FaultParameter) FaultClass {
	return FaultClass{Kind: k, Seam: SeamAgent, Virtual: true, Real: true, Parameters: p}
}

func ofBody(k FaultKind, p ...FaultParameter) FaultClass {
	return FaultClass{Kind: k, Seam: SeamBody, Virtual: true, Real: true, Parameters: p}
}

// ofProcess is a fault that needs a process of its own.
func ofProcess(k FaultKind, p ...FaultParameter) FaultClass {
	return FaultClass{Kind: k, Seam: SeamProcess, Parameters: p}
}

func ofStorage(k FaultKind, p ...FaultParameter) FaultClass {
	return FaultClass{Kind: k, Seam: SeamStorage, Virtual: true, Real: true, Parameters: p}
}

// onWholeBus marks a fault of the bus of its joint.
func (c FaultClass) onWholeBus() FaultClass { c.WholeBus = true; return c }

// once marks a fault that happens once without a duration.
func (c FaultClass) once() FaultClass { c.Once = true; return c }

// instant marks a fault that happens once and takes no duration.
func (c FaultClass) instant() FaultClass { c.Once, c.Instant = true, true; return c }

// realOnly marks a fault that runs in real time only.
func (c FaultClass) realOnly() FaultClass { c.Virtual, c.Real = false, true; return c }

var faultClasses = []FaultClass{
	ofLink(FaultDrop, byChance, burstOf),
	ofLink(FaultDuplicate, byChance, later("delay", 0, 1, 0, "how much later the second one arrives")),
	ofLink(FaultReorder, count("window", "values", 1, 100, 4, "how many values one can fall behind")),
	ofLink(FaultDelay, laterBy),
	ofLink(FaultDelayRandom, FaultParameter{Name: "mean", Field: FieldDelay, Unit: "s", Max: 1, MinExcluded: true, Default: 0.02, Doc: "mean of the exponential distribution"}),
	ofLink(FaultCorrupt, byChance, count("bits", "bits", 1, 64, 1, "how many bits of one number are flipped")),
	ofLink(FaultTruncate, byChance, count("elements", "elements", 1, 1000, 1, "how many elements each slice loses")),
	ofLink(FaultMasquerade, byChance, choice("as", "whose incarnation the forged value claims", "newer", "older", "current")),
	ofLink(FaultMisdirect, byChance),
	ofLink(FaultPartition, choice("direction", "which way is lost", "both", "one_way")),
	ofLink(FaultClog),
	ofLink(FaultHalfOpen),
	ofLink(FaultSlowReader, later("interval", 0.001, 10, 0.1, "time between two values that the receiver is given")),
	ofLink(FaultOversize, byChance, count("factor", "1", 2, 1e6, 2, "how many times too long")),
	ofLink(FaultOldSchema, count("fields", "fields", 1, 16, 1, "how many of the last fields are missing")),
	ofLink(FaultFreeze),
	ofLink(FaultReplay, count("values", "values", 1, 1000, 50, "how many are recorded, from its beginning on"), later("after", 0.001, 10, 0.5, "how long after its beginning they come again, over and over")),
	ofLink(FaultNaN, ofNumbers),
	ofLink(FaultExtreme, choice("to", "what numbers become", "inf", "-inf", "huge", "-huge", "denormal", "scaled"), amount("factor", "1", -100, 100, 10, "how many times as large they are where they are scaled")),
	ofLink(FaultStamp, choice("how", "how the stamps are wrong", "frozen", "backwards", "future"), later("by", 0, 3600, 1, "how far off")),
	ofLink(FaultQuaternion, choice("to", "what it becomes", "zero", "scaled", "negative"), amount("scale", "1", 0.01, 100, 1.5, "its length where it is scaled")),
	ofLink(FaultClockStep, amount("by", "s", -3600, 3600, 3600, "how far the clock jumps")),
	ofLink(FaultClockDrift, amount("rate", "ppm", -500, 500, 500, "how much too fast it is")),
	ofLink(FaultClockSkew, amount("by", "s", -1, 1, 0.01, "how far it is ahead")),

	ofActor(FaultPanic, panicPhase).once(),
	ofActor(FaultConstructorPanic).once(),
	ofActor(FaultError).once(),
	ofActor(FaultHang, later("time", 0, 3600, 0, "how long until it returns; 0 is never")).once(),
	ofActor(FaultGoexit).once(),
	ofActor(FaultSlow, later("delay", 0, 10, 0, "what every tick takes in addition"), amount("factor", "1", 1, 100, 1, "how many times as long the modelled execution is")),
	ofActor(FaultFlood, count("messages", "messages", 100, 1e6, 1000, "how many")).instant(),
	ofActor(FaultStopActor).instant(),
	ofActor(FaultCrashLoop),
	ofActor(FaultWatchLate, later("delay", 0, 10, 0, "how much later; 0 is never")),
	ofActor(FaultWrongMessage).instant(),
	ofActor(FaultParentDies).instant(),
	ofActor(FaultTickLate, byChance, FaultParameter{Name: "delay", Field: FieldDelay, Unit: "s", Max: 1, MinExcluded: true, Default: 0.001, Doc: "how much later"}),
	ofActor(FaultTickMissed, byChance, burstOf),
	ofActor(FaultTickBurst, pausedFor, count("burst", "ticks", 1, 1000, 10, "how often the timer fires then")).instant(),
	ofActor(FaultSuspend, pausedFor).instant(),
	ofActor(FaultBadPeriod, choice("period", "what the ticks tell", "zero", "negative", "nanosecond", "infinite")),

	ofJob(FaultJobSlow, later("delay", 0, 60, 0, "what every job takes in addition"), amount("factor", "1", 1, 100, 1, "how many times as long the modelled duration is")),
	ofJob(FaultJobError).once(),
	ofJob(FaultJobPanic).once(),
	ofJob(FaultJobHang, later("time", 0, 3600, 0, "how long until it returns; 0 is never")).once(),
	ofJob(FaultJobWrong, choice("how", "a result that is well-formed and wrong, or one that breaks the rules of its type", wellFormed, malformed)).once(),

	ofJoint(FaultNoReply, byChance, burstOf),
	ofJoint(FaultLateReply, count("cycles", "replies", 1, 20, 5, "how many replies late")),
	ofJoint(FaultRepeatedReply),
	ofJoint(FaultSwappedReply),
	ofJoint(FaultCode, count("code", "code", 32, 50, 33, "as moteus numbers them")),
	ofJoint(FaultSilentReset).instant(),
	ofJoint(FaultTimeoutMode).instant(),
	ofJoint(FaultDerating, count("code", "code", 96, 105, 96, "as moteus numbers them"), amount("loss", "1", 0.01, 1, 0.5, "share of the effort limit that is missing")),
	ofJoint(FaultTorque, amount("loss", "1", -0.5, 2, 1, "share that is missing: 1 is all, 2 the opposite sign, -0.5 one and a half times")),
	ofJoint(FaultSaturation, amount("share", "1", 0.01, 1, 0.2, "share of the velocity limit")),
	ofJoint(FaultStuckJoint, amount("friction", "N m|N", 0.1, 1e4, 1000, "additional dry friction")),
	ofJoint(FaultFreeWheel),
	ofJoint(FaultOverheats, later("trip", 0.01, 60, 1, "time until it trips")),
	ofJoint(FaultVoltage, amount("share", "1", 0.1, 1.6, 0.6, "of the nominal voltage; trips below 0.7 and above 1.3")),
	ofJoint(FaultBrake, choice("stuck", "how", "open", "closed", "slipping"), amount("loss", "1", 0.01, 1, 0.8, "share of its hold that is missing where it slips")),
	ofJoint(FaultConfigLost),
	ofJoint(FaultRejectsMode),
	ofJoint(FaultClearsFault, later("after", 0.001, 10, 0.05, "how long the fault stays")),

	ofJoint(FaultSensorOff),
	ofJoint(FaultSensorStuck),
	ofJoint(FaultSensorGarbage),
	ofJoint(FaultSensorBias, amount("by", "rad|m", -10, 10, 0.1, "what is added")),
	ofJoint(FaultSensorScale, amount("factor", "1", -2, 2, -1, "what it is multiplied with")),
	ofJoint(FaultSensorSwapped),
	ofJoint(FaultSensorSlow, count("divisor", "samples", 2, 1000, 50, "every how many samples one is new")),
	ofJoint(FaultSensorDelayed, count("samples", "samples", 1, 1000, 50, "how many samples late")),
	ofJoint(FaultSensorIntermittent, FaultParameter{Name: "p", Field: FieldProbability, Unit: "1", Max: 1, MinExcluded: true, Default: 0.01, Doc: "chance that a burst begins with a sample"}, count("burst", "samples", 1, 1000, 10, "mean length of a burst")),
	ofJoint(FaultSensorExtreme, choice("value", "what is read", "nan", "inf", "-inf", "denormal", "huge")),
	ofJoint(FaultSensorJump, amount("by", "rad|m", -10, 10, 2*math.Pi, "how far")),
	ofJoint(FaultSensorNoise, amount("deviation", "rad|m", 1e-6, 1, 0.01, "standard deviation")),
	ofJoint(FaultSensorDisagrees, amount("by", "rad|m", -10, 10, 0.1, "how far what is reported is off")),

	ofJoint(FaultMute),
	ofJoint(FaultBusStalled).onWholeBus(),
	ofJoint(FaultFramesCorrupt, byChance, count("bits", "bits", 1, 64, 1, "how many bits of one frame are flipped")).onWholeBus(),
	ofJoint(FaultFramesDuplicated, byChance).onWholeBus(),
	ofJoint(FaultFramesLate, later("delay", 0.0001, 1, 0.005, "how much later")).onWholeBus(),

	ofSensor(FaultImuFrozen),
	ofSensor(FaultImuBiased, choice("of", "what is off: the pitch, rad; the angular velocity about y, rad/s; the acceleration along x, m/s^2", "pitch", "gyroscope", "accelerometer"), amount("by", "rad|rad/s|m/s^2", -10, 10, 0.1, "what is added")),

	ofAgent(FaultAgentSilent),
	ofAgent(FaultAgentHostile, byChance, choice("sends", "what it sends", "noise", "limits", "unknown", "stops")),
	ofAgent(FaultAgentSecond),

	ofBody(FaultBodyMoved, choice("along", "axis of the room", "x", "y", "z"), amount("by", "m", -2, 2, 0.2, "how far"), later("time", 0, 60, 0, "how long it is on its way, at a constant speed; 0 is at once")),

	FaultClass{Kind: FaultGoroutineLeak, Seam: SeamProcess, Parameters: parameters{count("goroutines", "goroutines", 1, 1e5, 100, "how many")}}.realOnly(),
	ofProcess(FaultStrayPanic).instant(),
	ofProcess(FaultKill).instant(),
	ofProcess(FaultTerminate, count("signals", "signals", 1, 10, 2, "how often")).instant(),
	ofProcess(FaultPause, later("pause", 0.01, 10, 0.2, "how long")).instant(),
	ofProcess(FaultOutOfMemory, count("limit", "MiB", 1, 1e6, 256, "of the address space beyond what is used")),
	FaultClass{Kind: FaultStarvation, Seam: SeamProcess, Parameters: parameters{count("threads", "threads", 1, 64, 2, "how many compute")}}.realOnly(),
	ofProcess(FaultNoDescriptors, count("limit", "files", 1, 1024, 20, "how many may be open")),
	ofProcess(FaultSharedMemory),
	FaultClass{Kind: FaultCollector, Seam: SeamProcess}.realOnly(),
	ofProcess(FaultThreadLimit, count("limit", "threads", 1, 10000, 8, "how many there may be")),

	ofStorage(FaultDiskFull),
	ofStorage(FaultPartialWrite, byChance),
	ofStorage(FaultDiskError, choice("of", "what fails", "write", "sync", "close"), byChance),
	ofStorage(FaultSlowDisk, later("delay", 0.0001, 10, 0.1, "what each write takes")).realOnly(),
	ofStorage(FaultTornTail, count("bytes", "bytes", 1, 1e9, 100, "how many are lost")).instant(),
	ofStorage(FaultBitRot, count("bits", "bits", 1, 1e6, 1, "how many flip")).instant(),
	ofStorage(FaultReadOnly),
}
