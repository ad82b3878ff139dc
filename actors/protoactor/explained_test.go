package protoactor_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/asynkron/protoactor-go/actor"
	"go.uber.org/zap"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/kinds"
	"github.com/robo-actors/robo-actors/actors/protoactor"
	"github.com/robo-actors/robo-actors/actors/record"
	"github.com/robo-actors/robo-actors/actors/session"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/gate"
)

// pendant moves the turntable as an operator's panel says, a foreign actor: by the velocity of each
// message, which holds for the tick after it. It fails on other messages, and on a panel that
// stops.
type pendant struct {
	JointGroup string                            `option:"joint_group" doc:"joints to move" required:"true"`
	Command    actors.Out[messages.JointCommand] `port:"command"`

	panel *actor.PID
	speed float64
	moves bool
}

func (p *pendant) Configure(s *actors.Setup) error {
	s.Size(&p.Command, actors.Sizes{"joints": 1, "positions": 1, "velocities": 1})
	return nil
}

func (p *pendant) Start(c *actors.Context) error { return protoactor.Watch(c, p.panel) }

func (p *pendant) Receive(c *actors.Context, message any) error {
	switch m := message.(type) {
	case messages.Signals:
		p.speed, p.moves = m.Value[0], true
	case protoactor.Terminated:
		return errors.New("nobody moves the turntable")
	case string:
		if m == "break" {
			return errors.New("it is broken")
		}
		return protoactor.Ask(c, p.panel, m, 20*time.Millisecond, func(_ *actors.Context, _ any, err error) error { return err })
	}
	return nil
}

func (p *pendant) Tick(t *actors.Tick) error {
	if !p.moves {
		return nil
	}
	p.moves = false
	v := p.Command.Loan()
	v.Control[0], v.Velocity[0] = messages.ControlVelocity, p.speed
	return p.Command.Publish(t)
}

// turntable is an application that a slow machine does not end in real time.
const turntable = `app: {name: turntable}
worlds:
  servo:
    rate: 500Hz
    on_overrun: {missed: 1000000, hang_after: 1000s}
    models: [{include: table.urdf.yaml}]
    joint_groups: {all: [turntable]}
    processors: {controller: {type: pendant, options: {joint_group: all}}}
    drives: {motor: {type: simulated, joints: [turntable], start: auto, rearm: auto, max_age: 100ms, options: {silence: 5s}}}
plant:
  type: rigid_body
  rate: 50Hz
  hang_after: 1000s
  models: [{include: table.urdf.yaml}]
  options: {servos: [{joints: [turntable], watchdog: 1s, bandwidth: 2 Hz, rotor_inertia: 6e-5, gear_ratio: 100}]}
`

const table = `robot:
  name: table
  links: [{name: base}, {name: plate, inertial: {mass: 2, inertia: {ixx: 0.01, iyy: 0.01, izz: 0.02}}}]
  joints: [{name: turntable, type: revolute, parent: base, child: plate, axis: [0, 0, 1], limits: {lower: -2, upper: 2, velocity: 1, acceleration: 5, effort: 20}}]
`

// panel is the foreign actor in virtual time.
var panel = actor.NewPID("nonhost", "panel")

// pendantFile writes the turntable with a pendant, and returns the registry that knows it.
func pendantFile(t *testing.T, of *actor.PID) (file string, registry *actors.Registry) {
	t.Helper()
	registry, err := kinds.Standard()
	if err != nil {
		t.Fatal(err)
	}
	if err := actors.Register(registry, "pendant", actors.RoleController, "moves joints by hand", pendant{panel: of}); err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	for name, text := range map[string]string{"app.yaml": turntable, "table.urdf.yaml": table} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return filepath.Join(folder, "app.yaml"), registry
}

// moving are messages that move the turntable, one every 10 ms.
func moving(from, until messages.Instant) (all []protoactor.Message) {
	for at := from; at < until; at += 10 * ms {
		all = append(all, protoactor.Message{At: at, To: "servo/controller", Message: messages.Signals{Value: []float64{0.1}}})
	}
	return all
}

// What foreign actors do, or no longer do, begins the explanation of the stop that follows, in the
// recording as in the running application.
func TestAnExplanationNamesTheForeignActor(t *testing.T) {
	send := func(at messages.Instant, message any) []protoactor.Message {
		return append(moving(0, at), protoactor.Message{At: at, To: "servo/controller", Message: message})
	}
	for name, c := range map[string]struct {
		does protoactor.Input
		want []string // of the chain, in this order
	}{
		"it stops": {protoactor.Input{Messages: moving(0, 990*ms), Stops: 705 * ms},
			[]string{"servo/controller: foreign actor nonhost/panel has stopped", "servo/controller (incarnation 1) failed after a message of foreign actor nonhost/panel: nobody moves the turntable", "joint turntable: run -> ramp_hold (error)"}},
		"it sends what the actor does not tolerate": {protoactor.Input{Messages: send(700*ms, "break")},
			[]string{"servo/controller: foreign actor nonhost/panel sent messages.Signals", "failed after a message of foreign actor nonhost/panel: it is broken", "joint turntable: run -> ramp_hold (error)"}},
		"it does not reply": {protoactor.Input{Messages: send(700*ms, "are you there?")},
			[]string{"servo/controller: foreign actor nonhost/panel did not reply within 20ms", "failed after a message of foreign actor nonhost/panel: servo/controller asked nonhost/panel: no reply in time", "run -> ramp_hold (error)"}},
		"it replies with an error": {protoactor.Input{Messages: send(700*ms, "are you there?"), Replies: []protoactor.Reply{{Err: errors.New("no")}}},
			[]string{"servo/controller: foreign actor nonhost/panel replied with an error: no", "failed after a message", "run -> ramp_hold (error)"}},
		"it falls silent": {protoactor.Input{Messages: moving(0, 700*ms)},
			[]string{"servo/controller: foreign actor nonhost/panel has sent nothing since 0.690000s", "servo/gate: input command_controller is stale, from servo/controller.command", "joint turntable: run -> ramp_hold (stale)"}},
		"a stranger sends what is no number": {protoactor.Input{},
			[]string{"servo/controller: foreign actor nonhost/stranger sent messages.Signals", "servo/gate rejected a command", "joint turntable: run -> ramp_hold (invalid)"}},
		"it asks the gate for a stop": {protoactor.Input{Messages: append(moving(0, 700*ms), protoactor.Message{At: 700 * ms, To: "servo/gate", Message: gate.StopRequest{Mode: messages.ModeDamp}})},
			[]string{"servo/gate: foreign actor nonhost/panel sent gate.StopRequest", "joint turntable: run -> damp (operator) after a message of foreign actor nonhost/panel"}},
	} {
		t.Run(name, func(t *testing.T) {
			c.does.From = panel
			stranger := protoactor.Input{From: actor.NewPID("nonhost", "stranger")}
			if len(c.does.Messages) == 0 {
				c.does.Messages = moving(0, 990*ms)
				stranger.Messages = moving(702*ms, 990*ms)
				for i := range stranger.Messages {
					stranger.Messages[i].Message = messages.Signals{Value: []float64{math.NaN()}}
				}
			}
			file, registry := pendantFile(t, panel)
			path := filepath.Join(t.TempDir(), "run.mcap")
			s, err := session.New(registry, file, session.WithVirtualTime(), session.WithDuration(time.Second), session.WithRecording(path), session.WithLogger(zap.NewNop()), session.WithSystem(protoactor.WithInputs(c.does, stranger)))
			if err != nil {
				t.Fatal(err)
			}
			if _, err := s.Run(t.Context()); err != nil {
				t.Fatal(err)
			}
			r, err := record.Open(path)
			if err != nil {
				t.Fatal(err)
			}
			defer r.Close()
			all, err := session.ExplainRecording(r, registry, []string{"servo/turntable"}, session.End)
			if err != nil {
				t.Fatal(err)
			}
			inOrder(t, fmt.Sprint(session.ExplanationTexts(all)), c.want)
		})
	}
}

// inOrder reports texts that do not follow each other in a text.
func inOrder(t *testing.T, text string, want []string) {
	t.Helper()
	rest := text
	for _, w := range want {
		_, after, found := strings.Cut(rest, w)
		if !found {
			t.Errorf("%q is missing at its place in\n%s", w, text)
			return
		}
		rest = after
	}
}

// A running application in real time explains a stop by the foreign actor that it watches.
func TestARunningApplicationNamesTheForeignActorThatStopped(t *testing.T) {
	host := actor.NewActorSystem()
	of := host.Root.Spawn(actor.PropsFromFunc(func(actor.Context) {}))
	file, registry := pendantFile(t, of)
	s, err := session.New(registry, file, session.WithDuration(0), session.WithoutRecording(), session.WithLogger(zap.NewNop()), session.WithSystem(protoactor.WithActorSystem(host)))
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithTimeout(t.Context(), 2*time.Minute)
	defer stop()
	ended := make(chan error, 1)
	go func() { _, err := s.Run(ctx); ended <- err }()
	name := of.Address + "/" + of.Id
	explained := func(want string) string {
		for ctx.Err() == nil {
			if all, err := s.Explain(ctx, "servo/turntable", "servo/controller"); err == nil {
				if text := fmt.Sprint(session.ExplanationTexts(all)); strings.Contains(text, want) {
					return text
				}
			}
			time.Sleep(5 * time.Millisecond)
		}
		t.Fatalf("no explanation has %q", want)
		return ""
	}
	explained("actor servo/controller runs")
	if err := host.Root.StopFuture(of).Wait(); err != nil {
		t.Fatal(err)
	}
	inOrder(t, explained("nobody moves the turntable"), []string{"because", "servo/controller: foreign actor " + name + " has stopped",
		"failed after a message of foreign actor " + name + ": nobody moves the turntable"})
	stop()
	<-ended
}
