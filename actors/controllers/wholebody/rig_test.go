package wholebody

import (
	"context"
	"math"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/internal/shelltest"
	"github.com/robo-actors/robo-actors/actors/models"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision"
	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/perception"
	"github.com/robo-actors/robo-actors/worlds/rigidbody"
)

// An arm of four joints that carries weight.
const armText = `
robot:
  name: arm
  links:
    - {name: room}
    - {name: turret, inertial: {mass: 3, origin: {xyz: [0, 0, 0.1]}, inertia: {ixx: 0.02, iyy: 0.02, izz: 0.02}}}
    - {name: upper, inertial: {mass: 2, origin: {xyz: [0.2, 0, 0]}, inertia: {ixx: 0.004, iyy: 0.03, izz: 0.03}}}
    - {name: lower, inertial: {mass: 1.2, origin: {xyz: [0.15, 0, 0]}, inertia: {ixx: 0.002, iyy: 0.015, izz: 0.015}}}
    - {name: wrist, inertial: {mass: 0.5, origin: {xyz: [0.05, 0, 0]}, inertia: {ixx: 0.001, iyy: 0.001, izz: 0.001}}}
    - {name: hand}
  joints:
    - {name: turn, type: revolute, parent: room, child: turret, axis: [0, 0, 1], limits: {lower: -2.5, upper: 2.5, velocity: 4, effort: 60}}
    - {name: shoulder, type: revolute, parent: turret, child: upper, origin: {xyz: [0, 0, 0.3]}, axis: [0, -1, 0], limits: {lower: -1.2, upper: 2.2, velocity: 4, effort: 60}}
    - {name: elbow, type: revolute, parent: upper, child: lower, origin: {xyz: [0.4, 0, 0]}, axis: [0, -1, 0], limits: {lower: -2.4, upper: 0.3, velocity: 4, effort: 30}}
    - {name: bend, type: revolute, parent: lower, child: wrist, origin: {xyz: [0.3, 0, 0]}, axis: [0, -1, 0], limits: {lower: -2, upper: 2, velocity: 5, effort: 10}}
    - {name: grasp, type: fixed, parent: wrist, child: hand, origin: {xyz: [0.1, 0, 0]}}
  joint_groups: {all: [turn, shoulder, elbow, bend]}
`

var armStart = []float64{0.3, 0.6, -1.2, 0.4}

const bend = 1.2 // a goal of the posture

// armOptions has three task sets and a behaviour that goes round between them.
func armOptions() Options {
	o := DefaultOptions()
	o.JointGroup = "all"
	slow := MotionOptions{Velocity: []float64{0.5}, Acceleration: []float64{2}, Jerk: []float64{20}}
	o.Tasks = []TaskOptions{
		{Name: "limits", Kind: "joint_limits", Margin: 0.15, Gains: GainOptions{Proportional: []float64{400}, Derivative: []float64{40}}},
		{Name: "reach", Kind: "frame_position", Frame: "hand", Motion: slow, Goal: GoalOptions{Position: []float64{0.45, 0.2, 0.5}}},
		{Name: "turned", Kind: "frame_orientation", Frame: "hand", Axes: "ry"},
		{Name: "arm_posture", Kind: "posture", Motion: slow, Goal: GoalOptions{Joints: []float64{-0.4, 0.9, -bend, 0.2}}},
		{Name: "calm", Kind: "posture", Gains: GainOptions{Proportional: []float64{0}, Derivative: []float64{5}}},
	}
	o.TaskSets = []TaskSetOptions{
		{Name: "hold", Levels: [][]string{{"limits"}, {"arm_posture"}}},
		{Name: "reaching", Levels: [][]string{{"limits"}, {"reach"}, {"turned"}, {"calm"}}},
		{Name: "free", Levels: [][]string{{"limits"}, {"calm"}}},
	}
	o.Behavior = BehaviorOptions{Initial: "hold", States: []StateOptions{
		{Name: "hold", TaskSet: "hold", ByRequest: true, Transitions: []TransitionOptions{
			{To: "reach_left", On: "begin"}, {To: "reach_left", After: 3 * time.Second, When: []string{"error of arm_posture below 50 mrad for 200 ms"}}}},
		{Name: "reach_left", TaskSet: "reaching", ByRequest: true, Entry: []SettingOptions{{Task: "reach", Parameter: "goal.position", Numbers: []float64{0.45, 0.2, 0.5}}},
			Transitions: []TransitionOptions{{To: "reach_right", When: []string{"error of reach below 5 mm for 200 ms"}}, {To: "loose", After: 6 * time.Second}}},
		{Name: "reach_right", TaskSet: "reaching", ByRequest: true, Entry: []SettingOptions{{Task: "reach", Parameter: "goal.position", Numbers: []float64{0.4, -0.25, 0.45}}},
			Transitions: []TransitionOptions{{To: "loose", When: []string{"error of reach below 5 mm for 200 ms"}}, {To: "loose", After: 6 * time.Second}}},
		{Name: "loose", TaskSet: "free", ByRequest: true, Transitions: []TransitionOptions{{To: "hold", After: 300 * time.Millisecond}}},
	}}
	return o
}

// fromActor makes the options those of a controller that takes the model actor's matrices.
func fromActor(o Options) Options {
	o.Source, o.ModelFrames, o.ModelMaxAge = "actor", []string{"lower", "hand"}, 120*time.Millisecond
	return o
}

// plant is the arm, the drives and what a gate does: joints run while commands come, and are braked
// while none do.
type plant struct {
	Command  actors.In[messages.JointCommand] `port:"command" optional:"true"`
	Snapshot actors.Out[messages.Snapshot]    `port:"snapshot"`

	*arm
}

// arm is what outlives a plant's incarnation: the test looks at it.
type arm struct {
	world     *worlds.World
	workspace *rigidbody.Workspace
	q, v, tau []float64
	acc       []float64
	quiet     int  // ticks without a command
	running   bool // commands pass
	frozen    bool // the test moves the joints
	stopped   bool // the joints brake, whatever is commanded
	valid     bool
	nan       bool
	each      func() // called in every tick, before the state is sent
	arms      int    // how often the joints began to run
}

func newArm(t testing.TB) *arm {
	t.Helper()
	a := &arm{world: shelltest.World(t, armText), q: append([]float64(nil), armStart...), v: make([]float64, 4), tau: make([]float64, 4), acc: make([]float64, 4), valid: true}
	m, err := a.world.Model()
	if err != nil {
		t.Fatal(err)
	}
	a.workspace = m.NewWorkspace()
	return a
}

func (p *plant) Configure(s *actors.Setup) error {
	s.Size(&p.Snapshot, perception.Sizes(p.world))
	s.Size(&p.Command, actors.Sizes{"joints": 4, "positions": 4, "velocities": 4})
	return nil
}

func (p *plant) Tick(t *actors.Tick) error {
	dt := t.Step.Seconds()
	c, stamp, ok := p.Command.Latest()
	switch {
	case ok && t.Now.Sub(stamp.Time) <= 5*time.Millisecond:
		if !p.running {
			p.arms++
		}
		p.running, p.quiet = true, 0
		copy(p.tau, c.Effort)
	default:
		if p.quiet++; p.quiet > 20 {
			p.running = false
		}
	}
	p.running = p.running && !p.stopped
	if !p.frozen {
		if err := p.move(dt); err != nil {
			return err
		}
	}
	if p.each != nil {
		p.each()
	}
	s := p.Snapshot.Loan()
	copy(s.Position, p.q)
	copy(s.Velocity, p.v)
	copy(s.Effort, p.tau)
	for i := range s.Mode {
		s.Mode[i], s.Valid[i], s.Time[i] = messages.ModeRampHold, p.valid, t.Now
		if p.running {
			s.Mode[i] = messages.ModeRun
		}
	}
	if p.nan {
		s.Position[1] = math.NaN()
	}
	return p.Snapshot.Publish(t)
}

// move integrates the motion. Braked joints come to rest.
func (p *arm) move(dt float64) error {
	if !p.running {
		for i := range p.v {
			p.v[i] *= 0.9
			p.q[i] += p.v[i] * dt
		}
		if err := p.workspace.SetState(p.q, p.v); err != nil {
			return err
		}
		return p.workspace.GravityForces(p.tau) // what the brake carries, as a sensor would measure it
	}
	if err := p.workspace.SetState(p.q, p.v); err != nil {
		return err
	}
	if err := p.workspace.ForwardDynamics(p.acc, p.tau, nil); err != nil {
		return err
	}
	for i := range p.q {
		p.v[i] += p.acc[i] * dt
		p.q[i] += p.v[i] * dt
	}
	return nil
}

// rig is an application of plant, model actor and controller.
type rig struct {
	*arm
	t      testing.TB
	sys    *actors.System
	shell  *Actor // the newest incarnation
	events []messages.Event
	status messages.TaskStatus // the newest
	at     messages.Instant    // of it
	each   func(messages.Stamp, *messages.TaskStatus)
}

// rigOptions reports what the model actor is like.
type rigOptions struct {
	period, jitter time.Duration
	noModel        bool
	fed            bool          // a sensor sends the signals
	cut            bool          // that sensor sends the first signal only
	links          []actors.Link // further ones
	planner        *goalPlanner  // sends goals
	seed           uint64
}

// sensor sends that many signals, the first always 1, or the first one only.
type sensor struct {
	Signals actors.Out[messages.Signals] `port:"signals"`
	count   int
	cut     bool
}

func (x *sensor) Configure(s *actors.Setup) error {
	s.Size(&x.Signals, actors.Sizes{"signals": x.count})
	return nil
}

func (x *sensor) Tick(t *actors.Tick) error {
	v := x.Signals.Loan()
	if v.Value[0] = 1; x.cut {
		v.Value = v.Value[:1]
	}
	return x.Signals.Publish(t)
}

func newRig(t testing.TB, o Options, ro rigOptions) *rig {
	t.Helper()
	r, err := buildRig(t, o, ro)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := actors.Tap(r.sys, "arm/controller.status", func(stamp messages.Stamp, s *messages.TaskStatus) {
		r.status, r.at = *s, stamp.Time
		if r.each != nil {
			r.each(stamp, s)
		}
	}); err != nil {
		t.Fatal(err)
	}
	return r
}

// buildRig returns the rig without its taps, or an error.
func buildRig(t testing.TB, o Options, ro rigOptions) (*rig, error) {
	t.Helper()
	r := &rig{arm: newArm(t), t: t}
	app := actors.Application{Name: "rig", Worlds: []string{"arm"}, Resources: []any{r.world}, Domains: []actors.DomainSpec{{Name: "main"}, {Name: "models"}}}
	app.Policy = actors.NewPolicy(always(50 * time.Millisecond))
	app.Groups = []actors.Group{{Name: "controller", Policy: actors.NewPolicy(always(100 * time.Millisecond))}, {Name: "model", Policy: actors.NewPolicy(always(30 * time.Millisecond))}}
	app.Actors = append(app.Actors, actors.Spec{Name: "arm/plant", Period: time.Millisecond, Phase: actors.Perception, New: func() any { return &plant{arm: r.arm} }})
	app.Actors = append(app.Actors, actors.Spec{Name: "arm/controller", Period: time.Millisecond, Phase: actors.Control, Group: "controller", New: func() any {
		r.shell = &Actor{Options: o}
		return r.shell
	}})
	app.Links = []actors.Link{{From: "arm/plant.snapshot", To: "arm/controller.snapshot", MaxAge: 5 * time.Millisecond}, {From: "arm/controller.command", To: "arm/plant.command"}}
	if ro.fed {
		app.Actors = append(app.Actors, actors.Spec{Name: "arm/sensor", Period: time.Millisecond, Phase: actors.Perception, New: func() any { return &sensor{count: len(o.Signals), cut: ro.cut} }})
		app.Links = append(app.Links, actors.Link{From: "arm/sensor.signals", To: "arm/controller.signals", MaxAge: 5 * time.Millisecond})
	}
	if ro.planner != nil {
		app.Actors = append(app.Actors, actors.Spec{Name: "arm/planner", Period: time.Millisecond, Phase: actors.Planning, New: func() any { return ro.planner }})
		app.Links = append(app.Links, actors.Link{From: "arm/planner.goal", To: "arm/controller.goal"})
	}
	if o.Source == "actor" && !ro.noModel {
		mo := models.DefaultOptions()
		mo.Frames, mo.Dynamics = o.ModelFrames, true
		app.Actors = append(app.Actors, actors.Spec{Name: "arm/model", Period: max(ro.period, 2*time.Millisecond), Phase: actors.Planning, Domain: "models", Group: "model",
			Tolerance: actors.Tolerance{Missed: -1}, Execution: actors.Execution{Jitter: ro.jitter}, Hang: 1e6, New: func() any { return &models.Actor{Options: mo} }})
		app.Links = append(app.Links, actors.Link{From: "arm/plant.snapshot", To: "arm/model.snapshot", MaxAge: time.Second}, actors.Link{From: "arm/model.model", To: "arm/controller.model"},
			actors.Link{From: "arm/controller.request", To: "arm/model.request"})
	}
	app.Links = append(app.Links, ro.links...)
	var err error
	r.sys, err = actors.New(app, actors.WithVirtualTime(), actors.WithFaults(), actors.WithSeed(max(ro.seed, 1)), actors.WithEvents(func(e messages.Event) { r.events = append(r.events, e) }))
	return r, err
}

// always restarts forever.
func always(after time.Duration) supervision.Restart {
	p := supervision.DefaultRestart()
	p.Max, p.Within = 1_000_000, time.Second
	p.BackoffMin, p.BackoffMax = after, after
	return p
}

func (r *rig) start() {
	r.t.Helper()
	if err := r.sys.Start(context.Background()); err != nil {
		r.t.Fatal(err)
	}
	r.t.Cleanup(func() {
		if err := r.sys.Stop(context.Background()); err != nil {
			r.t.Error(err)
		}
	})
}

func (r *rig) run(d time.Duration) {
	r.t.Helper()
	if err := r.sys.Advance(d); err != nil {
		r.t.Fatal(err)
	}
}

// ask sends a request and runs until it is answered.
func (r *rig) ask(q messages.TaskRequest) messages.TaskReply { return askRig[messages.TaskReply](r, q) }

func askRig[T any](r *rig, q any) (reply T) {
	r.t.Helper()
	answered := false
	if err := r.sys.Request("arm/controller", q, func(v any, err error) {
		answered = true
		if err != nil {
			r.t.Fatalf("%+v: %v", q, err)
		}
		reply = v.(T)
	}); err != nil {
		r.t.Fatal(err)
	}
	for range 3000 {
		if r.run(time.Millisecond); answered {
			return reply
		}
	}
	r.t.Fatalf("%+v was not answered in 3 s", q)
	return reply
}

func (r *rig) state() string { return r.shell.law.machine.StateName(int(r.status.State)) }

// failures are the texts of the controller's failures.
func (r *rig) failures() (texts []string) {
	for _, e := range r.events {
		if e.Kind == messages.EventFailed && e.Source == "arm/controller" {
			texts = append(texts, e.Text)
		}
	}
	return texts
}

func (r *rig) inside() {
	r.t.Helper()
	for i, l := range r.world.Limits() {
		if r.q[i] < l.Lower || r.q[i] > l.Upper || math.IsNaN(r.q[i]) {
			r.t.Fatalf("at %v joint %d is at %g, its limits are %g to %g", r.at, i, r.q[i], l.Lower, l.Upper)
		}
	}
}
