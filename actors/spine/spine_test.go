package spine_test

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/internal/shelltest"
	"github.com/robo-actors/robo-actors/actors/spine"
	"github.com/robo-actors/robo-actors/actors/spine/dictionary"
	"github.com/robo-actors/robo-actors/actors/spine/machine"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/gate"
	"github.com/robo-actors/robo-actors/worlds/perception"
)

const robot = `
robot:
  name: robot
  links:
    - {name: trunk, inertial: {mass: 10, inertia: {ixx: 1, iyy: 1, izz: 1}}}
    - {name: leg, inertial: {mass: 1, inertia: {ixx: 1, iyy: 1, izz: 1}}}
    - {name: tyre, inertial: {mass: 1, inertia: {ixx: 1, iyy: 1, izz: 1}}}
  joints:
    - {name: hip, type: revolute, parent: trunk, child: leg, axis: [0, 1, 0], limits: {lower: -1, upper: 1, velocity: 20, effort: 16}}
    - {name: wheel, type: continuous, parent: leg, child: tyre, axis: [0, 1, 0], limits: {velocity: 100, effort: 2}}
  joint_groups: [{name: all, joints: [hip, wheel]}]
`

// fakeGate answers as a gate does, and moves the modes of the rig.
type fakeGate struct{ b *bench }

func (g *fakeGate) Receive(c *actors.Context, message any) error {
	b := g.b
	switch m := message.(type) {
	case gate.StatusRequest:
		c.Reply(gate.Status{Nonce: 7, Incarnation: 1})
	case gate.RearmRequest:
		switch {
		case b.deaf:
		case b.refuses || m.Nonce != 7:
			c.Reply(errors.New("the joints stay stopped"))
		default:
			b.armed++
			b.follow = b.lag + 1
			c.Reply(gate.Status{})
		}
	case gate.StopRequest:
		if b.deafStops > 0 {
			b.deafStops--
			return nil
		}
		b.offs++
		if b.follow = 0; !b.stuck {
			b.mode(m.Mode)
		}
	}
	return nil
}

// observer counts the configurations that it receives.
type observer struct{ b *bench }

func (o *observer) Receive(_ *actors.Context, message any) error {
	if c, is := message.(messages.SpineConfig); is {
		o.b.configs = append(o.b.configs, c)
	}
	return nil
}

// bench is a spine with agents over pipes, a gate that obeys, and a balancer.
type bench struct {
	*shelltest.Rig
	t       testing.TB
	pipes   map[string]*spine.Pipe
	command *shelltest.Output[messages.JointCommand]
	configs []messages.SpineConfig

	lag, follow          int // ticks of the drives from a re-arm to run; those that are left, 0: none
	armed, offs          int
	deafStops            int // stops that the gate does not receive, as while it restarts
	refuses, deaf, stuck bool
	balancing            bool
}

func (b *bench) mode(m messages.Mode) {
	for i := range b.Robot.Mode {
		b.Robot.Mode[i] = m
	}
}

const silentAfter = 50 * time.Millisecond

func options() spine.Options {
	o := spine.DefaultOptions()
	o.JointGroup, o.SilentAfter, o.StartWithin = "all", silentAfter, 300*time.Millisecond
	o.Ladder = []spine.RungOptions{{Measure: "balance", For: 200 * time.Millisecond}, {Measure: "hold", For: 100 * time.Millisecond}, {Measure: "damp", For: 100 * time.Millisecond}}
	o.Resets = []string{"observer"}
	return o
}

func newBench(t testing.TB, o spine.Options, step *spine.LockStep, prepare ...func(*bench)) *bench {
	t.Helper()
	b := &bench{t: t, pipes: map[string]*spine.Pipe{}, balancing: true}
	w := shelltest.World(t, robot)
	b.Rig = shelltest.New(t, w, func() any { return &spine.Actor{Options: o} })
	b.mode(messages.ModeOff)
	b.Plant = func() {
		if b.follow > 0 {
			if b.follow--; b.follow == 0 {
				b.mode(messages.ModeRun)
			}
		}
	}
	sizes := perception.Sizes(w)
	sizes["gain_scales"], sizes["effort_caps"] = w.NumJoints(), w.NumJoints()
	shelltest.Feed(b.Rig, "balance", sizes, 30*time.Millisecond, func(_ *actors.Tick, c *messages.JointCommand) bool {
		for i := range c.Control {
			c.Control[i], c.Velocity[i], c.KpScale[i], c.KdScale[i], c.MaxEffort[i] = messages.ControlVelocity, 3, 1, 1, 1
		}
		return b.balancing
	})
	if step == nil {
		step = &spine.LockStep{}
	}
	if step.Open == nil {
		step.Open = func(name string) (spine.Link, error) {
			b.pipes[name] = spine.NewPipe()
			return b.pipes[name], nil
		}
	}
	b.Provide(&actors.Kept{}, step)
	b.Add(actors.Spec{Name: "robot/gate", New: func() any { return &fakeGate{b} }})
	b.Add(actors.Spec{Name: "robot/observer", New: func() any { return &observer{b} }})
	for _, p := range prepare {
		p(b)
	}
	b.Start()
	b.command = shelltest.Tap[messages.JointCommand](b.Rig, "command", nil)
	return b
}

// ask posts a request, lets time pass until it is answered, and returns the observation, the error
// and the number of ticks.
func (b *bench) ask(agent string, request machine.Request, data []byte) (dictionary.Observation, int, error) {
	b.t.Helper()
	if err := b.pipes[agent].Post(request, data); err != nil {
		b.t.Fatal(err)
	}
	for n := 1; n < 100; n++ {
		b.Ticks(1)
		data, answered, err := b.pipes[agent].Take(nil)
		if !answered {
			continue
		}
		if err != nil || len(data) == 0 {
			return dictionary.Observation{}, n, err
		}
		o, err := dictionary.ParseObservation(data)
		if err != nil {
			b.t.Fatal(err)
		}
		return o, n, nil
	}
	b.t.Fatalf("%s: no answer to %s", agent, request)
	return dictionary.Observation{}, 0, nil
}

var emptyMap = []byte{0x80}

func (b *bench) start(agent string) {
	b.t.Helper()
	if _, _, err := b.ask(agent, machine.Start, emptyMap); err != nil {
		b.t.Fatalf("the start was rejected: %v; %q", err, b.Told(messages.EventRefused))
	}
}

// action is a message for the wheel.
func action(velocity float64) []byte {
	a := dictionary.NewAction([]string{"hip", "wheel"}, dictionary.DefaultServoAction())
	a.Servos[1].Velocity = velocity
	return a.Append(nil, 1)
}

func (b *bench) step(agent string, velocity float64) {
	b.t.Helper()
	if _, n, err := b.ask(agent, machine.Action, action(velocity)); err != nil || n != 1 {
		b.t.Fatalf("the action was answered with %v after %d ticks; %q", err, n, b.Told(messages.EventRefused))
	}
}

// wheel returns the newest command of the wheel.
func (b *bench) wheel() (messages.ControlMode, float64) {
	return b.command.Value.Control[1], b.command.Value.Velocity[1]
}

func TestAStartWaitsForTheStopsAndReturnsAnObservation(t *testing.T) {
	b := newBench(t, options(), nil)
	o, n, err := b.ask("robot", machine.Start, dictionary.AppendConfig(nil, &messages.SpineConfig{FloorContact: &messages.FloorContactConfig{UpperLegTorqueThreshold: 3}}))
	if err != nil || n < machine.StopCycles || n > machine.StopCycles+6 {
		t.Fatalf("answered with %v after %d ticks", err, n)
	}
	if b.armed != 1 || len(b.configs) != 1 || b.configs[0].FloorContact.UpperLegTorqueThreshold != 3 {
		t.Errorf("%d re-arms, configurations %+v", b.armed, b.configs)
	}
	if len(o.Servos) != 2 || o.Servos[0].Name != "hip" || o.Servos[1].Mode != 10 {
		t.Errorf("the observation has the servos %+v", o.Servos)
	}
}

func TestAnActionReachesTheJointsInItsCycle(t *testing.T) {
	b := newBench(t, options(), nil)
	b.start("robot")
	b.step("robot", 5)
	c := b.command.Value
	if control, v := b.wheel(); control != messages.ControlVelocity|messages.ControlEffort || v != 5 {
		t.Errorf("the wheel is commanded %s %g", control, v)
	}
	if c.KpScale[0] != 1 || c.MaxEffort[0] != 1 || c.Control[0].Has(messages.ControlPosition) {
		t.Errorf("the hip, which no action named, is commanded %+v", c)
	}
}

func TestWithoutAConfirmedStopAStartIsRejectedInTime(t *testing.T) {
	o := options()
	b := newBench(t, o, nil)
	b.mode(messages.ModeDamp)
	_, n, err := b.ask("robot", machine.Start, emptyMap)
	if limit := int(o.StartWithin/shelltest.Period) + 1; !errors.Is(err, spine.ErrRejected) || n > limit {
		t.Errorf("answered with %v after %d ticks, at most %d", err, n, limit)
	}
	if told := b.Told(messages.EventRefused); len(told) != 1 || !strings.Contains(told[0], "have not confirmed their stop") {
		t.Errorf("events %q", told)
	}
}

func TestAGateThatRefusesOrIsSilentRejectsTheStart(t *testing.T) {
	for name, spoil := range map[string]func(*bench){"refuses": func(b *bench) { b.refuses = true }, "is silent": func(b *bench) { b.deaf = true }} {
		b := newBench(t, options(), nil)
		spoil(b)
		if _, n, err := b.ask("robot", machine.Start, emptyMap); !errors.Is(err, spine.ErrRejected) || n > 40 {
			t.Errorf("a gate that %s: %v after %d ticks", name, err, n)
		}
		if b.offs == 0 || b.command.Value.Control != nil && b.armed > 0 {
			t.Errorf("a gate that %s: %d stops, %d re-arms", name, b.offs, b.armed)
		}
		b.refuses, b.deaf = false, false
		b.start("robot")
	}
}

// However little time is left when the gate is asked, it re-arms for no start that is refused.
func TestARefusedStartReArmsNothing(t *testing.T) {
	for cycles := 1; cycles <= 30; cycles++ {
		o := options()
		o.StartWithin = time.Duration(cycles) * shelltest.Period
		b := newBench(t, o, nil)
		if _, _, err := b.ask("robot", machine.Start, emptyMap); (err != nil) != (b.armed == 0) {
			t.Errorf("a start within %d cycles: %v, %d re-arms", cycles, err, b.armed)
		}
	}
}

func TestTheLadderIsClimbedRungByRungAndEndsInAStop(t *testing.T) {
	b := newBench(t, options(), nil)
	b.start("robot")
	b.Robot.Position[0] = 0.25
	b.step("robot", 5)
	at := func(ms int, want string, control messages.ControlMode, velocity, position float64) {
		t.Helper()
		for int(b.Sys.Now().Sub(0)/time.Millisecond)%10 != 0 {
			b.Ticks(1)
		}
		c := b.command.Value
		if c.Control[1] != control || c.Velocity[1] != velocity || c.Position[0] != position {
			t.Errorf("%d ms, %s: wheel %s %g, hip at %g", ms, want, c.Control[1], c.Velocity[1], c.Position[0])
		}
	}
	b.Ticks(4)
	at(40, "obey", messages.ControlVelocity|messages.ControlEffort, 5, 0)
	b.Ticks(3)
	at(70, "balance", messages.ControlVelocity, 3, 0)
	b.Ticks(20)
	at(270, "hold", messages.ControlVelocity|messages.ControlEffort, 0, 0.25)
	b.Ticks(10)
	at(370, "damp", messages.ControlVelocity|messages.ControlEffort, 0, 0)
	if c := b.command.Value; c.MaxEffort[1] != 0.3*2 {
		t.Errorf("damp brakes the wheel within %g N m", c.MaxEffort[1])
	}
	if b.offs != 0 {
		t.Error("the drives were switched off too early")
	}
	b.Ticks(15)
	if b.offs != 1 {
		t.Errorf("at the end of the ladder: %d stops", b.offs)
	}
	if _, _, err := b.ask("robot", machine.Action, action(1)); !errors.Is(err, spine.ErrRejected) {
		t.Errorf("an action after the ladder: %v", err)
	}
	b.start("robot")
	b.step("robot", 2)
	if notes := strings.Join(b.Told(messages.EventNote), "; "); !strings.Contains(notes, "balance") || !strings.Contains(notes, "hold") || !strings.Contains(notes, "damp") {
		t.Errorf("notes %q", notes)
	}
}

func TestAnAgentThatComesBackCommandsAtOnce(t *testing.T) {
	b := newBench(t, options(), nil)
	b.start("robot")
	for _, pause := range []int{8, 28, 38} { // in each rung
		b.step("robot", 5)
		b.Ticks(pause)
		if _, v := b.wheel(); v == 5 {
			t.Errorf("after %d ticks the agent still commands", pause)
		}
		b.step("robot", 6)
		if _, v := b.wheel(); v != 6 {
			t.Errorf("after %d ticks the agent does not command again", pause)
		}
	}
}

func TestABalancerThatRestartsIsNotMissedAndOneThatIsGoneIs(t *testing.T) {
	b := newBench(t, options(), nil)
	b.start("robot")
	b.Ticks(7)
	b.balancing = false
	b.Ticks(2)
	if control, v := b.wheel(); control != messages.ControlVelocity || v != 3 {
		t.Errorf("two ticks without the balancer: %s %g", control, v)
	}
	b.Ticks(4)
	if control, v := b.wheel(); !control.Has(messages.ControlEffort) || v != 0 {
		t.Errorf("without the balancer the wheel is commanded %s %g; expected the next rung", control, v)
	}
}

func TestHostileMessagesAreRejectedAndRenewNoLease(t *testing.T) {
	deep := append([]byte{0x81, 0xa1, 'x'}, []byte(strings.Repeat("\x91", 200))...)
	for name, data := range map[string][]byte{
		"truncated":           action(1)[:20],
		"top level no map":    {0x93, 1, 2, 3},
		"string for a number": []byte("\x81\xa5servo\x81\xa5wheel\x81\xa8velocity\xa3abc"),
		"torque beyond":       []byte("\x81\xa5servo\x81\xa5wheel\x81\xaemaximum_torque\x64"),
		"velocity beyond":     []byte("\x81\xa5servo\x81\xa5wheel\x81\xa8velocity\xcd\x03\xe8"),
		"position beyond":     []byte("\x81\xa5servo\x81\xa3hip\x81\xa8position\x02"),
		"a velocity of NaN":   []byte("\x81\xa5servo\x81\xa5wheel\x81\xa8velocity\xcb\x7f\xf8\x00\x00\x00\x00\x00\x00"),
		"a scale below zero":  []byte("\x81\xa5servo\x81\xa5wheel\x81\xa8kp_scale\xfb"),
		"deep":                deep,
		"nothing":             {},
		"a huge array":        {0x81, 0xa1, 'x', 0xdd, 0xff, 0xff, 0xff, 0xff},
	} {
		b := newBench(t, options(), nil)
		b.start("robot")
		b.step("robot", 5)
		for range 8 {
			if _, n, err := b.ask("robot", machine.Action, data); !errors.Is(err, spine.ErrRejected) || n != 1 {
				t.Errorf("%s: %v after %d ticks", name, err, n)
			}
		}
		if _, v := b.wheel(); v != 3 {
			t.Errorf("%s: the wheel is commanded %g; expected the balancer's command, because nothing renewed the lease", name, v)
		}
		if told := b.Told(messages.EventRefused); len(told) != 1 {
			t.Errorf("%s: %d events; expected one in a second", name, len(told))
		}
		b.step("robot", 6)
		b.WantNoFailure()
	}
}

func TestAnUnknownKeyIsReportedOnceAfterAStart(t *testing.T) {
	b := newBench(t, options(), nil)
	slip := []byte("\x82\xa5servo\x81\xa6wheeel\x81\xa8velocity\x05\xa4mine\x01")
	for range 2 {
		b.start("robot")
		for range 3 {
			if _, _, err := b.ask("robot", machine.Action, slip); err != nil {
				t.Fatal(err)
			}
		}
		if _, _, err := b.ask("robot", machine.Stop, nil); err != nil {
			t.Fatal(err)
		}
	}
	want := []string{
		`agent "robot": the key "servo.wheeel" of its action is unknown and has no effect; did you mean "servo.wheel"?`,
		`agent "robot": the key "mine" of its action is unknown and has no effect`,
	}
	if told := b.Told(messages.EventNote); !slices.Equal(told, append(want, want...)) {
		t.Errorf("events %q", told)
	}
}

func TestAnUnknownRequestIsRejected(t *testing.T) {
	b := newBench(t, options(), nil)
	for _, started := range []bool{false, true} {
		if started {
			b.start("robot")
		}
		for _, request := range []machine.Request{7, 1 << 31, math.MaxUint32} {
			if _, n, err := b.ask("robot", request, emptyMap); !errors.Is(err, spine.ErrRejected) || n != 1 {
				t.Errorf("started %t: request %d: %v after %d ticks", started, request, err, n)
			}
		}
	}
	b.step("robot", 1)
}

func TestAStartOfARunningRobotObservesAndResetsNothing(t *testing.T) {
	b := newBench(t, options(), nil)
	b.start("robot")
	o, n, err := b.ask("robot", machine.Start, emptyMap)
	if err != nil || n != 1 || len(o.Servos) != 2 || len(b.configs) != 1 || b.armed != 1 {
		t.Errorf("%v after %d ticks, %d servos, %d configurations, %d re-arms", err, n, len(o.Servos), len(b.configs), b.armed)
	}
}

func TestAStopSwitchesTheDrivesOffAndAnActionIsRejected(t *testing.T) {
	b := newBench(t, options(), nil)
	b.start("robot")
	if _, n, err := b.ask("robot", machine.Stop, nil); err != nil || n != 1 {
		t.Errorf("%v after %d ticks", err, n)
	}
	b.Ticks(1)
	if b.offs != 1 || b.Robot.Mode[0] != messages.ModeOff {
		t.Errorf("%d stops, mode %s", b.offs, b.Robot.Mode[0])
	}
	if _, _, err := b.ask("robot", machine.Action, action(1)); !errors.Is(err, spine.ErrRejected) {
		t.Errorf("an action: %v", err)
	}
	b.start("robot")
}

func twoAgents() spine.Options {
	o := options()
	o.Agents = []spine.AgentOptions{{Name: "low", Priority: 1}, {Name: "high", Priority: 2}, {Name: "equal", Priority: 1}}
	return o
}

func TestOneAgentOwnsTheRobot(t *testing.T) {
	b := newBench(t, twoAgents(), nil)
	b.start("low")
	b.step("low", 5)
	if _, _, err := b.ask("equal", machine.Action, action(9)); !errors.Is(err, spine.ErrRejected) {
		t.Errorf("an agent of the same priority: %v", err)
	}
	if _, v := b.wheel(); v != 5 {
		t.Errorf("the wheel is commanded %g", v)
	}
	b.step("high", 7)
	if _, v := b.wheel(); v != 7 {
		t.Errorf("the agent of a higher priority commands %g", v)
	}
	if _, _, err := b.ask("low", machine.Action, action(9)); !errors.Is(err, spine.ErrRejected) {
		t.Errorf("the former owner: %v", err)
	}
	b.Ticks(8) // the owner is silent
	b.step("equal", 4)
	if _, v := b.wheel(); v != 4 {
		t.Errorf("an agent after the owner's silence commands %g", v)
	}
	if _, _, err := b.ask("low", machine.Stop, nil); err != nil || b.offs != 1 {
		t.Errorf("a stop of an agent that owns nothing: %v, %d stops", err, b.offs)
	}
}

func TestTheSpineKeepsItsLinksOverARestartAndSwitchesTheDrivesOff(t *testing.T) {
	b := newBench(t, options(), nil)
	b.start("robot")
	b.step("robot", 5)
	pipe := b.pipes["robot"]
	b.Fail()
	b.Run(time.Second)
	if b.pipes["robot"] != pipe {
		t.Error("the link was opened anew")
	}
	if b.offs != 1 {
		t.Errorf("%d stops; expected one by the next incarnation", b.offs)
	}
	b.start("robot")
	b.step("robot", 2)
}

// spy is a link that keeps the newest answer.
type spy struct {
	*spine.Pipe
	answer machine.Request
}

func (s *spy) Reply(answer machine.Request, data []byte) error {
	s.answer = answer
	return s.Pipe.Reply(answer, data)
}

func TestASpineThatEndsAnswersWhatIsPending(t *testing.T) {
	for request, want := range map[machine.Request]machine.Request{machine.Start: machine.Error, machine.None: machine.None} {
		link := &spy{Pipe: spine.NewPipe()}
		b := newBench(t, options(), &spine.LockStep{Open: func(string) (spine.Link, error) { return link, nil }})
		b.stuck = true // the drives confirm nothing: a start stays pending
		b.mode(messages.ModeRun)
		b.Ticks(2)
		if err := link.Post(request, []byte{0x80}); err != nil {
			t.Fatal(err)
		}
		b.Ticks(2)
		if err := b.Sys.Stop(t.Context()); err != nil {
			t.Fatal(err)
		}
		if link.answer != want {
			t.Errorf("%s is answered with %s, want %s", request, link.answer, want)
		}
	}
}

// The log reserves room for a usual env; a hostile one must not end the spine.
func TestAnEnvThatIsTooLongForTheLogIsLeftOut(t *testing.T) {
	env := []byte{0x81, 0xa3, 'e', 'n', 'v', 0xdc, 0, 40}
	for range 40 {
		env = append(append(env, 0xda, 0x03, 0xe8), make([]byte, 1000)...)
	}
	b := newBench(t, options(), nil)
	log := shelltest.Tap[messages.SpineLog](b.Rig, "log", nil)
	b.start("robot")
	for _, c := range []struct {
		data []byte
		most int
	}{{env, 24 << 10}, {[]byte{0x81, 0xa3, 'e', 'n', 'v', 7}, 8 << 10}} {
		if _, _, err := b.ask("robot", machine.Action, c.data); err != nil {
			t.Fatal(err)
		}
		b.Ticks(2)
		if n := len(log.Value.Record); n == 0 || n > c.most {
			t.Errorf("an action of %d bytes makes a record of %d", len(c.data), n)
		}
	}
	b.WantNoFailure()
}

func TestAStaleSnapshotConfirmsNothing(t *testing.T) {
	b := newBench(t, options(), nil)
	b.Silent = true
	b.Ticks(5)
	if _, _, err := b.ask("robot", machine.Start, emptyMap); !errors.Is(err, spine.ErrRejected) {
		t.Errorf("%v", err)
	}
	b.WantNoFailure()
}

// Whatever agents do, in whatever order: the spine lives, every command is finite and within the
// limits, and nothing is commanded without a start.
func TestRandomAgentsCommandNothingUnsafe(t *testing.T) {
	for seed := range uint64(12) {
		rng := rand.New(rand.NewPCG(seed, 3))
		b := newBench(t, twoAgents(), nil)
		started := false
		shelltest.Tap[messages.JointCommand](b.Rig, "command", func(_ messages.Stamp, c *messages.JointCommand) {
			for i := range c.Control {
				if !started || !(math.Abs(c.Velocity[i]) <= 100) || !(math.Abs(c.Effort[i]) <= 16) || !(c.MaxEffort[i] >= 0 && c.MaxEffort[i] <= 16) || !(math.Abs(c.Position[i]) <= []float64{1, 1e6}[i]) {
					t.Fatalf("seed %d: unsafe command %+v, started %t", seed, c, started)
				}
			}
		})
		for range 600 {
			name := []string{"low", "high", "equal"}[rng.IntN(3)]
			request := machine.Request(rng.IntN(6))
			data := action(rng.NormFloat64() * 60)
			switch rng.IntN(4) {
			case 0:
				data = data[:rng.IntN(len(data))]
			case 1:
				data[rng.IntN(len(data))] = byte(rng.IntN(256))
			}
			if request == machine.Start {
				started = true
				if rng.IntN(3) > 0 {
					data = emptyMap
				}
			}
			if err := b.pipes[name].Post(request, data); err != nil {
				t.Fatal(err)
			}
			b.stuck = rng.IntN(8) == 0
			b.Ticks(1 + rng.IntN(8)*rng.IntN(3))
			_, _, _ = b.pipes[name].Take(nil)
		}
		b.WantNoFailure()
	}
}

func TestATickAllocatesNothing(t *testing.T) {
	b := newBench(t, options(), nil)
	b.start("robot")
	b.WantNoAllocation()
}

func TestOptionsThatMakeNoSenseAreRefused(t *testing.T) {
	for want, spoil := range map[string]func(*spine.Options){
		"joint_group: ":                      func(o *spine.Options) { o.JointGroup = "legs" },
		`agents[1].name: "a" is given twice`: func(o *spine.Options) { o.Agents = []spine.AgentOptions{{Name: "a"}, {Name: "a"}} },
		"ladder[1].measure: balance comes after damp": func(o *spine.Options) {
			o.Ladder = []spine.RungOptions{{Measure: "damp", For: time.Second}, {Measure: "balance", For: time.Second}}
		},
		"ladder[0].for: hold ends only when": func(o *spine.Options) { o.Ladder = []spine.RungOptions{{Measure: "hold"}, {Measure: "damp"}} },
		"option ladder has the rung balance": func(o *spine.Options) { o.Ladder = []spine.RungOptions{{Measure: "balance"}} },
	} {
		o := options()
		o.Ladder = nil
		spoil(&o)
		w := shelltest.World(t, robot)
		shelltest.New(t, w, func() any { return &spine.Actor{Options: o} }).WantRefused(want)
	}
}

func TestInLockStepTimePassesOnlyForRequests(t *testing.T) {
	for _, substeps := range []int{1, 5} {
		step := &spine.LockStep{Substeps: substeps, Context: t.Context()}
		b := newBench(t, options(), step)
		done := make(chan error, 1)
		var last, first messages.Instant
		go func() {
			defer close(done)
			start, err := b.pipes["robot"].Exchange(t.Context(), machine.Start, emptyMap, nil)
			o, err2 := dictionary.ParseObservation(start)
			if err != nil || err2 != nil {
				done <- errors.Join(err, err2)
				return
			}
			first = messages.Instant(o.TimeS * 1e9)
			for i := range 20 {
				data, err := b.pipes["robot"].Exchange(t.Context(), machine.Action, action(float64(i)), nil)
				o, err2 := dictionary.ParseObservation(data)
				if err != nil || err2 != nil {
					done <- fmt.Errorf("step %d: %w", i, errors.Join(err, err2))
					return
				}
				last = messages.Instant(o.TimeS * 1e9)
			}
			_ = b.pipes["robot"].Close() // the spine goes on without it
		}()
		for range 400 {
			select {
			case err, open := <-done:
				if open && err != nil {
					t.Fatal(err)
				}
				if want := messages.Instant(20 * substeps * int(shelltest.Period)); last-first-want > 1000 || want-(last-first) > 1000 {
					t.Errorf("%d substeps: %s passed, expected %s", substeps, last-first, want)
				}
				goto next
			default:
				b.Ticks(1)
			}
		}
		t.Fatal("the agent did not end")
	next:
	}
}
