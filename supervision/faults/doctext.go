package faults

import (
	"time"

	"github.com/robo-actors/robo-actors/actors"
)

// about describes a kind of fault.
type about struct {
	id, title string
	detection Detection
	stays     bool // something stays stopped, lost or wrong after the fault
	doc       string
}

// refused is the check of invalid values by a gate, by perception and by the standard controllers.
// The runtime forwards such values.
var refused = nextCycle("the receiver rejects the value, as gate, perception and the standard controllers do")

// trips is the time until a drive that heats up trips.
var trips = Detection{By: "the drive trips and reports it", bound: func(t Timing) time.Duration { return time.Minute + 2*t.Source + t.Period }}

// busy detects a tick that takes long: later ones are missed, or it counts as hung.
var busy = Detection{By: "missed releases fill the overrun bucket, a receiver rejects the value as too old, or the tick exceeds its limit", bound: func(t Timing) time.Duration {
	return max(overrun.bound(t), hung.bound(t))
}}

// late detects releases of a world that are late by up to a second. Its gate is as late as its
// controllers and then rejects old values.
var late = Detection{By: "the late release rejects the values as too old; meanwhile the drives' own watchdogs trip", bound: func(t Timing) time.Duration {
	return time.Second + 2*t.Period
}}

// noResult is how an actor learns of a job that fails. Only the job's deadline bounds the time.
var noResult = borne("the actor receives the error of its job, at the latest at the job's deadline; ticks do not wait for jobs")

// descriptions describes every kind.
var descriptions = map[actors.FaultKind]about{
	actors.FaultDrop:        {"N1", "loss", aged, false, "values are lost, withdrawals too; burst of them in a row"},
	actors.FaultDuplicate:   {"N2", "duplicates", borne("a sequence number that was seen is not new: the second value has no effect"), false, "values arrive twice"},
	actors.FaultReorder:     {"N3", "reordering", borne("a value that a newer one has overtaken is dropped"), false, "values fall behind later ones, by a random number for each"},
	actors.FaultDelay:       {"N4", "constant delay", aged, false, "values arrive later"},
	actors.FaultDelayRandom: {"N4", "random delay", aged, false, "values arrive late, each by its own exponentially distributed time"},
	actors.FaultCorrupt:     {"N5", "corruption", refused, false, "bits of a number flip; plausible results stay within the gate's limits"},
	actors.FaultTruncate:    {"N6", "truncation", refused, false, "slices lose their last elements"},
	actors.FaultMasquerade:  {"N7", "masquerade", refused, false, "each value is followed by a forged one, with random numbers and a higher sequence number"},
	actors.FaultMisdirect:   {"N8", "wrong address", aged, false, "values arrive at another link of the same type, which rejects values of other senders"},
	actors.FaultPartition:   {"N9", "partition", aged, false, "all values are lost on the matching links and, if both ways, on the links back"},
	actors.FaultClog:        {"N10", "clog and burst", aged, false, "values are held back and arrive all at once at the end"},
	actors.FaultHalfOpen:    {"N11", "half-open link", aged, true, "all values are lost, also after the fault has ended, until sender or receiver starts a new incarnation"},
	actors.FaultSlowReader:  {"N12", "slow reader", aged, false, "the receiver gets one value per interval; values do not accumulate"},
	actors.FaultOversize:    {"N13", "huge message", aged, false, "values are longer than the port's size and are rejected on arrival"},
	actors.FaultOldSchema:   {"N14", "older schema", refused, false, "the last fields of a value are missing: numbers are zero, slices are empty"},
	actors.FaultFreeze:      {"S2", "frozen value", borne("the value is plausible: only a comparison with another sensor would detect it"), false, "the value repeats, with new stamps"},
	actors.FaultReplay:      {"N2", "replay", borne("the value is plausible; a drive ignores arm numbers from before its last re-arm, and ignored commands do not feed its watchdog"), false, "values are recorded and sent again later in place of the true ones, with new stamps"},
	actors.FaultNaN:         {"S8", "values that are not finite", refused, false, "all numbers of a value become NaN, or a share of them"},
	actors.FaultExtreme:     {"S8", "extreme values", refused, false, "numbers become infinite, huge, denormal, or a multiple; plausible results stay within the gate's limits"},
	actors.FaultStamp:       {"S11", "wrong stamps", aged, false, "stamps freeze, run backwards or lie in the future"},
	actors.FaultQuaternion:  {"S13", "quaternion not of unit length", refused, false, "quaternions are zero, scaled or negated"},
	actors.FaultClockStep:   {"C1", "step of the sender's clock", aged, false, "stamps are off by up to an hour"},
	actors.FaultClockDrift:  {"C4", "drift of the sender's clock", borne("the age counts from the arrival if a stamp is ahead, and otherwise grows by half a millisecond per second"), false, "stamps run too fast or too slow"},
	actors.FaultClockSkew:   {"C5", "skew between two worlds", aged, false, "stamps of a world are ahead or behind"},

	actors.FaultPanic:            {"A1", "panic", failed, false, "the actor's code panics: in a tick, a message, its start, its change to the safe mode, its stop"},
	actors.FaultConstructorPanic: {"A2", "panic in the constructor", failed, false, "the next tick fails, and the following constructor panics once"},
	actors.FaultError:            {"", "error", failed, false, "the next tick returns an error; with a duration, every tick"},
	actors.FaultHang:             {"A3", "hang", hung, false, "the next tick does not return, or returns late; in virtual time the clock models it"},
	actors.FaultGoexit:           {"A4", "end of the goroutine", failed, false, "the next tick calls runtime.Goexit; in virtual time its outcome is modelled"},
	actors.FaultSlow:             {"A5", "slow handler", busy, false, "ticks take longer"},
	actors.FaultFlood:            {"A6", "flood of the queue", borne("a queue is bounded, and a tick delivers only the messages that waited at its start"), false, "messages without meaning fill the queue"},
	actors.FaultStopActor:        {"A7", "stop from outside", aged, true, "the actor is stopped permanently"},
	actors.FaultCrashLoop:        {"A8", "restart storm", failed, false, "ticks panic, and so does every start"},
	actors.FaultWatchLate:        {"A11", "lost or late event of an end", aged, false, "the watchers of the actor receive its life-cycle events late, or not at all"},
	actors.FaultWrongMessage:     {"A12", "message of a wrong type", borne("an actor ignores messages of unknown types"), false, "the actor gets a message of an unknown type"},
	actors.FaultParentDies:       {"A13", "death of the supervisor", failed, false, "the supervisor of the actor fails; its parent decides about all its actors"},
	actors.FaultTickLate:         {"C2", "late ticks", late, false, "releases come late"},
	actors.FaultTickMissed:       {"C2", "missed ticks", overrun, false, "releases do not come"},
	actors.FaultTickBurst:        {"C3", "burst of ticks", overrun, false, "releases pause, and then the timer fires several times at once: missed releases are skipped"},
	actors.FaultSuspend:          {"C6", "suspend and resume", overrun, false, "no actor runs for a while, as in a stopped process"},
	actors.FaultBadPeriod:        {"C7", "nonsensical period", borne("control laws tolerate it, and the gate limits their results"), false, "ticks report an impossible time since the last one"},

	actors.FaultJobSlow:  {"", "slow job", noResult, false, "jobs take longer; a job that exceeds its deadline has no result"},
	actors.FaultJobError: {"", "error of a job", noResult, false, "the next job of the actor returns an error; with a duration, every job"},
	actors.FaultJobPanic: {"", "panic of a job", noResult, false, "the code of the next job panics; with a duration, that of every job"},
	actors.FaultJobWrong: {"", "wrong result of a job", borne("the receiver checks a result before it uses it: pick_and_place checks every path again"), false, "the result of the next job is wrong: a path through obstacles, to another place, or no path at all; with a duration, that of every job"},
	actors.FaultJobHang:  {"", "hang of a job", noResult, true, "the next job does not return, or returns late, and ignores its cancellation; meanwhile it keeps a thread of jobs"},

	actors.FaultNoReply:       {"D1", "no reply", silent, false, "the drive receives, but does not answer"},
	actors.FaultLateReply:     {"D2", "late reply", borne("the answer is a few periods old, less than the permitted silence of a drive"), false, "answers come several replies late"},
	actors.FaultRepeatedReply: {"D3", "frozen counter", silent, false, "the same answer repeats, with the same counter"},
	actors.FaultSwappedReply:  {"D4", "swapped replies", silent, false, "the drive and its neighbour on the bus answer with each other's address"},
	actors.FaultCode:          {"D5", "fault code", shown, false, "the drive reports a fault and reacts to it"},
	actors.FaultSilentReset:   {"D6", "silent reset", shown, false, "the drive restarts: off, without its arm number"},
	actors.FaultTimeoutMode:   {"D7", "unfounded time-out", shown, false, "the drive enters its time-out mode although it was fed"},
	actors.FaultDerating:      {"D8", "derating", shown, false, "the drive limits its effort and reports a limit code"},
	actors.FaultTorque:        {"D9", "wrong effort", borne("the motion limits of drive and gate hold; a following error or excess speed shows where it matters"), false, "the joint feels less, more or the opposite of the drive's effort"},
	actors.FaultSaturation:    {"D10", "velocity saturates", borne("the joint lags, within its limits"), false, "the drive reaches only a share of its velocity limit"},
	actors.FaultStuckJoint:    {"D11", "stuck joint", borne("the joint does not move, its effort within its limits"), false, "dry friction jams the joint"},
	actors.FaultFreeWheel:     {"D12", "broken coupling", borne("the joint is not driven; its own world observes its position"), false, "neither motor nor brake acts on the joint"},
	actors.FaultOverheats:     {"D13", "over-temperature", trips, false, "effort falls as the temperature rises, until the drive trips"},
	actors.FaultVoltage:       {"D14", "supply sags or surges", shown, false, "the limits of effort and velocity follow the voltage; outside its bounds the drive trips"},
	actors.FaultBrake:         {"D15", "brake stuck or slipping", borne("an open brake shows once the joint moves without torque"), false, "the brake does not close, does not open or does not hold"},
	actors.FaultConfigLost:    {"D16", "lost configuration", shown, true, "the drive has no limits and no watchdog any more, and reports that it is not configured"},
	actors.FaultRejectsMode:   {"D17", "rejected change of mode", Detection{By: "the drive has not obeyed within its time", bound: func(t Timing) time.Duration { return t.Silence + t.Source + 2*t.Period }}, false, "the drive stays in its mode and ignores commands to change it"},
	actors.FaultClearsFault:   {"D18", "fault clears by itself", shown, false, "the drive reports a fault and clears it by itself"},

	actors.FaultSensorOff:          {"S1", "sensor off", shown, false, "the encoder gives no reading"},
	actors.FaultSensorStuck:        {"S2", "sensor stuck", borne("the reading is plausible; the drive detects a following error where a limit is set"), false, "the encoder repeats one reading"},
	actors.FaultSensorGarbage:      {"S3", "random readings", shown, false, "the encoder reads random bits"},
	actors.FaultSensorBias:         {"S4", "bias", borne("the reading is plausible: only a second sensor would detect it"), false, "the reading is off by a constant"},
	actors.FaultSensorScale:        {"S4", "wrong scale or sign", borne("the reading is plausible; a wrong sign shows as excess speed where it matters"), false, "the reading is multiplied"},
	actors.FaultSensorSwapped:      {"S4", "swapped axes", borne("the reading is plausible; a following error or excess speed shows where it matters"), false, "the encoder reads the next joint of the bus"},
	actors.FaultSensorSlow:         {"S5", "slow sensor", borne("the readings are true, but older by less than their interval"), false, "only one of several samples is new"},
	actors.FaultSensorDelayed:      {"S6", "delayed sensor", borne("the readings are true, but old"), false, "readings come several samples late"},
	actors.FaultSensorIntermittent: {"S7", "intermittent sensor", shown, false, "readings fail in bursts, as in a Gilbert-Elliott channel"},
	actors.FaultSensorExtreme:      {"S8", "extreme readings", shown, false, "the encoder reads NaN, infinity, a denormal number or 1e300"},
	actors.FaultSensorJump:         {"S9", "jump of the reading", shown, false, "the reading jumps, as after a lost turn"},
	actors.FaultSensorNoise:        {"S10", "noise", borne("the velocity filter tolerates it; more noise shows as excess speed"), false, "noise is added to the reading"},
	actors.FaultSensorDisagrees:    {"S12", "redundant sensors disagree", borne("the drive uses its own sensor; the world sees the other one"), false, "the drive reports another value than it uses"},

	actors.FaultMute:             {"D1", "mute servo", silent, false, "the servo neither receives nor answers; its watchdog trips"},
	actors.FaultBusStalled:       {"", "stalled bus", silent, false, "no frame arrives, on the whole bus of the joint; the watchdogs of its servos trip"},
	actors.FaultFramesCorrupt:    {"", "corrupt frames", silent, false, "bits of frames flip, on the whole bus: a servo drops such a frame by its checksum, the host gets the answer as it is"},
	actors.FaultFramesDuplicated: {"", "duplicated frames", borne("a command that was obeyed has no further effect, and of two answers the newest counts"), false, "frames arrive twice, on the whole bus"},
	actors.FaultFramesLate:       {"", "late frames", shown, false, "commands arrive late, on the whole bus, and with them their answers"},

	actors.FaultImuFrozen: {"S2", "frozen inertial unit", borne("the reading is plausible: only a comparison with another sensor would detect it; a robot that falls by it is damped"), false, "the unit repeats one reading, with new stamps"},
	actors.FaultImuBiased: {"S4", "biased inertial unit", borne("the reading is plausible: only a second sensor would detect it; a robot that falls by it is damped"), false, "a reading is off by a constant"},

	actors.FaultAgentSilent:  {"", "silent agent", borne("the agent loses its lease, silent_after, and the ladder of the spine begins"), false, "the agent runs, and sends nothing"},
	actors.FaultAgentHostile: {"", "hostile agent", borne("the spine rejects invalid requests, which are no sign of life; actions within the limits are obeyed"), false, "the agent sends random bytes, actions at and beyond the limits, unknown requests, or stops and starts"},
	actors.FaultAgentSecond:  {"", "two agents on one line", borne("the spine serves one request after the other; each is checked by itself"), false, "a second agent sends starts and actions of its own between those of the first"},

	actors.FaultBodyMoved: {"", "moved body", borne("the newest scene has it there: pick_and_place looks at what is left of a motion in it, and elastic_plan deforms its plan"), false, "somebody moves a body of an environment, and moves it back at the end; a body that is held stays in the hand"},

	actors.FaultGoroutineLeak: {"A9", "leak of goroutines", borne("nothing waits for them"), false, "goroutines start that end only with the fault"},
	actors.FaultStrayPanic:    {"A10", "panic outside of an actor", bitten, true, "an unprotected goroutine panics, which ends the process"},
	actors.FaultKill:          {"P1", "SIGKILL", bitten, true, "the process ends at once"},
	actors.FaultTerminate:     {"P2", "SIGTERM", borne("the process stops its drives and ends"), true, "the process is asked to end, twice"},
	actors.FaultPause:         {"P3", "SIGSTOP and SIGCONT", bitten, false, "the process pauses"},
	actors.FaultOutOfMemory:   {"P4", "out of memory", bitten, true, "the process gets no more memory, and ends"},
	actors.FaultStarvation:    {"P5", "starvation", overrun, false, "computing threads occupy the processors"},
	actors.FaultNoDescriptors: {"P6", "out of descriptors", borne("no cycle opens a file"), false, "the process can open no more files and sockets"},
	actors.FaultSharedMemory:  {"P7", "shared memory full", borne("no cycle creates shared memory"), false, "shared memory cannot be created"},
	actors.FaultCollector:     {"P8", "collector under stress", overrun, false, "Go's collector runs all the time"},
	actors.FaultThreadLimit:   {"P9", "limit of threads", bitten, true, "the process cannot start a thread, and ends"},

	actors.FaultDiskFull:     {"L1", "disk full", borne("the recording ends and reports it; no control loop waits for it"), true, "writes fail"},
	actors.FaultPartialWrite: {"L2", "partial write", borne("the recording ends at its last whole part"), true, "only the start of a write arrives"},
	actors.FaultDiskError:    {"L3", "input or output error", borne("the recording ends and reports it"), true, "writing, syncing or closing fails"},
	actors.FaultSlowDisk:     {"L4", "slow disk", borne("a recorder that cannot keep up drops values and counts them"), false, "every write is slow"},
	actors.FaultTornTail:     {"L5", "torn tail", borne("a reader finds everything up to the last whole part"), true, "the end of what was written is lost"},
	actors.FaultBitRot:       {"L6", "bit rot", borne("a reader finds the part with the wrong checksum"), true, "bits of what was written flip"},
	actors.FaultReadOnly:     {"L7", "folder without write permission", borne("the recording cannot start, and the run reports it"), true, "nothing can be created or written"},
}
