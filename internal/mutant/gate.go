package mutant

// gateMutants are the defects of the gate and of the rules of modes that it follows.
var gateMutants = []Mutant{
	{
		Name: "effort_rate_in_cycles", Wrong: "after a re-arm the effort changes per cycle by what it may change per second",
		Part: Gate, Breaks: []string{"V2", "V28"}, Application: fleet,
		Patches: []Patch{{gateMove, `s.effort[i] = setpoint.Slew(s.effort[i], a.effort[i], j.Limits[i].RearmEffortRate*dt)`, `s.effort[i] = setpoint.Slew(s.effort[i], a.effort[i], j.Limits[i].RearmEffortRate)`}},
	},
	{
		Name: "reported_fault_alone", Wrong: "a reported fault stops its joint only, and the others of the controller run on",
		Part: Gate, Breaks: []string{"L1"}, Application: fleet,
		Patches: []Patch{{"worlds/gate/internal/core/operator.go", `g.share(j, f, modes.Event{Kind: modes.Demand, Cause: externalCause(f),`, `g.reacts(j, f, modes.Event{Kind: modes.Demand, Cause: externalCause(f),`}},
	},
	{
		Name: "reported_fault_forgotten", Wrong: "a gate that restarts forgets the faults that were reported to it",
		Part: Gate, Breaks: []string{"L1"}, Application: fleet,
		Patches: []Patch{{"worlds/gate/internal/core/gate.go", `if before[i].External.has(f) {`, `if false {`}},
	},
	{
		Name: "milder_fault_lowers_level", Wrong: "a later fault replaces the level of re-arm that an earlier one required",
		Part: Gate, Breaks: []string{"L1", "V7"}, Application: fleet,
		Patches: []Patch{{"supervision/modes/level.go", `l.Level, l.Clean = max(l.Level, other.Level), max`, `l.Level, l.Clean = other.Level, max`}},
	},
	{
		Name: "nan_passes", Wrong: "the gate does not check that a velocity is finite",
		Part: Gate, Breaks: []string{"V1"},
		Patches: []Patch{{gateExamine, `case x-x != 0:`, `case false:`}},
	},
	{
		Name: "refused_refreshes_age", Wrong: "a rejected command refreshes the age of the command before it",
		Part: Gate, Breaks: []string{"V4"},
		Patches: []Patch{{gateSupervise, `c.withdrawn || a.stamp.Age(now) > c.MaxAge || a.stamp`, `c.withdrawn || c.judged.Age(now) > c.MaxAge || a.stamp`}},
	},
	{
		Name: "nonce_ignored", Wrong: "the gate accepts an acknowledgement of a condition that has changed since",
		Part: Gate, Breaks: []string{"V7"},
		Patches: []Patch{{gateOperator, `if seen := g.Nonce(); nonce != seen {`, `if seen := g.Nonce(); nonce != seen && false {`}},
	},
	{
		Name: "incarnation_not_asked", Wrong: "the gate accepts an acknowledgement addressed to another incarnation of the gate",
		Part: Gate, Breaks: []string{"V7"},
		Patches: []Patch{{gateOperator, `; incarnation != own {`, `; incarnation != own && false {`}},
	},
	{
		Name: "old_command_passes", Wrong: "the gate follows the last command, whatever its age",
		Part: Gate, Breaks: []string{"V3"},
		Patches: []Patch{{gateSupervise, ` || a.stamp.Age(now) > c.MaxAge || a.stamp`, ` || a.stamp`}},
	},
	{
		Name: "withdrawn_command_passes", Wrong: "the gate follows a command that its controller has withdrawn",
		Part: Gate, Breaks: []string{"V3", "V5"},
		Patches: []Patch{{gateExamine, `c.withdrawn = true`, `c.withdrawn = false`}},
	},
	{
		Name: "limits_dropped", Wrong: "the gate applies no velocity limit",
		Part: Gate, Breaks: []string{"V2"},
		Patches: []Patch{
			{gateExamine, `case math.Abs(x) > limit*(1+Tolerance):`, `case false:`},
			{gateExamine, `setpoint.Within(a.velocity[i], j.Limits[i].Velocity)`, `setpoint.Within(a.velocity[i], Farthest)`},
			{gateMove, `wanted[i] = setpoint.Within(wanted[i], j.bound(i).Velocity)`, `wanted[i] = setpoint.Within(wanted[i], Farthest)`},
		},
	},
	{
		Name: "acceleration_dropped", Wrong: "the gate forwards steps of velocity unchanged",
		Part: Gate, Breaks: []string{"V2"},
		Patches: []Patch{{gateMove, `most := j.bound(i).Acceleration`, `most := math.Inf(1)`}},
	},
	{
		Name: "arm_number_kept", Wrong: "re-arm keeps the arm number that the joint had before",
		Part: Gate, Breaks: []string{"V7"},
		Patches: []Patch{{gateSupervise, `j.arm = max(j.arm, j.drive.arm) + 1`, ``}},
	},
	{
		Name: "safe_mode_too_mild", Wrong: "the joints of a failed bus enter a milder mode than the declared one",
		Part: Gate, Breaks: []string{"V5"},
		Patches: []Patch{{gateOperator, `g.share(&g.joints[i], lossOf(cause), modes.Event{Kind: modes.Demand, Cause: cause, Mode: mode, Requires: requires, Now: now}, textFailed)`,
			"_ = mode\n\t\tg.moment(&g.joints[i], lossOf(cause), modes.Event{Kind: modes.Demand, Cause: cause, Mode: messages.ModeRampHold, Requires: requires, Now: now}, textFailed)"}},
	},
	{
		Name: "stop_too_mild", Wrong: "an operator's request for off leads to the safe mode of the joint",
		Part: Gate, Breaks: []string{"V15"},
		Patches: []Patch{{gateOperator, `if mode.Passes() {`, `if true {`}},
	},
	{
		Name: "stop_forgets_one", Wrong: "an operator's stop omits the first joint",
		Part: Gate, Breaks: []string{"V15"},
		Patches: []Patch{{"worlds/gate/stop.go", "for _, i := range joints {\n\t\ta.gate.Stop(", "joints = joints[1:]\n\tfor _, i := range joints {\n\t\ta.gate.Stop("}},
	},
	{
		Name: "bus_failure_ignored", Wrong: "the gate ignores the failure of a bus",
		Part: Gate, Breaks: []string{"V5"},
		Patches: []Patch{{"worlds/gate/actor.go", `case failed:`, `case false:`}},
	},
	{
		Name: "controller_failure_ignored", Wrong: "the gate ignores the failure of a controller",
		Part: Gate, Breaks: []string{"V5", "V8"},
		Patches: []Patch{{"worlds/gate/actor.go", `; ok && failed {`, `; ok && false {`}},
	},
	{
		Name: "stop_sent_once", Wrong: "a stop is sent once and not repeated",
		Part: Gate, Breaks: []string{"V12"},
		Patches: []Patch{
			{gateMain, "type bus struct {\n\t*Bus", "type bus struct {\n\t*Bus\n\tstopSent bool"},
			{gateOutput, `return b.ready && n == len(b.joints)`, `stops := true
	for _, i := range b.joints {
		stops = stops && !g.joints[i].state.Mode.Passes()
	}
	if stops && b.stopSent {
		return false
	}
	b.stopSent = stops
	return b.ready && n == len(b.joints)`},
		},
	},
	{
		Name: "unconfirmed_untold", Wrong: "a stop that its drive does not confirm is not reported",
		Part: Gate, Breaks: []string{"V12"},
		Patches: []Patch{{gateState, `s.alarmed = true`, "s.alarmed = true\n\tif s.alarmed {\n\t\treturn\n\t}"}},
	},
	{
		Name: "drive_stop_unnoticed", Wrong: "the gate does not notice that a drive has stopped by itself",
		Part: Gate, Breaks: []string{"V5", "V19"},
		Patches: []Patch{{gateState, `case !obeys:`, `case false:`}},
	},
	{
		Name: "old_state_passes", Wrong: "the gate moves joints whose state is too old",
		Part: Gate, Breaks: []string{"V9"},
		Patches: []Patch{
			{gateState, `m.ever && in.Now.Sub(m.at) <= j.StateMaxAge`, `m.ever`},
			{gateSupervise, ` || now.Sub(j.drive.at) > j.StateMaxAge`, ``},
		},
	},
	{
		Name: "restart_forgotten", Wrong: "a gate that failed arms again as at its first start",
		Part: Gate, Breaks: []string{"V7"},
		Patches: []Patch{
			{"worlds/gate/memory.go", "func (m *Memory) recall() []core.Past {", "func (m *Memory) recall() []core.Past {\n\tm = nil"},
			{gateMain, `if incarnation > 1 {`, `if false {`},
		},
	},
	{
		Name: "stale_heals", Wrong: "joints re-arm by themselves after a command was too old",
		Part: Gate, Breaks: []string{"V7"},
		Patches: []Patch{{modesRearm, `r.By[messages.CauseStartup] = start`, "r.By[messages.CauseStartup] = start\n\tr.By[messages.CauseStale] = Auto"}},
	},
	{
		Name: "stop_heals", Wrong: "joints re-arm by themselves after an operator's stop",
		Part: Gate, Breaks: []string{"V7", "V15"},
		Patches: []Patch{
			{modesRearm, `r.By[messages.CauseStartup] = start`, "r.By[messages.CauseStartup] = start\n\tr.By[messages.CauseOperator] = Auto"},
			{modesRearm, `if r.By[c] == Auto {`, `if false {`},
		},
	},
	{
		Name: "present_ignored", Wrong: "an acknowledgement is accepted while its cause is still present",
		Part: Gate, Breaks: []string{"V7", "V3", "V5"},
		Patches: []Patch{{modesAutomaton, `case s.Present != 0:`, `case false:`}},
	},
	{
		Name: "reset_skipped", Wrong: "an acknowledgement suffices after a drive fault, which requires a reset",
		Part: Gate, Breaks: []string{"V7"},
		Patches: []Patch{{modesAutomaton, `case !r.enough(e.Way, &s):`, `case false:`}},
	},
	{
		Name: "ratchet_goes_back", Wrong: "a second, milder demand moves a joint to a milder mode",
		Part: Gate, Breaks: []string{"V7"},
		Patches: []Patch{{modesAutomaton, `to := messages.MoreSevere(s.Mode, mode)`, `to := mode`}},
	},
	{
		Name: "step_too_long", Wrong: "after a missed cycle the gate computes with more time than has passed",
		Part: Gate, Breaks: []string{"V2"},
		Patches: []Patch{{gateMain, `if g.decided, g.decidedAt = true, in.Now; step <= 0 {`,
			"if step > g.config.Period {\n\t\tstep *= 3\n\t}\n\tif g.decided, g.decidedAt = true, in.Now; step <= 0 {"}},
	},
	{
		Name: "age_doubled", Wrong: "the gate lets commands become twice as old as declared",
		Part: Gate, Breaks: []string{"V3"},
		Patches: []Patch{{gateSupervise, `a.stamp.Age(now) > c.MaxAge || a.stamp`, `a.stamp.Age(now) > 2*c.MaxAge || a.stamp`}},
	},
	{
		Name: "neighbours_limits", Wrong: "the gate applies the limits of the next joint",
		Part: Gate, Breaks: []string{"V2"},
		Patches: []Patch{{"worlds/gate/config.go", `slot := c.World.Slot(i)`, `slot := c.World.Slot(i)
		if next := c.World.Slot((i + 1) % c.World.NumJoints()); next.VelocityLength == slot.VelocityLength {
			slot = next
		}`}},
	},
	{
		Name: "half_rearmed", Wrong: "joints of a controller re-arm while other joints of it are stopped",
		Part: Gate, Breaks: []string{"V5"},
		Patches: []Patch{
			{gateOperator, `alone := c.Independent || j.Role == Virtual`, `alone := true`},
			{gateSupervise, `j.ripe && (all || c.Independent || j.Role == Virtual) {`, `j.ripe {`},
		},
	},
	{
		Name: "neighbours_run_on", Wrong: "a fault of one drive does not stop the other joints of its controller",
		Part: Gate, Breaks: []string{"V5"},
		Patches: []Patch{{gateSupervise, `g.controllers[j.controller].Independent || j.Role != Driven {`, `g.controllers[j.controller].Independent || true {`}},
	},
	{
		Name: "checks_skipped", Wrong: "a reset is accepted without the start-up checks",
		Part: Gate, Breaks: []string{"V7"},
		Patches: []Patch{{gateOperator, `return r.Check()`, `return NoCheck, ""`}},
	},
	{
		Name: "rearm_jumps", Wrong: "after re-arm the set-point starts at the command, not at the measured state",
		Part: Gate, Breaks: []string{"V2", "V19"},
		Patches: []Patch{{gateSupervise, `j.phase = waiting`, `j.phase = following`}},
	},
	{
		Name: "arm_deadline_ignored", Wrong: "the gate waits without limit for a drive that does not obey re-arm",
		Part: Gate, Breaks: []string{"V5"},
		Patches: []Patch{{gateState, `case j.phase == waiting && now > j.deadline:`, `case false:`}},
	},
	{
		Name: "virtual_ramp_away", Wrong: "the gate's ramp of a stopped virtual joint goes to the limit",
		Part: Gate, Breaks: []string{"V6", "V9"},
		Patches: []Patch{{gateMove, `setpoint.Slew(s.velocity[i], 0, l.StopDeceleration*dt)`,
			`setpoint.Slew(s.velocity[i], math.Copysign(l.Velocity, s.velocity[i]), l.StopDeceleration*dt)`}},
	},
	{
		Name: "virtual_ramp_slow", Wrong: "the gate's ramp of a stopped virtual joint takes four times as long",
		Part: Gate, Breaks: []string{"V6"},
		Patches: []Patch{{gateMove, `setpoint.Slew(s.velocity[i], 0, l.StopDeceleration*dt)`, `setpoint.Slew(s.velocity[i], 0, l.StopDeceleration*dt/4)`}},
	},
	{
		Name: "nonce_kept", Wrong: "a new cause of a stop does not change the nonce that an operator acknowledges",
		Part: Gate, Breaks: []string{"V7"},
		Patches: []Patch{{modesAutomaton, "if effects != 0 {\n\t\ts.Nonce++", "if false {\n\t\ts.Nonce++"}},
	},
	{
		Name: "nonce_of_modes", Wrong: "a new cause changes the nonce only where the mode of the joint changes",
		Part: Gate, Breaks: []string{"V7"},
		Patches: []Patch{{modesAutomaton, "if effects != 0 {\n\t\ts.Nonce++", "if effects.Has(Changed) {\n\t\ts.Nonce++"}},
	},
	{
		Name: "limited_at_speed", Wrong: "a joint that enters mode limited goes on at the speed of its controller",
		Part: Gate, Breaks: []string{"V2"}, Application: fleet,
		Patches: []Patch{{"worlds/gate/internal/core/supervise.go", `j.phase = min(j.phase, moving)`, ``}},
	},
}

// The files that several defects patch.
const (
	gateMain       = "worlds/gate/internal/core/gate.go"
	gateExamine    = "worlds/gate/internal/core/examine.go"
	gateMove       = "worlds/gate/internal/core/move.go"
	gateOperator   = "worlds/gate/internal/core/operator.go"
	gateOutput     = "worlds/gate/internal/core/output.go"
	gateState      = "worlds/gate/internal/core/state.go"
	gateSupervise  = "worlds/gate/internal/core/supervise.go"
	modesAutomaton = "supervision/modes/automaton.go"
	modesRearm     = "supervision/modes/rearm.go"
)
