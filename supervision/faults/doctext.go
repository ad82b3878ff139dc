package faults

import (
	"time"

	"github.com/robo-actors/robo-actors/actors"
)

// about is what people are told of a kind.
type about struct {
	id, title string
	detection Detection
	stays     bool // something stays stopped, lost or wrong when the fault is over
	doc       string
}

// refused is how a gate, perception and the controllers of this module see what is wrong in itself. The runtime passes it on.
var refused = nextCycle("whoever looks at the value refuses it, as gate, perception and the standard controllers do")

// trips is the time until a drive that gets hotter trips.
var trips = Detection{By: "the drive trips and shows it", bound: func(t Timing) time.Duration { return time.Minute + 2*t.Source + t.Period }}

// busy sees a tick that takes long: those after it are missed, or it counts as hung.
var busy = Detection{By: "missed releases fill the tolerance, a receiver finds the value too old, or the tick outlives its limit", bound: func(t Timing) time.Duration {
	return max(overrun.bound(t), hung.bound(t))
}}

// late sees releases of a world that come late, by up to a second: its gate is released as late as its controllers, and
// what is too old is seen then.
var late = Detection{By: "the late release finds the values too old; drives that nobody feeds meanwhile go by their own watchdog", bound: func(t Timing) time.Duration {
	return time.Second + 2*t.Period
}}

// told has every kind.
var told = map[actors.FaultKind]about{
	actors.FaultDrop:        {"N1", "loss", aged, false, "values are lost, withdrawals too; burst of them in a row"},
	actors.FaultDuplicate:   {"N2", "duplicates", borne("a number that was seen is not new: the second one changes nothing"), false, "values arrive a second time"},
	actors.FaultReorder:     {"N3", "reordering", borne("a value that a newer one has overtaken is not taken"), false, "values fall behind later ones, by a number drawn for each"},
	actors.FaultDelay:       {"N4", "constant delay", aged, false, "values arrive later"},
	actors.FaultDelayRandom: {"N4", "random delay", aged, false, "values arrive later, each by its own time, exponentially distributed"},
	actors.FaultCorrupt:     {"N5", "corruption", refused, false, "bits of a number are flipped; what is still plausible stays within the gate's limits"},
	actors.FaultTruncate:    {"N6", "truncation", refused, false, "slices lose their last elements"},
	actors.FaultMasquerade:  {"N7", "masquerade", refused, false, "after each value comes a forged one, with random numbers and a higher number of sequence"},
	actors.FaultMisdirect:   {"N8", "wrong address", aged, false, "values arrive at another link of the same type, which refuses what is not its sender's"},
	actors.FaultPartition:   {"N9", "partition", aged, false, "everything is lost, on the matching links and, if both ways, on those back"},
	actors.FaultClog:        {"N10", "clog and burst", aged, false, "values are kept back, and arrive all at once at the end"},
	actors.FaultHalfOpen:    {"N11", "half-open link", aged, true, "everything is lost, also after the fault is over, until sender or receiver begin a new incarnation"},
	actors.FaultSlowReader:  {"N12", "slow reader", aged, false, "the receiver is given a value once an interval only; nothing piles up"},
	actors.FaultOversize:    {"N13", "huge message", aged, false, "values are longer than the port was built for, and are refused on arrival"},
	actors.FaultOldSchema:   {"N14", "older schema", refused, false, "the last fields of a value are missing: numbers are zero, slices empty"},
	actors.FaultFreeze:      {"S2", "frozen value", borne("the value is plausible: only a comparison with another sensor would tell"), false, "the value repeats, with new stamps"},
	actors.FaultReplay:      {"N2", "replay", borne("the value is plausible; a drive does not obey a number of before its last re-arm, and nothing that it does not obey feeds its watchdog"), false, "values are recorded, and come again later in place of the true ones, with new stamps"},
	actors.FaultNaN:         {"S8", "values that are not numbers", refused, false, "every number becomes NaN"},
	actors.FaultExtreme:     {"S8", "extreme values", refused, false, "numbers become infinite, huge, denormal, or a multiple; what is still plausible stays within the gate's limits"},
	actors.FaultStamp:       {"S11", "wrong stamps", aged, false, "stamps stand still, run backwards or lie in the future"},
	actors.FaultQuaternion:  {"S13", "quaternion not of unit length", refused, false, "quaternions are zero, scaled or negated"},
	actors.FaultClockStep:   {"C1", "step of the sender's clock", aged, false, "stamps are off by up to an hour"},
	actors.FaultClockDrift:  {"C4", "drift of the sender's clock", borne("the age counts from the arrival where a stamp is ahead, and grows by half a millisecond in a second otherwise"), false, "stamps run too fast or too slow"},
	actors.FaultClockSkew:   {"C5", "skew between two worlds", aged, false, "stamps of a world are ahead or behind"},

	actors.FaultPanic:            {"A1", "panic", failed, false, "code of the actor panics: in a tick, a message, its start, its change into the safe mode, its stop"},
	actors.FaultConstructorPanic: {"A2", "panic in the constructor", failed, false, "the next tick fails, and then the constructor panics once"},
	actors.FaultError:            {"", "error", failed, false, "the next tick returns an error; with a duration, every tick"},
	actors.FaultHang:             {"A3", "hang", hung, false, "the next tick does not return, or late; in virtual time the clock models it"},
	actors.FaultGoexit:           {"A4", "end of the goroutine", failed, false, "the next tick calls runtime.Goexit; in virtual time its outcome is modelled"},
	actors.FaultSlow:             {"A5", "slow handler", busy, false, "ticks take longer"},
	actors.FaultFlood:            {"A6", "flood of the queue", borne("a queue is bounded, and a tick delivers only what waited at its beginning"), false, "messages of no meaning fill the queue"},
	actors.FaultStopActor:        {"A7", "stop from outside", aged, true, "the actor is stopped for good"},
	actors.FaultCrashLoop:        {"A8", "restart storm", failed, false, "ticks panic, and so does every start"},
	actors.FaultWatchLate:        {"A11", "lost or late news of an end", aged, false, "who watches the actor learns late of its life, or not at all"},
	actors.FaultWrongMessage:     {"A12", "message of a wrong type", borne("an actor leaves alone what it does not know"), false, "the actor gets a message of a type that it does not know"},
	actors.FaultParentDies:       {"A13", "death of the supervisor", failed, false, "the supervisor of the actor fails; its parent decides about all of them"},
	actors.FaultTickLate:         {"C2", "late ticks", late, false, "releases come late"},
	actors.FaultTickMissed:       {"C2", "missed ticks", overrun, false, "releases do not come"},
	actors.FaultTickBurst:        {"C3", "burst of ticks", overrun, false, "releases pause, and then the timer fires again and again at once: what was missed is skipped"},
	actors.FaultSuspend:          {"C6", "suspend and resume", overrun, false, "nothing of the actors runs for a while, as in a process that was stopped"},
	actors.FaultBadPeriod:        {"C7", "nonsensical period", borne("laws bear it, and the gate bounds what they make of it"), false, "ticks tell a time since the last one that cannot be"},

	actors.FaultNoReply:       {"D1", "no reply", silent, false, "the drive hears, but does not answer"},
	actors.FaultLateReply:     {"D2", "late reply", borne("the answer is a few periods old, less than a drive may be silent"), false, "answers come replies later"},
	actors.FaultRepeatedReply: {"D3", "frozen counter", silent, false, "the same answer comes again and again, with the same number"},
	actors.FaultSwappedReply:  {"D4", "swapped replies", silent, false, "the drive and its neighbour on the bus answer with each other's address"},
	actors.FaultCode:          {"D5", "fault code", shown, false, "the drive shows a fault and reacts to it"},
	actors.FaultSilentReset:   {"D6", "silent reset", shown, false, "the drive starts anew: off, with its arm number forgotten"},
	actors.FaultTimeoutMode:   {"D7", "unfounded time-out", shown, false, "the drive goes to its time-out mode although it was fed"},
	actors.FaultDerating:      {"D8", "derating", shown, false, "the drive limits its effort and shows a limit code"},
	actors.FaultTorque:        {"D9", "wrong effort", borne("the drive's and the gate's limits of motion hold; a following error or too much speed shows where it matters"), false, "the joint feels less, more or the opposite of the drive's effort"},
	actors.FaultSaturation:    {"D10", "velocity saturates", borne("the joint stays behind, within its limits"), false, "the drive gets no faster than a share of its limit"},
	actors.FaultStuckJoint:    {"D11", "stuck joint", borne("the joint stays where it is, its effort within its limits"), false, "dry friction jams the joint"},
	actors.FaultFreeWheel:     {"D12", "broken coupling", borne("the joint is not driven; its own world sees where it goes"), false, "neither motor nor brake act on the joint"},
	actors.FaultOverheats:     {"D13", "over-temperature", trips, false, "effort falls while the temperature climbs, until the drive trips"},
	actors.FaultVoltage:       {"D14", "supply sags or surges", shown, false, "the limits of effort and velocity follow the voltage; below and above its bounds the drive trips"},
	actors.FaultBrake:         {"D15", "brake stuck or slipping", borne("an open brake shows once the joint moves without torque"), false, "the brake does not close, does not open or does not hold"},
	actors.FaultConfigLost:    {"D16", "lost configuration", shown, true, "the drive has no limits and no watchdog any more, and shows that it was not configured"},
	actors.FaultRejectsMode:   {"D17", "rejected change of mode", Detection{By: "the drive has not obeyed within its time", bound: func(t Timing) time.Duration { return t.Silence + t.Source + 2*t.Period }}, false, "the drive stays in its mode, whatever it is told"},
	actors.FaultClearsFault:   {"D18", "fault clears by itself", shown, false, "the drive shows a fault, and forgets it without being told to"},

	actors.FaultSensorOff:          {"S1", "sensor off", shown, false, "the encoder gives no reading"},
	actors.FaultSensorStuck:        {"S2", "sensor stuck", borne("the reading is plausible; the drive's following error sees it where one is set"), false, "the encoder repeats one reading"},
	actors.FaultSensorGarbage:      {"S3", "random readings", shown, false, "the encoder reads random bits"},
	actors.FaultSensorBias:         {"S4", "bias", borne("the reading is plausible: only a second sensor would tell"), false, "the reading is off by a constant"},
	actors.FaultSensorScale:        {"S4", "wrong scale or sign", borne("the reading is plausible; a wrong sign shows as too much speed where it matters"), false, "the reading is multiplied"},
	actors.FaultSensorSwapped:      {"S4", "swapped axes", borne("the reading is plausible; following error or too much speed show where it matters"), false, "the encoder reads the next joint of the bus"},
	actors.FaultSensorSlow:         {"S5", "slow sensor", borne("the readings are true, but old by less than their interval"), false, "only one of several samples is new"},
	actors.FaultSensorDelayed:      {"S6", "delayed sensor", borne("the readings are true, but old"), false, "readings come samples late"},
	actors.FaultSensorIntermittent: {"S7", "intermittent sensor", shown, false, "readings fail in bursts, as the channel of Gilbert and Elliott has it"},
	actors.FaultSensorExtreme:      {"S8", "extreme readings", shown, false, "the encoder reads NaN, infinity, a denormal number or 1e300"},
	actors.FaultSensorJump:         {"S9", "jump of the reading", shown, false, "the reading jumps, as after a lost turn"},
	actors.FaultSensorNoise:        {"S10", "noise", borne("the filter of the velocity bears it; too much of it shows as too much speed"), false, "noise is added to the reading"},
	actors.FaultSensorDisagrees:    {"S12", "redundant sensors disagree", borne("the drive goes by its own sensor; the world sees the other one"), false, "what the drive reports differs from what it goes by"},

	actors.FaultGoroutineLeak: {"A9", "leak of goroutines", borne("nothing waits for them"), false, "goroutines begin that end with the fault only"},
	actors.FaultStrayPanic:    {"A10", "panic outside of an actor", bitten, true, "a goroutine that nobody guards panics, which ends the process"},
	actors.FaultKill:          {"P1", "SIGKILL", bitten, true, "the process ends at once"},
	actors.FaultTerminate:     {"P2", "SIGTERM", borne("the process stops its drives and ends"), true, "the process is asked to end, and asked again"},
	actors.FaultPause:         {"P3", "SIGSTOP and SIGCONT", bitten, false, "the process stands still for a while"},
	actors.FaultOutOfMemory:   {"P4", "out of memory", bitten, true, "the process gets no more memory, and ends"},
	actors.FaultStarvation:    {"P5", "starvation", overrun, false, "threads that compute take the processors away"},
	actors.FaultNoDescriptors: {"P6", "out of descriptors", borne("nothing in a cycle opens a file"), false, "the process can open no more files and sockets"},
	actors.FaultSharedMemory:  {"P7", "shared memory full", borne("nothing in a cycle makes shared memory"), false, "no shared memory can be made"},
	actors.FaultCollector:     {"P8", "collector under stress", overrun, false, "Go's collector runs all the time"},
	actors.FaultThreadLimit:   {"P9", "limit of threads", bitten, true, "the process cannot start a thread, and ends"},

	actors.FaultDiskFull:     {"L1", "disk full", borne("the recording ends and says so; nothing that moves waits for it"), true, "nothing can be written any more"},
	actors.FaultPartialWrite: {"L2", "partial write", borne("the recording ends at its last whole part"), true, "only the beginning of a write arrives"},
	actors.FaultDiskError:    {"L3", "input or output error", borne("the recording ends and says so"), true, "writing, syncing or closing fails"},
	actors.FaultSlowDisk:     {"L4", "slow disk", borne("a recorder that cannot follow drops and counts"), false, "every write takes its time"},
	actors.FaultTornTail:     {"L5", "torn tail", borne("a reader finds everything up to the last whole part"), true, "the end of what was written is lost"},
	actors.FaultBitRot:       {"L6", "bit rot", borne("a reader finds the part whose check-sum is wrong"), true, "bits of what was written flip"},
	actors.FaultReadOnly:     {"L7", "folder that cannot be written to", borne("the recording cannot begin, and the run says so"), true, "nothing can be created or written"},
}
