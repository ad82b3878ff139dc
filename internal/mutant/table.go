package mutant

import (
	"fmt"
	"strings"
)

// Variable is the environment variable that names the defect that is switched on.
const Variable = "ROBO_ACTORS_MUTANT"

// ID numbers a defect.
type ID uint8

// Mutant describes one defect.
type Mutant struct {
	ID   ID
	Name string
	// Wrong says what is wrong, in words.
	Wrong string
	// Part is the part of the system that has the defect.
	Part Part
	// Breaks are the invariants one of which has to fail.
	Breaks []string
	// File is the application beside the first example that has what is wrong, where that has not; empty for all others.
	File string
}

// Part is a part of the system.
type Part string

// The parts: the three layers of protection, the strategies of supervisors, and what joins worlds and actors.
const (
	Gate         Part = "gate"
	Supervision  Part = "supervision"
	DriveLayer   Part = "drive"
	Coupling     Part = "coupling"
	Runtime      Part = "runtime"
	StrategyPart Part = "strategy"
)

// strategies is the application whose supervisors restart one for all, and degrade.
const strategies = "app_strategies.yaml"

// All lists every defect, in the order of their numbers.
func All() []Mutant { return append([]Mutant{}, table[:]...) }

// Of returns a defect by its number, and false where there is none.
func Of(id ID) (Mutant, bool) {
	if id == 0 || int(id) > len(table) {
		return Mutant{}, false
	}
	return table[id-1], true
}

// Find returns the defect with a name. The error lists the names.
func Find(name string) (Mutant, error) {
	var known []string
	for _, m := range table {
		if m.Name == name {
			return m, nil
		}
		known = append(known, m.Name)
	}
	return Mutant{}, fmt.Errorf("no defect is named %q; expected one of %s", name, strings.Join(known, ", "))
}

// The defects. Their numbers are their places in the table.
const (
	_ ID = iota

	// The gate.
	NaNPasses
	RefusedRefreshesAge
	NonceIgnored
	IncarnationNotAsked
	OldCommandPasses
	WithdrawnCommandPasses
	LimitsDropped
	AccelerationDropped
	ArmNumberKept
	SafeModeTooMild
	StopTooMild
	StopForgetsOne
	BusFailureIgnored
	ControllerFailureIgnored
	StopSentOnce
	UnconfirmedUntold
	DriveStopUnnoticed
	OldStatePasses
	RestartForgotten
	StaleHeals
	StopHeals
	PresentIgnored
	ResetSkipped
	RatchetGoesBack

	// Supervision.
	RestartsMiscounted
	WindowHalved
	BackoffSkipped
	BackoffNeverGrows
	EscalationLost
	OneForOneTakesAll
	OneForAllTakesOne
	RestForOneTakesBefore
	DegradeRestarts

	// Drives and their watchdogs.
	FenceSilent
	BrakeOrderSwapped
	RunsAgainstBrake
	WatchdogOff
	StaleFeeds
	LastCommandResent
	RefusedFeeds
	DriverTakesNaN
	SpentNumberObeyed
	DriveStepsDown
	ExitWithoutStop
	RampWrongWay
	RampTooSlow
	RampCreeps
	HoldLetsGo

	// Couplings and what worlds know of each other.
	StaleRampsAway
	CouplingNeverStale
	WithdrawalIgnored
	CouplingUnbounded
	CouplingSteps
	CouplingTakesNaN
	CouplingAmplifies
	AxesSwapped
	Extrapolated
	StaleMarkedFresh
	PeerNeverStale
	PeerStampedNow

	// The runtime.
	HangUnfenced
	InputsSurvive
	IncarnationNotSent
	AgeSinceArrival
	StepTooLong

	WatchdogSlow
	AnyNumberFeeds
	ReadingFeeds
	AgeDoubled
	NeighboursLimits
	HalfRearmed
	NeighboursRunOn
	WithdrawalLost
	OvertakenTaken
	ChecksSkipped
	NeverCounted
	RearmJumps
	ArmDeadlineIgnored
	JointsShifted
	VirtualRampAway
	CouplingRestamped
	VirtualRampSlow
	NonceKept
	NonceOfModes
	StatesStampedNow
	StaleRampSlow
	PatienceTenfold
)

var table = [...]Mutant{
	{NaNPasses, "nan_passes", "the gate does not look whether a velocity is a number", Gate, []string{"V1"}, ""},
	{RefusedRefreshesAge, "refused_refreshes_age", "a command that the gate refuses makes the one before it young again", Gate, []string{"V4"}, ""},
	{NonceIgnored, "nonce_ignored", "the gate takes an acknowledgement of a condition that has changed since", Gate, []string{"V7"}, ""},
	{IncarnationNotAsked, "incarnation_not_asked", "the gate takes an acknowledgement that was made out for another incarnation of it", Gate, []string{"V7"}, ""},
	{OldCommandPasses, "old_command_passes", "the gate goes on with the last command, however old it is", Gate, []string{"V3"}, ""},
	{WithdrawnCommandPasses, "withdrawn_command_passes", "the gate goes on with a command that its controller took back", Gate, []string{"V3", "V5"}, ""},
	{LimitsDropped, "limits_dropped", "the gate knows no limit of velocity", Gate, []string{"V2"}, ""},
	{AccelerationDropped, "acceleration_dropped", "the gate hands steps of velocity on as they are", Gate, []string{"V2"}, ""},
	{ArmNumberKept, "arm_number_kept", "a joint is re-armed under the number that it had before", Gate, []string{"V7"}, ""},
	{SafeModeTooMild, "safe_mode_too_mild", "the joints of a bus that failed go to a mode that is milder than the declared one", Gate, []string{"V5"}, ""},
	{StopTooMild, "stop_too_mild", "an operator who asks for off gets the safe mode of the joint", Gate, []string{"V15"}, ""},
	{StopForgetsOne, "stop_forgets_one", "an operator's stop leaves out the first joint", Gate, []string{"V15"}, ""},
	{BusFailureIgnored, "bus_failure_ignored", "the gate does not listen when a bus fails", Gate, []string{"V5"}, ""},
	{ControllerFailureIgnored, "controller_failure_ignored", "the gate does not listen when a controller fails", Gate, []string{"V5", "V8"}, ""},
	{StopSentOnce, "stop_sent_once", "a stop is sent once, and not again until the next one", Gate, []string{"V12"}, ""},
	{UnconfirmedUntold, "unconfirmed_untold", "nobody is told of a stop that its drive does not confirm", Gate, []string{"V12"}, ""},
	{DriveStopUnnoticed, "drive_stop_unnoticed", "the gate does not notice that a drive has stopped by itself", Gate, []string{"V5", "V19"}, ""},
	{OldStatePasses, "old_state_passes", "the gate moves joints whose state it has not heard of for long", Gate, []string{"V9"}, ""},
	{RestartForgotten, "restart_forgotten", "a gate that failed arms again as if it had begun for the first time", Gate, []string{"V7"}, ""},
	{StaleHeals, "stale_heals", "joints come back by themselves after a command was too old", Gate, []string{"V7"}, ""},
	{StopHeals, "stop_heals", "joints come back by themselves after an operator's stop", Gate, []string{"V7", "V15"}, ""},
	{PresentIgnored, "present_ignored", "an acknowledgement is taken while its cause is still there", Gate, []string{"V7", "V3", "V5"}, ""},
	{ResetSkipped, "reset_skipped", "an acknowledgement is enough after a fault of a drive, which asks for a reset", Gate, []string{"V7"}, ""},
	{RatchetGoesBack, "ratchet_goes_back", "a second, milder demand brings a joint to a milder mode", Gate, []string{"V7"}, ""},
	{RestartsMiscounted, "restarts_miscounted", "a supervisor allows one restart more than its policy", Supervision, []string{"V11"}, ""},
	{WindowHalved, "window_halved", "failures are forgotten after half of the declared time", Supervision, []string{"V11"}, ""},
	{BackoffSkipped, "backoff_skipped", "actors that failed are restarted without a back-off", Supervision, []string{"V11"}, ""},
	{BackoffNeverGrows, "backoff_never_grows", "the back-off stays what it was at the first failure", Supervision, []string{"V11"}, ""},
	{EscalationLost, "escalation_lost", "what a supervisor gives up is given to nobody", Supervision, []string{"V11", "V19"}, ""},
	{OneForOneTakesAll, "one_for_one_takes_all", "one for one restarts the siblings too", StrategyPart, []string{"V11"}, ""},
	{OneForAllTakesOne, "one_for_all_takes_one", "one for all restarts only the actor that failed", StrategyPart, []string{"V11"}, strategies},
	{RestForOneTakesBefore, "rest_for_one_takes_before", "rest for one restarts those that were started before, not those after", StrategyPart, []string{"V11"}, ""},
	{DegradeRestarts, "degrade_restarts", "degrade restarts the actor that failed", StrategyPart, []string{"V11"}, strategies},
	{FenceSilent, "fence_silent", "a bus that fails does not stop its drives", DriveLayer, []string{"V5"}, ""},
	{BrakeOrderSwapped, "brake_order_swapped", "a drive gives torque up before its brake has closed", DriveLayer, []string{"V14"}, ""},
	{RunsAgainstBrake, "runs_against_brake", "a drive moves before its brake has opened", DriveLayer, []string{"V14"}, ""},
	{WatchdogOff, "watchdog_off", "the drives have no watchdog", DriveLayer, []string{"V3", "V5"}, ""},
	{StaleFeeds, "stale_feeds", "a command that is too old is handed over, and feeds the watchdog of its drive", DriveLayer, []string{"V4", "V3"}, ""},
	{LastCommandResent, "last_command_resent", "a bus that has no new command hands the last one over again", DriveLayer, []string{"V3"}, ""},
	{RefusedFeeds, "refused_feeds", "a command that the driver refuses feeds the watchdog of its drives", DriveLayer, []string{"V4"}, ""},
	{DriverTakesNaN, "driver_takes_nan", "the driver does not look whether a velocity is a number", DriveLayer, []string{"V1"}, ""},
	{SpentNumberObeyed, "spent_number_obeyed", "a drive that stopped moves again by commands of before", DriveLayer, []string{"V8", "V7", "V5"}, ""},
	{DriveStepsDown, "drive_steps_down", "a drive goes to a milder mode when it is told to", DriveLayer, []string{"V7"}, ""},
	{ExitWithoutStop, "exit_without_stop", "a bus that ends leaves its drives alone", DriveLayer, []string{"V5"}, ""},
	{RampWrongWay, "ramp_wrong_way", "the ramp of a drive accelerates", DriveLayer, []string{"V6"}, ""},
	{RampTooSlow, "ramp_too_slow", "the ramp of a drive takes four times as long", DriveLayer, []string{"V6", "V13"}, ""},
	{RampCreeps, "ramp_creeps", "the ramp of a drive does not end at standstill", DriveLayer, []string{"V13", "V6"}, ""},
	{HoldLetsGo, "hold_lets_go", "a drive lets go where its ramp has ended", DriveLayer, []string{"V6"}, ""},
	{StaleRampsAway, "stale_ramps_away", "the ramp after a stale command goes to the limit instead of to zero", Coupling, []string{"V9"}, ""},
	{CouplingNeverStale, "coupling_never_stale", "the receiver of a coupling goes on with the last command, however old it is", Coupling, []string{"V9"}, ""},
	{WithdrawalIgnored, "withdrawal_ignored", "the receiver of a coupling goes on with a command that was taken back", Coupling, []string{"V9"}, ""},
	{CouplingUnbounded, "coupling_unbounded", "no limit of velocity is applied after a coupling", Coupling, []string{"V2"}, ""},
	{CouplingSteps, "coupling_steps", "a coupling hands steps of velocity on as they are", Coupling, []string{"V2"}, ""},
	{CouplingTakesNaN, "coupling_takes_nan", "a coupling takes what is no number", Coupling, []string{"V1"}, ""},
	{CouplingAmplifies, "coupling_amplifies", "a coupling hands on a tenth more than it was given", Coupling, []string{"V20"}, ""},
	{AxesSwapped, "axes_swapped", "a coupling takes one axis for another", Coupling, []string{"V20"}, ""},
	{Extrapolated, "extrapolated", "a coupling goes on beyond the newest value instead of up to it", Coupling, []string{"V20"}, ""},
	{StaleMarkedFresh, "stale_marked_fresh", "a state of drives that is too old is called valid", Coupling, []string{"V9"}, ""},
	{PeerNeverStale, "peer_never_stale", "a state of another world that is too old is called valid", Coupling, []string{"V9"}, ""},
	{PeerStampedNow, "peer_stamped_now", "a state of another world is called as young as its cycle", Coupling, []string{"V20"}, ""},
	{HangUnfenced, "hang_unfenced", "what hangs is not fenced off from its drives", Runtime, []string{"V5"}, ""},
	{InputsSurvive, "inputs_survive", "an actor that restarts takes up values that were sent before", Runtime, []string{"V8", "V5"}, ""},
	{IncarnationNotSent, "incarnation_not_sent", "what an actor sends after a restart carries the number of its first life", Runtime, []string{"V8", "V19"}, ""},
	{AgeSinceArrival, "age_since_arrival", "the age of a value counts from when it arrived, not from when it was true", Runtime, []string{"V9"}, ""},
	{StepTooLong, "step_too_long", "after a missed cycle the gate believes that more time has passed than did", Gate, []string{"V2"}, ""},
	{WatchdogSlow, "watchdog_too_slow", "the watchdog of a drive takes twice its time", DriveLayer, []string{"V4", "V3"}, ""},
	{AnyNumberFeeds, "any_number_feeds", "a command with a number of before the last re-arm feeds the watchdog of its drive", DriveLayer, []string{"V4", "V3"}, ""},
	{ReadingFeeds, "reading_feeds", "a bus that only reads its drives feeds their watchdogs", DriveLayer, []string{"V4", "V3"}, ""},
	{AgeDoubled, "age_doubled", "the gate lets commands become twice as old as it may", Gate, []string{"V3"}, ""},
	{NeighboursLimits, "neighbours_limits", "the gate takes the limits of the next joint", Gate, []string{"V2"}, ""},
	{HalfRearmed, "half_rearmed", "joints of a controller come back alone, while others of it are stopped", Gate, []string{"V5"}, ""},
	{NeighboursRunOn, "neighbours_run_on", "a fault of one drive does not stop the other joints of its controller", Gate, []string{"V5"}, ""},
	{WithdrawalLost, "withdrawal_lost", "a link does not carry that a value is taken back", Runtime, []string{"V3"}, ""},
	{OvertakenTaken, "overtaken_taken", "a link hands over a value that a newer one has overtaken", Runtime, []string{"V3"}, ""},
	{ChecksSkipped, "checks_skipped", "a reset is taken without the start-up checks", Gate, []string{"V7"}, ""},
	{NeverCounted, "never_counted", "a supervisor counts each failure as the first one", Supervision, []string{"V11"}, ""},
	{RearmJumps, "rearm_jumps", "after re-arm the set-point begins at the command, not at the measured state", Gate, []string{"V2", "V19"}, ""},
	{ArmDeadlineIgnored, "arm_deadline_ignored", "the gate waits for ever for a drive that does not take up its re-arm", Gate, []string{"V5"}, ""},
	{JointsShifted, "joints_shifted", "a snapshot has the state of each drive for the joint of the next one", Coupling, []string{"V19", "V20"}, ""},
	{VirtualRampAway, "virtual_ramp_away", "the gate's ramp of a virtual joint that is stopped goes to the limit", Gate, []string{"V6", "V9"}, ""},
	{CouplingRestamped, "coupling_restamped", "a coupling counts the age of a command from its arrival", Coupling, []string{"V8", "V9"}, ""},
	{VirtualRampSlow, "virtual_ramp_slow", "the gate's ramp of a virtual joint that is stopped takes four times as long", Gate, []string{"V6"}, ""},
	{NonceKept, "nonce_kept", "a new cause of a stop does not change the nonce that an operator acknowledges", Gate, []string{"V7"}, ""},
	{NonceOfModes, "nonce_of_modes", "a new cause changes the nonce only where the joint goes to another mode", Gate, []string{"V7"}, ""},
	{StatesStampedNow, "states_stamped_now", "a snapshot stamps states of drives when it reads them, not when they were measured", Coupling, []string{"V20", "V9"}, ""},
	{StaleRampSlow, "stale_ramp_slow", "the ramp after a stale command takes four times as long", Coupling, []string{"V9"}, ""},
	{PatienceTenfold, "patience_tenfold", "a bus waits for ten times as many lost answers until it fails", DriveLayer, []string{"V5"}, ""},
}
