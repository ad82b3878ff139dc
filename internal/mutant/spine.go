package mutant

// upkie is the application with a spine, and an agent within it.
const upkie = "../upkie/campaign.yaml"

// spineMutants are the defects of spines and of servos with a cap.
var spineMutants = []Mutant{
	{
		Name: "lease_ignored", Wrong: "a spine repeats the last action of an agent that is silent",
		Part: Spine, Breaks: []string{"V23"}, Application: upkie,
		Patches: []Patch{{"actors/spine/lease.go", `if silence <= l.SilentAfter {`, `if silence > 0 || silence <= l.SilentAfter {`}},
	},
	{
		Name: "rejected_action_lives", Wrong: "an action that a spine rejects counts as a sign of life",
		Part: Spine, Breaks: []string{"V23"}, Application: upkie,
		Patches: []Patch{{"actors/spine/lines.go", `a.facts.Invalid = true`, `a.facts.Invalid, a.alive = true, t.Now`}},
	},
	{
		Name: "lease_tripled", Wrong: "a spine lets its agent be silent for three times as long as declared",
		Part: Spine, Breaks: []string{"V23"}, Application: upkie,
		Patches: []Patch{{"actors/spine/lease.go", `if silence <= l.SilentAfter {`, `if silence <= 3*l.SilentAfter {`}},
	},
	{
		Name: "cap_ignored", Wrong: "the driver of a servo ignores the cap of the command",
		Part: Spine, Breaks: []string{"V24"}, Application: upkie,
		Patches: []Patch{{"hardware/moteus/servo.go", `if len(c.MaxEffort) > 0 {`, `if false {`}},
	},
	{
		Name: "start_unconfirmed", Wrong: "a spine starts the robot before the drives have confirmed their stop",
		Part: Spine, Breaks: []string{"V25"}, Application: upkie,
		Patches: []Patch{{"actors/spine/actor.go", `Stopped: a.sense.stopped`, `Stopped: true`}},
	},
	{
		Name: "spine_stop_too_mild", Wrong: "a spine that stops has the gate damp its joints instead of switching them off",
		Part: Spine, Breaks: []string{"V25"}, Application: upkie,
		Patches: []Patch{{"actors/spine/starting.go", `Mode: messages.ModeOff`, `Mode: messages.ModeDamp`}},
	},
	{
		Name: "halt_unseen", Wrong: "a spine serves the actions of its agent while the gate has stopped its joints",
		Part: Spine, Breaks: []string{"V39"}, Application: upkie,
		Patches: []Patch{{"actors/spine/actor.go", `Halted: a.sense.halted >= 0`, `Halted: false`},
			{"actors/spine/actor.go", `a.facts.Halted = a.sense.halted >= 0`, `a.facts.Halted = a.machine.State() == machine.Reset && a.sense.halted >= 0`}},
	},
}
