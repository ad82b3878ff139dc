package mutant

// couplingMutants are the defects of couplings and of the snapshots that worlds assemble.
var couplingMutants = []Mutant{
	{
		Name: "stale_ramps_away", Wrong: "the ramp after a stale command goes to the limit instead of to zero",
		Part: Coupling, Breaks: []string{"V9"},
		Patches: []Patch{{couplingLaw, `velocity = bounded(velocity, r.config.Velocity[i])`, `if !fresh {
			velocity = math.Copysign(r.config.Velocity[i], r.out.velocity[i])
		}
		velocity = bounded(velocity, r.config.Velocity[i])`}},
	},
	{
		Name: "coupling_never_stale", Wrong: "the receiver of a coupling follows the last command, whatever its age",
		Part: Coupling, Breaks: []string{"V9"},
		Patches: []Patch{{couplingLaw, `r.have > 0 && now.Sub(r.newest.at) <= r.config.MaxAge`, `r.have > 0`}},
	},
	{
		Name: "withdrawal_ignored", Wrong: "the receiver of a coupling follows a withdrawn command",
		Part: Coupling, Breaks: []string{"V9"},
		Patches: []Patch{{couplingLaw, `func (r *Receiver) Withdrawn() { r.have = 0 }`, `func (r *Receiver) Withdrawn() {}`}},
	},
	{
		Name: "coupling_unbounded", Wrong: "no velocity limit applies after a coupling",
		Part: Coupling, Breaks: []string{"V2"},
		Patches: []Patch{
			{couplingLaw, ` && math.Abs(v) > limit*(1+rounding) {`, ` && false {`},
			{couplingLaw, `velocity = bounded(velocity, r.config.Velocity[i])`, ``},
		},
	},
	{
		Name: "coupling_steps", Wrong: "a coupling forwards steps of velocity unchanged",
		Part: Coupling, Breaks: []string{"V2"},
		Patches: []Patch{{couplingLaw, `toward(r.out.velocity[i], velocity, r.config.Acceleration[i]*dt)`, `velocity`}},
	},
	{
		Name: "coupling_takes_nan", Wrong: "a coupling accepts values that are not finite",
		Part: Coupling, Breaks: []string{"V1"},
		Patches: []Patch{{couplingLaw, `if x-x != 0 {`, `if false {`}},
	},
	{
		Name: "coupling_amplifies", Wrong: "a coupling forwards 10 % more than it receives",
		Part: Coupling, Breaks: []string{"V20"},
		Patches: []Patch{{couplingLaw, `velocity = mix(r.old.velocity[i], r.newest.velocity[i], share)`, `velocity = 1.1 * mix(r.old.velocity[i], r.newest.velocity[i], share)`}},
	},
	{
		Name: "axes_swapped", Wrong: "a coupling mistakes one axis for another",
		Part: Coupling, Breaks: []string{"V20"},
		Patches: []Patch{{couplingLaw, `velocity = mix(r.old.velocity[i], r.newest.velocity[i], share)`, `velocity = mix(r.old.velocity[(i+1)%r.n], r.newest.velocity[(i+1)%r.n], share)`}},
	},
	{
		Name: "extrapolated", Wrong: "a coupling extrapolates beyond the newest value",
		Part: Coupling, Breaks: []string{"V20"},
		Patches: []Patch{{couplingLaw, `s := min(max(now.Sub(r.newest.at).Seconds()/r.config.SourcePeriod.Seconds(), 0), 1)`,
			`s := max(now.Sub(r.newest.at).Seconds()/r.config.SourcePeriod.Seconds(), 0)`}},
	},
	{
		Name: "coupling_restamped", Wrong: "a coupling counts the age of a command from its arrival",
		Part: Coupling, Breaks: []string{"V8", "V9"},
		Patches: []Patch{{couplingLaw, `r.old, r.newest = r.newest, r.old`, "at = r.last\n\tr.old, r.newest = r.newest, r.old"}},
	},
	{
		Name: "stale_ramp_slow", Wrong: "the ramp after a stale command takes four times as long",
		Part: Coupling, Breaks: []string{"V9"},
		Patches: []Patch{{couplingLaw, `r.out.velocity[i] = toward(r.out.velocity[i], velocity, r.config.Acceleration[i]*dt)`, `faster := r.config.Acceleration[i] * dt
		if !fresh {
			faster /= 4
		}
		r.out.velocity[i] = toward(r.out.velocity[i], velocity, faster)`}},
	},
	{
		Name: "stale_marked_fresh", Wrong: "a drive state that is too old is marked valid",
		Part: Coupling, Breaks: []string{"V9"},
		Patches: []Patch{{perception, `state, err := a.buses[i].Fresh(t)`, `state, err := a.buses[i].Fresh(t)
	if old, _, ok := a.buses[i].Latest(); ok {
		state, err = old, nil
	}`}},
	},
	{
		Name: "joints_shifted", Wrong: "a snapshot assigns each drive's state to the next joint",
		Part: Coupling, Breaks: []string{"V19", "V20"},
		Patches: []Patch{{perception, `s.Mode[j] = state.Mode[k]`, "k = (k + 1) % len(state.Position)\n\t\ts.Mode[j] = state.Mode[k]"}},
	},
	{
		Name: "states_stamped_now", Wrong: "a snapshot stamps drive states with the time of reading instead of the time of measurement",
		Part: Coupling, Breaks: []string{"V20", "V9"},
		Patches: []Patch{{perception, `s.Time[j] = stamp.Time`, `s.Time[j] = stamp.Time.Add(t.Now.Sub(stamp.Time))`}},
	},
	{
		Name: "peer_never_stale", Wrong: "a state of another world that is too old is marked valid",
		Part: Coupling, Breaks: []string{"V9"},
		Patches: []Patch{{perception, `state, err := a.virtuals[i].Fresh(t)`, `state, err := a.virtuals[i].Fresh(t)
	if old, _, ok := a.virtuals[i].Latest(); ok {
		state, err = old, nil
	}`}},
	},
	{
		Name: "peer_stamped_now", Wrong: "a state of another world is stamped with the time of its cycle",
		Part: Coupling, Breaks: []string{"V20"},
		Patches: []Patch{{perception, `a.virtuals[i].Stamp().Time`, `t.Now`}},
	},
	{
		Name: "begins_at_speed", Wrong: "a coupling hands on its first command with its velocity, not from rest",
		Part: Coupling, Breaks: []string{"V2"},
		Patches: []Patch{{couplingLaw, "copy(r.out.position, r.newest.position)\n\tclear(r.out.velocity)", "copy(r.out.position, r.newest.position)\n\tcopy(r.out.velocity, r.newest.velocity)"}},
	},
	{
		Name: "resampled_in_one_cycle", Wrong: "a coupling resamples over the period of the receiver instead of the sender",
		Part: Coupling, Breaks: []string{"V20"},
		Patches: []Patch{{"worlds/app/build_couplings.go", `receiver.couplingConfig(k, sender.Period)`, `receiver.couplingConfig(k, receiver.Period)`}},
	},
	{
		Name: "passed_on_for_ever", Wrong: "an exported joint whose commands end keeps its last one while another joint is commanded",
		Part: Coupling, Breaks: []string{"V9"}, Application: "../cascade/app.yaml",
		Patches: []Patch{{"actors/controllers/exportedjoints/actor.go", `c.Control[i] = messages.ControlNone`, ``}},
	},
	{
		Name: "silent_sensor_valid", Wrong: "a reading of a sensor that has gone silent stays valid",
		Part: Coupling, Breaks: []string{"V9"}, Application: fleet,
		Patches: []Patch{{"worlds/perception/sensors.go", `if r.Valid = err == nil; r.Valid {`, `if r.Valid = r.Valid || err == nil; err == nil {`}},
	},
	{
		Name: "part_accelerates", Wrong: "the gate of a part forwards steps of velocity unchanged",
		Part: Coupling, Breaks: []string{"V2"}, Application: "../cascade/parts.yaml",
		Patches: []Patch{{gateMove, `most := j.bound(i).Acceleration`, "most := j.bound(i).Acceleration\n\tif j.Name[:min(7, len(j.Name))] == \"second_\" {\n\t\tmost = math.Inf(1)\n\t}"}},
	},
	{
		Name: "part_never_stale", Wrong: "the receiver of a coupling that a part adds follows the last command, whatever its age",
		Part: Coupling, Breaks: []string{"V9"}, Application: "../cascade/commanders.yaml",
		Patches: []Patch{{"worlds/app/build_couplings.go", `c := receiver.couplingConfig(k, sender.Period)`, "c := receiver.couplingConfig(k, sender.Period)\n\tif sender.Name != \"arm\" {\n\t\tc.MaxAge = 1000 * time.Second\n\t}"}},
	},
}

// The files that several defects patch.
const (
	couplingLaw = "worlds/coupling/law.go"
	perception  = "worlds/perception/perception.go"
)
