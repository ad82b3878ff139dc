package physics

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/hardware/sim/internal/contact"
	"github.com/robo-actors/robo-actors/worlds/geometry/outline"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// The moment arm*N against rolling slows a rolling ball by 5/7 g arm/radius. Then it rests.
func TestRollingFrictionStopsABallThatRolls(t *testing.T) {
	const radius, arm, v0 = 0.1, 0.004, 0.3
	p := newPlant(t, built(t, freeBody("ball", solidSphere(2, radius))), Options{
		Surfaces: []SurfaceOptions{level(0.5)}, Start: placed("ball", 0, radius),
		Contacts: []ContactOptions{{Body: "ball", Points: [][3]float64{{}}, Radius: radius, RollingFriction: arm}},
	})
	c, s := math.Cos(0.7), math.Sin(0.7)
	if err := p.SetState(p.position, []float64{v0 * c, v0 * s, 0, -v0 * s / radius, v0 * c / radius, 0}); err != nil {
		t.Fatal(err)
	}
	slows := gravity * arm / radius * 5 / 7
	begin := totalEnergy(p)
	for p.Now().Sub(0).Seconds() < v0/slows/2 {
		advance(t, p, p.StepLength())
		lawful(t, p, 1e-6)
	}
	along := p.Twist(1).Linear
	near(t, "speed after half the time", along[0]*c+along[1]*s, v0/2, 2e-3*v0)
	near(t, "speed aside", along[1]*c-along[0]*s, 0, 1e-6)
	f := p.ContactForces(nil)[0]
	near(t, "moment about the axis of the wheel, with that of the drag", f.Wrench.Moment[0]*-s+f.Wrench.Moment[1]*c,
		-0.4*2*radius*slows, 1e-4)
	if gained := watched(t, p, 3*time.Second, 1e-6); gained > 1e-9*begin {
		t.Errorf("energy grew by %g J", gained)
	}
	near(t, "way", math.Hypot(p.position[0], p.position[1]), v0*v0/(2*slows), 2e-3)
	if speed := largest(p.velocity); speed > 1e-5 {
		t.Errorf("the ball still moves, by %g", speed)
	}
}

// On an incline a wheel begins to roll where the incline is steeper than arm over radius: a ball
// with one point, and a cylinder with the two ends of a line.
func TestRollingFrictionHoldsAWheelOnAnIncline(t *testing.T) {
	const radius, arm, mass, seconds = 0.1, 0.01, 2.0, 1.0
	for _, c := range []struct {
		tangent float64
		share   float64 // of the acceleration that a block without friction has
		set     ContactOptions
	}{
		{0.099, 0, ContactOptions{Points: [][3]float64{{}}, Radius: radius}},
		{0.15, 5.0 / 7, ContactOptions{Points: [][3]float64{{}}, Radius: radius}},
		{0.099, 0, ContactOptions{Shapes: []ShapeOptions{{Options: outline.Options{Shape: "cylinder", Radius: radius, Length: 0.08}, Orientation: [4]float64{math.Sqrt2 / 2, math.Sqrt2 / 2}}}}},
		{0.15, 2.0 / 3, ContactOptions{Shapes: []ShapeOptions{{Options: outline.Options{Shape: "cylinder", Radius: radius, Length: 0.08}, Orientation: [4]float64{math.Sqrt2 / 2, math.Sqrt2 / 2}}}}},
	} {
		angle := math.Atan(c.tangent)
		body := solidSphere(mass, radius)
		if c.set.Shapes != nil {
			body.Iyy, body.Ixx, body.Izz = mass*radius*radius/2, mass*(3*radius*radius+0.08*0.08)/12, mass*(3*radius*radius+0.08*0.08)/12
		}
		c.set.Body, c.set.RollingFriction = "wheel", arm
		p := newPlant(t, built(t, freeBody("wheel", body)), Options{
			Surfaces: []SurfaceOptions{incline(angle, 0.8)}, Contacts: []ContactOptions{c.set}, Start: placed("wheel", angle, radius),
		})
		begin := p.Pose(1).Position
		for p.Now().Sub(0).Seconds() < seconds-1e-9 {
			advance(t, p, p.StepLength())
			lawful(t, p, 1e-6)
		}
		moved := spatial.VecOf(p.Pose(1).Position).Sub(spatial.VecOf(begin)).Norm()
		s, cos := math.Sincos(angle)
		want := c.share * gravity * (s - arm/radius*cos) * seconds * seconds / 2
		near(t, "way on the incline", moved, want, 1e-4+5e-3*want) // the first step has no bound yet
	}
}

// Turning about the normal is not resisted, and neither is a body in the air.
func TestRollingFrictionLetsSpin(t *testing.T) {
	const radius, spin = 0.1, 7.0
	p := newPlant(t, built(t, freeBody("ball", solidSphere(2, radius))), Options{
		Surfaces: []SurfaceOptions{level(0.5)}, Start: placed("ball", 0, radius),
		Contacts: []ContactOptions{{Body: "ball", Points: [][3]float64{{}}, Radius: radius, RollingFriction: 0.05}},
	})
	if err := p.SetState(p.position, []float64{0, 0, 0, 0, 0, spin}); err != nil {
		t.Fatal(err)
	}
	advance(t, p, time.Second)
	near(t, "spin", p.velocity[5], spin, 1e-9)
	p.position[2] = 5
	if err := p.SetState(p.position, []float64{0, 0, 0, spin, 0, 0}); err != nil {
		t.Fatal(err)
	}
	advance(t, p, 500*time.Millisecond)
	near(t, "spin in the air", p.velocity[3], spin, 1e-9)
}

// Things of every shape that fall with a spin come to rest on the ground and on each other: no
// moment is above its bound, each acts against the rolling, and energy never grows.
func TestRollingFrictionBringsEveryShapeToRest(t *testing.T) {
	const seed, arm = 5, 0.006
	r := rand.New(rand.NewPCG(seed, 1))
	for i, thing := range things {
		under := placement{things[1+2*(i%2)], "under", spatial.PoseFromRPY([3]float64{2: 0.06}, [3]float64{2: r.Float64()})}
		above := placement{thing, "above", spatial.Pose{R: randomRotation(r), P: [3]float64{0.02 * r.NormFloat64(), 0, 0.25}}}
		p := thrownRolling(t, 0.5, arm, []placement{under, above})
		v := append([]float64(nil), p.velocity...)
		for k := range v {
			v[k] = r.NormFloat64()
		}
		if err := p.SetState(p.position, v); err != nil {
			t.Fatal(err)
		}
		begin := totalEnergy(p)
		least, gained := begin, 0.0
		for range 3000 {
			before := make([]float64, len(p.contacts.pairs))
			for k := range p.contacts.pairs {
				before[k] = p.contacts.pairs[k].impulse[0]
			}
			advance(t, p, p.StepLength())
			lawful(t, p, 0.01)
			checkRolling(t, p, before)
			if energy := totalEnergy(p); !p.owes {
				gained, least = max(gained, energy-least), min(least, energy)
			}
		}
		if gained > 1e-3*begin {
			t.Errorf("%s: energy grew by %g J of %g J (seed %d)", thing.Shape, gained, begin, seed)
		}
		for body := 1; body <= 2; body++ { // it may spin about an upright axis
			if speed := spatial.VecOf(p.Twist(body).Linear).Norm(); speed > 1e-3 {
				t.Errorf("%s: body %d still moves by %g m/s (seed %d)", thing.Shape, body, speed, seed)
			}
		}
	}
}

// checkRolling checks the law of rolling friction in the last step, given the normal impulses of
// the one before.
func checkRolling(t *testing.T, p *Mechanism, before []float64) {
	t.Helper()
	for i := range p.contacts.pairs {
		x := &p.contacts.pairs[i]
		size := math.Hypot(x.roll.impulse[1], x.roll.impulse[2])
		if bound := x.roll.arm * before[i]; size > bound*(1+1e-9) || size > 0 && !x.near {
			t.Fatalf("at %s a moment of %g N m s; the bound is %g", p.Now(), size, bound)
		}
		if x.roll.impulse[0] != 0 {
			t.Fatalf("at %s rolling friction pushes along the normal", p.Now())
		}
		against := x.roll.impulse[1]*x.roll.speed[1] + x.roll.impulse[2]*x.roll.speed[2]
		if solved := p.solver.residual.load <= loadTolerance; solved && x.roll.region == contact.Slips && against > 1e-12 {
			t.Fatalf("at %s a moment acts with the rolling: %g J", p.Now(), against)
		}
	}
}
