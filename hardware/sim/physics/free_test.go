package physics

import (
	"math"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/worlds"
)

// twoBodies is a ball and a tray that both float.
func twoBodies(t testing.TB) *worlds.World {
	d := freeBody("tray", solidBox(5, 0.6, 0.6, 0.1))
	ball := freeBody("ball", solidSphere(1, 0.1))
	d.Links = append(d.Links, ball.Links[1])
	d.Joints = append(d.Joints, ball.Joints...)
	return built(t, d)
}

func TestAnImpactOfTwoFreeBodiesKeepsTheirMomentum(t *testing.T) {
	for _, restitution := range []float64{0, 0.7} {
		p := newPlant(t, twoBodies(t), Options{
			Step:     100 * time.Microsecond,
			Surfaces: []SurfaceOptions{{Name: "tray", Body: "tray", Box: [3]float64{0.6, 0.6, 0.1}, Friction: 0.5, Restitution: restitution}},
			Contacts: []ContactOptions{{Body: "ball", Points: [][3]float64{{}}, Radius: 0.1}},
			Start:    []StartOptions{{Joint: "ball_joint", Position: []float64{0.2, 0.1, 0.3, 1, 0, 0, 0}}},
		})
		velocity := make([]float64, 12)
		ball := slot(t, p.World(), "ball_joint").Velocity
		velocity[ball], velocity[ball+2] = 0.5, -2
		if err := p.SetState(p.position, velocity); err != nil {
			t.Fatal(err)
		}
		before := p.trueState().CentroidalMomentum()
		energy, gained, pushed := totalEnergy(p), 0.0, 0
		for k := range 4000 {
			advance(t, p, p.StepLength())
			lawful(t, p, 1e-4)
			now := p.trueState().CentroidalMomentum()
			before.Linear[2] -= p.model.Mass() * gravity * p.dt
			for i := range 3 {
				near(t, "linear momentum", now.Linear[i], before.Linear[i], 1e-6)
				if p.owes {
					continue // the step of an impact turned the axes with the velocity of before it
				}
				// The angular velocity of a turning body is kept in its own axes: of second order
				// in the angle of a step.
				near(t, "angular momentum", now.Angular[i], before.Angular[i], 1e-5)
			}
			if t.Failed() {
				t.Fatalf("in step %d, restitution %g", k, restitution)
			}
			gained = max(gained, totalEnergy(p)-energy)
			energy = min(energy, totalEnergy(p))
			if p.contacts.pairs[0].touches() {
				pushed++
			}
		}
		if pushed == 0 {
			t.Error("the ball never touched the tray")
		}
		if gained > 2e-3 {
			t.Errorf("restitution %g: the energy rises by %g J", restitution, gained)
		}
	}
}

func TestABallBouncesAsHighAsItsRestitutionHasIt(t *testing.T) {
	const height, e = 0.5, 0.6
	p := newPlant(t, built(t, freeBody("ball", solidSphere(1, 0.1))), Options{
		Surfaces: []SurfaceOptions{{Name: "ground", Friction: 0.5, Restitution: e}},
		Contacts: []ContactOptions{{Body: "ball", Points: [][3]float64{{}}, Radius: 0.1}},
		Start:    placed("ball", 0, 0.1+height),
	})
	highest, bounced := 0.0, false
	for range 700 {
		advance(t, p, time.Millisecond)
		bounced = bounced || p.velocity[2] > 0
		if bounced {
			highest = max(highest, p.position[2]-0.1)
		}
	}
	near(t, "height after the bounce", highest, e*e*height, 0.01)
}

// A pile of boxes, each with eight corners on the top of the one below: redundant contacts, three
// bodies, one solve.
func TestAPileOfBoxesRests(t *testing.T) {
	d := &worlds.Description{Name: "pile", Links: []worlds.Link{{Name: "world"}}}
	o := Options{Surfaces: []SurfaceOptions{level(0.6)}}
	names := []string{"a", "b", "c"}
	for i, name := range names {
		box := freeBody(name, solidBox(2*float64(i+1), 0.3, 0.3, 0.2))
		d.Links, d.Joints = append(d.Links, box.Links[1]), append(d.Joints, box.Joints[0])
		o.Surfaces = append(o.Surfaces, SurfaceOptions{Name: "on_" + name, Body: name, Box: [3]float64{0.3, 0.3, 0.2}, Friction: 0.5})
		below := "ground"
		if i > 0 {
			below = "on_" + names[i-1]
		}
		shrunk := corners(0.28, 0.28, 0.2)
		o.Contacts = append(o.Contacts, ContactOptions{Body: name, Points: shrunk, Surfaces: []string{below}})
		o.Start = append(o.Start, StartOptions{Joint: name + "_joint", Position: []float64{0.004 * float64(i), 0, 0.1 + 0.2*float64(i) + 0.001*float64(i+1), 1, 0, 0, 0}})
	}
	p := newPlant(t, built(t, d), o)
	most := 0
	for range 1500 {
		advance(t, p, time.Millisecond)
		lawful(t, p, 1e-5)
		most = max(most, p.solver.residual.iterations)
	}
	if speed := largest(p.velocity); speed > 1e-6 {
		t.Errorf("the pile moves by %g", speed)
	}
	forces := p.ContactForces(nil)
	for i, carried := range []float64{2 + 4 + 6, 4 + 6, 6} {
		near(t, "load of a box", forces[i].Wrench.Force[2], carried*gravity, 1e-3)
	}
	t.Logf("at most %d iterations", most)
}

// Random boxes thrown at the ground and at a step: whatever happens, the laws hold, nothing sinks
// in, and energy only falls.
func TestThrownBoxesNeverGainEnergyNorSink(t *testing.T) {
	random := func(k, i int) float64 { return math.Sin(float64(37*k + 11*i + 5)) }
	for k := range 8 {
		o := Options{
			Surfaces: []SurfaceOptions{level(0.2 + 0.1*float64(k)), {Name: "step", Box: [3]float64{1, 4, 0.2}, Friction: 0.7}},
			Contacts: []ContactOptions{{Body: "box", Points: corners(0.3, 0.2, 0.1)}},
		}
		q := [4]float64{random(k, 1), random(k, 2), random(k, 3), random(k, 4)}
		size := math.Sqrt(q[0]*q[0] + q[1]*q[1] + q[2]*q[2] + q[3]*q[3])
		o.Start = []StartOptions{{Joint: "box_joint", Position: []float64{0.4, 0, 0.6, q[0] / size, q[1] / size, q[2] / size, q[3] / size}}}
		p := newPlant(t, built(t, freeBody("box", solidBox(4, 0.3, 0.2, 0.1))), o)
		velocity := make([]float64, 6)
		for i := range velocity {
			velocity[i] = 3 * random(k, 10+i)
		}
		if err := p.SetState(p.position, velocity); err != nil {
			t.Fatal(err)
		}
		begin := totalEnergy(p)
		least, gained, unsolved := begin, 0.0, 0
		for range 2500 {
			advance(t, p, time.Millisecond)
			lawful(t, p, 2e-3)
			now := totalEnergy(p)
			gained = max(gained, now-least)
			least = min(least, now)
			if p.solver.residual.load > loadTolerance {
				unsolved++
			}
		}
		if gained > 1e-3*begin {
			t.Errorf("throw %d: the energy of %g J rises by %g J", k, begin, gained)
		}
		if speed := largest(p.velocity); speed > 1e-5 {
			t.Errorf("throw %d: after 2.5 s it moves by %g", k, speed)
		}
		t.Logf("throw %d: energy rises by at most %.2g of %.3g J; %d steps not solved", k, gained, begin, unsolved)
	}
}
