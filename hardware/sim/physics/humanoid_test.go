package physics

import (
	"slices"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/rigidbody"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
	"github.com/robo-actors/robo-actors/worlds/urdf"
)

// humanoid stands on the soles of two feet, eight points, with drives that hold its posture.
type humanoid struct {
	plant *Mechanism
	loads []Load
}

const soleDepth = 0.1 // m, of the sole below the ankle

func newHumanoid(t testing.TB, pushes ...PushOptions) *humanoid {
	t.Helper()
	d, err := urdf.Load(shared(t), "simple_humanoid.urdf", urdf.Options{})
	if err != nil {
		t.Fatal(err)
	}
	robot := &worlds.Description{Name: "humanoid", Links: []worlds.Link{{Name: "world"}}}
	if err := robot.Attach(d, worlds.Joint{Name: "base", Type: worlds.Floating, Parent: "world", Role: worlds.Passive}); err != nil {
		t.Fatal(err)
	}
	w := built(t, robot)
	var driven []Driven
	o := Options{Surfaces: []SurfaceOptions{level(0.8)}, Pushes: pushes}
	for _, j := range w.Joints() {
		if j.Type != worlds.Floating {
			driven = append(driven, Driven{Joint: j.Name})
		}
	}
	// The soles lie under the centre of mass, and on the ground.
	model, err := rigidbody.New(w.Bodies())
	if err != nil {
		t.Fatal(err)
	}
	space := model.NewWorkspace()
	com := space.CentreOfMass()
	for _, foot := range []string{"l_ankle", "r_ankle"} {
		body, err := w.BodyIndex(foot)
		if err != nil {
			t.Fatal(err)
		}
		ankle := space.Pose(body).P
		x := com[0] - ankle[0]
		o.Contacts = append(o.Contacts, ContactOptions{Body: foot, Points: [][3]float64{{x - 0.12, -0.06, -soleDepth}, {x - 0.12, 0.06, -soleDepth}, {x + 0.12, -0.06, -soleDepth}, {x + 0.12, 0.06, -soleDepth}}})
		if len(o.Start) == 0 {
			o.Start = []StartOptions{{Joint: "base", Position: []float64{0, 0, soleDepth - ankle[2], 1, 0, 0, 0}}}
		}
	}
	p, err := New(w, o, driven)
	if err != nil {
		t.Fatal(err)
	}
	return &humanoid{plant: p, loads: make([]Load, len(driven))}
}

// cycle takes a step with drives that are springs and dampers of at most 400 N m.
func (h *humanoid) cycle(t testing.TB) {
	for i := range h.loads {
		d := h.plant.DrivenJoint(i)
		effort := -4000*h.plant.position[d.Position] - 160*h.plant.velocity[d.Velocity]
		h.loads[i].Effort = max(-400, min(400, effort))
	}
	if err := h.plant.Step(h.loads); err != nil {
		t.Fatal(err)
	}
}

func TestAHumanoidStandsOnItsFeetForFiveSeconds(t *testing.T) {
	h := newHumanoid(t)
	weight := h.plant.model.Mass() * gravity
	begin := h.plant.Pose(1).Position
	most, total := 0, 0
	for range 5000 {
		h.cycle(t)
		lawful(t, h.plant, 1e-6)
		most, total = max(most, h.plant.solver.residual.iterations), total+h.plant.solver.residual.iterations
		if h.plant.solver.residual.load > loadTolerance {
			t.Fatalf("at %s the step was not solved: %+v", h.plant.Now(), h.plant.solver.residual)
		}
	}
	up := 0.0
	for _, f := range h.plant.ContactForces(nil) {
		up += f.Wrench.Force[2]
		if !f.Planted() || f.Touching != 4 {
			t.Errorf("foot %s is not planted: %+v", f.Set, f)
		}
	}
	near(t, "force of the ground", up, weight, 1e-3*weight)
	if speed := largest(h.plant.velocity); speed > 5e-3 { // what is left of its sway on the springs of its drives
		t.Errorf("after 5 s it still moves by %g", speed)
	}
	if moved := spatial.VecOf(h.plant.Pose(1).Position).Sub(spatial.VecOf(begin)).Norm(); moved > 0.05 {
		t.Errorf("its base moved by %g m", moved)
	}
	t.Logf("%.2f Newton steps on average, %d at most", float64(total)/5000, most)
}

func TestAPushedHumanoidPassesTheImpulseToItsFeet(t *testing.T) {
	const force, begin, duration = 200.0, time.Second, 50 * time.Millisecond
	push := PushOptions{Body: "torso", Force: [3]float64{0, force, 0}, From: begin, Duration: duration}
	h := newHumanoid(t, push)
	ground := 0.0
	for h.plant.Now() < messages.Instant(2*time.Second) {
		h.cycle(t)
		lawful(t, h.plant, 1e-5)
		for _, f := range h.plant.ContactForces(nil) {
			ground += 1e-3 * f.Wrench.Force[1]
		}
	}
	momentum := h.plant.trueState().CentroidalMomentum().Linear[1]
	near(t, "momentum: that of the push and of the ground", momentum, force*duration.Seconds()+ground, 1e-5*force*duration.Seconds())
}

func TestAStepWithContactsAllocatesNothing(t *testing.T) {
	if raceEnabled {
		t.Skip("the race detector allocates by itself, so that our own allocations cannot be counted; the plain run of this test asserts zero allocations")
	}
	h := newHumanoid(t)
	forces := make([]ContactForce, 0, 4)
	if n := testing.AllocsPerRun(200, func() { h.cycle(t); forces = h.plant.ContactForces(forces[:0]) }); n != 0 {
		t.Errorf("a cycle allocates %g times", n)
	}
}

func TestAHumanoidsFallIsTheSameBitForBit(t *testing.T) {
	run := func() []float64 {
		h := newHumanoid(t, PushOptions{Body: "torso", Force: [3]float64{300, 200, 0}, From: 100 * time.Millisecond, Duration: 300 * time.Millisecond})
		var all []float64
		for range 1200 {
			h.cycle(t)
			lawful(t, h.plant, 1e-3)
			all = append(all, h.plant.velocity...)
		}
		return all
	}
	if !slices.Equal(run(), run()) {
		t.Error("two runs differ")
	}
}

func BenchmarkStepOfAStandingHumanoid(b *testing.B) {
	h := newHumanoid(b)
	for range 500 {
		h.cycle(b)
	}
	b.ReportAllocs()
	for b.Loop() {
		h.cycle(b)
	}
}
