package humanoid

import (
	"context"
	"fmt"
	"math"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/examples/internal/run"
	"github.com/robo-actors/robo-actors/hardware/sim"
	"github.com/robo-actors/robo-actors/hardware/sim/physics"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/app"
	"github.com/robo-actors/robo-actors/worlds/rigidbody"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// load reads the application file for a run in virtual time, and gives the one push of its plant.
func load(t *testing.T) (*app.Config, *physics.PushOptions) {
	t.Helper()
	config := run.Load(t, "app.yaml")
	plant, ok := config.Plants[0].Instance.(*sim.PlantOptions)
	if !ok || len(plant.Pushes) != 1 {
		t.Fatalf("the plant is %+v; expected one with one push", config.Plants[0].Instance)
	}
	return config, &plant.Pushes[0]
}

// begun is when the soles lie on the ground: from then on all is judged, through the half second in
// which brakes hold the robot and the moment at which its drives take over.
const begun = messages.Instant(10 * time.Millisecond)

// What plant/robot.contacts says of a set of contacts.
const (
	contactSignals           = 9
	margin, touching, slides = 6, 7, 8
)

// miss is an error over a part of the run, m.
type miss struct {
	square, most float64
	samples      int
}

func (m *miss) add(x float64) {
	m.square, m.most, m.samples = m.square+x*x, math.Max(m.most, x), m.samples+1
}

func (m *miss) rms() float64 { return math.Sqrt(m.square / float64(m.samples)) }

// String gives the error in millimetres.
func (m *miss) String() string {
	return fmt.Sprintf("rms %.2f mm, max %.2f mm", 1e3*m.rms(), 1e3*m.most)
}

// figures are what is true of a run.
type figures struct {
	// The hand against its reference before the push, from its begin until the robot has recovered,
	// and later.
	before, pushed, later miss
	margin                float64       // least of any point of the soles, in its friction cone: 1 on the axis, 0 on the surface
	load                  float64       // least force of the ground on a foot, N
	slips, loose          int           // instants of feet with a point that slips, or that does not touch
	moved, turned         float64       // greatest displacement of a foot, m, and angle, rad
	sag                   float64       // greatest drop of the centre of mass before the push, m
	sway, tilt            float64       // greatest displacement of the centre of mass by the push, m, and angle of the torso, rad
	momentum              float64       // greatest change of the horizontal momentum while the push lasted, N s
	effort                float64       // greatest share of a drive's limit
	strongest             string        // its joint
	recovered, caught     time.Duration // from the push: the robot as before, the hand at its reference
	circle                float64       // greatest distance of the reference from the circle, m
	swept                 float64       // angle that the reference went round, rad
	estimate              miss          // the base where it is estimated, against where it is
	failed                []string
}

// watch follows a run through what the plant says is true.
type watch struct {
	figures
	t         *testing.T
	model     *rigidbody.Model
	space     *rigidbody.Workspace
	push      *physics.PushOptions
	feet      []int
	planted   []spatial.Pose
	torso     int
	reference messages.BodyReference
	start     *[3]float64 // of the reference
	last      float64     // angle of the reference
	base      messages.VirtualState
	known     bool // the reference
	truth     messages.BodyState
	rest      [3]float64 // centre of mass when the soles lay on the ground
	balance   [3]float64 // and before the push
	calm      [3]float64 // momentum before the push
	upright   spatial.Pose
}

// stand runs a configuration and returns what was true of it, with what happens to it on the way.
func stand(t *testing.T, config *app.Config, push *physics.PushOptions, happens ...func(*actors.System)) *figures {
	t.Helper()
	w := &watch{t: t, push: push, figures: figures{margin: 1, load: math.Inf(1)}}
	w.bind(config)
	system, err := app.New(config, actors.WithEvents(func(e messages.Event) {
		if e.Kind == messages.EventFailed {
			w.failed = append(w.failed, e.Source+": "+e.Text)
		}
	}))
	if err != nil {
		t.Fatal(err)
	}
	run.Tap(t, system, "humanoid/path.reference", w.follow)
	run.Tap(t, system, "humanoid/base.state", func(_ messages.Stamp, s *messages.VirtualState) { w.base = *s })
	run.Tap(t, system, "plant/robot.truth", func(_ messages.Stamp, s *messages.BodyState) { w.truth = *s })
	run.Tap(t, system, "plant/robot.contacts", w.contacts)
	run.Tap(t, system, "plant/robot.state", w.state)
	run.Tap(t, system, "humanoid/motors.state", func(_ messages.Stamp, s *messages.DriveState) { w.drives(config, s) })
	for _, happen := range happens {
		happen(system)
	}
	if err := system.Run(context.Background()); err != nil {
		t.Fatal(err)
	}
	return &w.figures
}

func (w *watch) bind(config *app.Config) {
	w.t.Helper()
	model, err := config.Plants[0].Model.Model()
	if err != nil {
		w.t.Fatal(err)
	}
	w.model, w.space = model, model.NewWorkspace()
	for _, name := range []string{"left_foot", "right_foot", "torso"} {
		body, err := model.BodyIndex(name)
		if err != nil {
			w.t.Fatal(err)
		}
		w.feet, w.torso = append(w.feet, body), body
	}
	w.feet = w.feet[:2]
}

// radius of the circle, m.
const radius = 0.12

// follow judges the reference: it begins at the bottom of a circle in the plane before the robot.
func (w *watch) follow(_ messages.Stamp, r *messages.BodyReference) {
	w.reference, w.known = *r, true
	if r.Twist == (messages.Twist{}) {
		return // it waits
	}
	p := r.Pose.Position
	if w.start == nil {
		w.start = &p
	}
	y, z := p[1]-w.start[1], w.start[2]+radius-p[2]
	w.circle = math.Max(w.circle, math.Hypot(math.Hypot(y, z)-radius, p[0]-w.start[0]))
	at := math.Atan2(y, z)
	w.swept += math.Remainder(at-w.last, 2*math.Pi)
	w.last = at
}

// contacts judges the feet.
func (w *watch) contacts(stamp messages.Stamp, s *messages.Signals) {
	if stamp.Time < begun {
		return
	}
	for at := 0; at < len(s.Value); at += contactSignals {
		foot := s.Value[at : at+contactSignals]
		w.margin, w.load = math.Min(w.margin, foot[margin]), math.Min(w.load, foot[2])
		if foot[slides] > 0 {
			w.slips++
		}
		if foot[touching] < 4 {
			w.loose++
		}
	}
}

// drives judges the efforts.
func (w *watch) drives(config *app.Config, s *messages.DriveState) {
	world := &config.Worlds[0]
	for i, j := range world.Drives[0].Joints {
		limit := world.Model.Limits()[world.Model.Slot(j).Velocity].Effort
		if share := math.Abs(s.Effort[i]) / limit; share > w.effort {
			w.effort, w.strongest = share, world.Joints[j].Name
		}
	}
}

// state judges where the robot is. Truth and reference are those of the instant before: they are
// sent in their own order.
func (w *watch) state(stamp messages.Stamp, s *messages.JointState) {
	w.t.Helper()
	if err := w.space.SetState(s.Position, s.Velocity); err != nil {
		w.t.Fatal(err)
	}
	now, from := stamp.Time, messages.Instant(w.push.From)
	com, momentum := w.space.CentreOfMass(), w.space.CentroidalMomentum().Linear
	if len(w.planted) == 0 {
		for _, foot := range w.feet {
			w.planted = append(w.planted, w.space.Pose(foot))
		}
	}
	for i, foot := range w.feet {
		pose := w.space.Pose(foot)
		w.moved, w.turned = math.Max(w.moved, distance(pose.P, w.planted[i].P)), math.Max(w.turned, angle(&pose, &w.planted[i]))
	}
	if now <= begun {
		w.rest = com
	}
	if now <= from {
		w.sag = math.Max(w.sag, w.rest[2]-com[2])
		w.balance, w.calm, w.upright = com, momentum, w.space.Pose(w.torso)
	}
	sway := math.Hypot(com[0]-w.balance[0], com[1]-w.balance[1])
	torso := w.space.Pose(w.torso)
	tilt := angle(&torso, &w.upright)
	if !w.known || now < begun {
		return
	}
	w.estimate.add(distance([3]float64(w.base.Position), [3]float64(s.Position)))
	hand := distance(w.truth.Pose.Position, w.reference.Pose.Position)
	if now > from && hand > handError {
		w.caught = now.Sub(from)
	}
	switch speed := math.Hypot(momentum[0], momentum[1]) / w.model.Mass(); {
	case now <= from:
		w.before.add(hand)
		return
	case sway > 3e-3 || speed > 0.02 || tilt > 0.01 || hand > handError:
		w.recovered = now.Sub(from)
	}
	if now <= from.Add(w.push.Duration) {
		w.momentum = math.Max(w.momentum, math.Hypot(momentum[0]-w.calm[0], momentum[1]-w.calm[1]))
	}
	w.sway, w.tilt = math.Max(w.sway, sway), math.Max(w.tilt, tilt)
	if now.Sub(from) <= 3*time.Second {
		w.pushed.add(hand)
	} else {
		w.later.add(hand)
	}
}

func distance(a, b [3]float64) float64 {
	return math.Sqrt((a[0]-b[0])*(a[0]-b[0]) + (a[1]-b[1])*(a[1]-b[1]) + (a[2]-b[2])*(a[2]-b[2]))
}

// angle is that between two orientations, by the trace of the rotation between them.
func angle(a, b *spatial.Pose) float64 {
	trace := 0.0
	for i := range a.R {
		trace += a.R[i] * b.R[i]
	}
	return math.Acos(math.Max(-1, math.Min(1, (trace-1)/2)))
}

// log prints the figures.
func (f *figures) log(t *testing.T) {
	t.Helper()
	t.Logf("hand: before the push %v; in the 3 s from it %v; later %v", &f.before, &f.pushed, &f.later)
	t.Logf("feet: least margin in the cones %.3f, least load %.0f N, %d slip, %d do not touch with all points, moved %.4f mm, turned %.4f mrad",
		f.margin, f.load, f.slips, f.loose, 1e3*f.moved, 1e3*f.turned)
	t.Logf("reference: off the circle by %.2f mm, %.2f turns; base estimated to %v", 1e3*f.circle, f.swept/(2*math.Pi), &f.estimate)
	t.Logf("start: centre of mass sank by %.3f mm at most before the push", 1e3*f.sag)
	t.Logf("push: %.2f N s, centre of mass moved %.1f mm, torso turned %.1f mrad, recovered after %s; efforts at most %.0f%% (%s)",
		f.momentum, 1e3*f.sway, 1e3*f.tilt, f.recovered, 100*f.effort, f.strongest)
}
