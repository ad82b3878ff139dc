package mutant

// driveMutants are the defects of buses, drives and their watchdogs.
var driveMutants = []Mutant{
	{
		Name: "fence_silent", Wrong: "a bus that fails does not stop its drives",
		Part: DriveLayer, Breaks: []string{"V5"},
		Patches: []Patch{{busActor, `return b.driver.Stop(now, b.SafeModes)`, `return nil`}},
	},
	{
		Name: "brake_order_swapped", Wrong: "a drive removes torque before its brake has closed",
		Part: DriveLayer, Breaks: []string{"V14"},
		Patches: []Patch{{"hardware/sim/servo/servo.go", `if s.brake.fitted() && !s.brake.closed {`, `if false {`}},
	},
	{
		Name: "runs_against_brake", Wrong: "a drive moves before its brake has opened",
		Part: DriveLayer, Breaks: []string{"V14"},
		Patches: []Patch{{servoMode, `if s.brake.open() {`, `if true {`}},
	},
	{
		Name: "watchdog_off", Wrong: "the drives have no watchdog",
		Part: DriveLayer, Breaks: []string{"V3", "V5"},
		Patches: []Patch{{servoMode, `now.Sub(s.fed) > s.info.Watchdog.Timeout {`, `false {`}},
	},
	{
		Name: "stale_feeds", Wrong: "a command that is too old reaches the drive and feeds its watchdog",
		Part: DriveLayer, Breaks: []string{"V4", "V3"},
		Patches: []Patch{{busActor, `age < -b.CommandAge; !b.late {`, `age < -b.CommandAge; true {`}},
	},
	{
		Name: "last_command_resent", Wrong: "a bus without a new command sends the last one again",
		Part: DriveLayer, Breaks: []string{"V3"},
		Patches: []Patch{
			{busActor, `if !b.Command.Changed() {`, `if false {`},
			{busActor, `age < -b.CommandAge; !b.late {`, `age < -b.CommandAge; true {`},
		},
	},
	{
		Name: "refused_feeds", Wrong: "a command that the driver rejects feeds the watchdogs of its drives",
		Part: DriveLayer, Breaks: []string{"V4"},
		Patches: []Patch{feed, {simBus, `b.handOver(command)`, `b.handOver(command)
		} else {
			for _, s := range b.port.servos {
				s.Feed(now)
			}`}},
	},
	{
		Name: "reading_feeds", Wrong: "reading the drives without a command feeds their watchdogs",
		Part: DriveLayer, Breaks: []string{"V4", "V3"},
		Patches: []Patch{feed, {simBus, `answered := b.read(now, state)`, `for _, s := range b.port.servos {
		s.Feed(now)
	}
	answered := b.read(now, state)`}},
	},
	{
		Name: "driver_takes_nan", Wrong: "the driver does not check that a velocity is finite",
		Part: DriveLayer, Breaks: []string{"V1"},
		Patches: []Patch{{"hardware/check.go", `control.Has(messages.ControlVelocity) && !finite(command.Velocity[i])`, `false`}},
	},
	{
		Name: "spent_number_obeyed", Wrong: "a drive that stopped moves again on commands with its old arm number",
		Part: DriveLayer, Breaks: []string{"V8", "V7", "V5"},
		Patches: []Patch{{servoMode, `case c.Arm > s.arm:`, `case c.Arm > s.arm || c.Arm == s.arm && s.mode.Stops() && !s.starting:`}},
	},
	{
		Name: "any_number_feeds", Wrong: "a command with an arm number from before the last re-arm feeds the watchdog of its drive",
		Part: DriveLayer, Breaks: []string{"V4", "V3"},
		Patches: []Patch{{servoMode, `case c.Arm < s.arm || !s.mode.Passes() && !s.starting:`, "case c.Arm < s.arm || !s.mode.Passes() && !s.starting:\n\t\ts.fed = now"}},
	},
	{
		Name: "drive_steps_down", Wrong: "a drive obeys a command to enter a milder mode",
		Part: DriveLayer, Breaks: []string{"V7"},
		Patches: []Patch{{servoMode, `if mode <= s.mode {`, `if mode == s.mode {`}},
	},
	{
		Name: "watchdog_too_slow", Wrong: "the watchdog of a drive takes twice its timeout",
		Part: DriveLayer, Breaks: []string{"V4", "V3"},
		Patches: []Patch{{servoMode, `now.Sub(s.fed) > s.info.Watchdog.Timeout {`, `now.Sub(s.fed) > 2*s.info.Watchdog.Timeout {`}},
	},
	{
		Name: "bus_blocks_world", Wrong: "a driver that blocks for 60 ms when it opens runs in the thread of its world",
		Part: DriveLayer, Breaks: []string{"V22"},
		Patches: []Patch{
			{simBus, `Open: o.Open,`, `Open: 60 * time.Millisecond,`},
			{"worlds/app/build_threads.go", `if !blocks(make) {`, `if true {`},
		},
	},
	{
		Name: "exit_without_stop", Wrong: "a bus that ends does not stop its drives",
		Part: DriveLayer, Breaks: []string{"V5"},
		Patches: []Patch{{busActor, `if !b.open.Swap(false) {`, `if !b.open.Swap(false) || true {`}},
	},
	{
		Name: "ramp_wrong_way", Wrong: "the ramp of a drive accelerates",
		Part: DriveLayer, Breaks: []string{"V6"},
		Patches: []Patch{{servoLaw, `s.advance(0, s.stopDeceleration)`, `s.advance(2*r.velocity, s.stopDeceleration)`}},
	},
	{
		Name: "ramp_too_slow", Wrong: "the ramp of a drive takes four times as long",
		Part: DriveLayer, Breaks: []string{"V6", "V13"},
		Patches: []Patch{{servoLaw, `s.advance(0, s.stopDeceleration)`, `s.advance(0, s.stopDeceleration/4)`}},
	},
	{
		Name: "ramp_creeps", Wrong: "the ramp of a drive does not end at standstill",
		Part: DriveLayer, Breaks: []string{"V13", "V6"},
		Patches: []Patch{{servoLaw, `s.advance(0, s.stopDeceleration)`, `s.advance(math.Copysign(0.1, r.velocity), s.stopDeceleration)`}},
	},
	{
		Name: "hold_lets_go", Wrong: "a drive removes torque at the end of its ramp",
		Part: DriveLayer, Breaks: []string{"V6"},
		Patches: []Patch{{servoLaw, `return r.effort + s.pull(r.position, r.velocity, s.info.Limits.Velocity)`,
			"if r.velocity == 0 {\n\t\treturn 0\n\t}\n\treturn r.effort + s.pull(r.position, r.velocity, s.info.Limits.Velocity)"}},
	},
	{
		Name: "patience_tenfold", Wrong: "a bus tolerates ten times the declared number of lost answers",
		Part: DriveLayer, Breaks: []string{"V5"},
		Patches: []Patch{{busActor, `return most`, `return 10 * most`}},
	},
	{
		Name: "losses_added_up", Wrong: "a bus counts exchanges without an answer over the whole run instead of in a row",
		Part: DriveLayer, Breaks: []string{"V38"}, Application: "../cascade/mutual.yaml",
		Patches: []Patch{{busActor, "b.failed = 0\n\t\treturn b.publish(t)", `return b.publish(t)`}},
	},
}

// The files that several defects patch.
const (
	busActor  = "hardware/bus.go"
	simBus    = "hardware/sim/bus.go"
	servoLaw  = "hardware/sim/servo/law.go"
	servoMode = "hardware/sim/servo/mode.go"
)

// feed lets a bus feed the watchdog of a drive without a command.
var feed = Patch{servoMode, `func (s *Servo) Obey(`, `func (s *Servo) Feed(now messages.Instant) { s.fed = now }

func (s *Servo) Obey(`}
