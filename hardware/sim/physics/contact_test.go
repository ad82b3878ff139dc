package physics

import (
	"errors"
	"math"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/hardware/sim/internal/contact"
	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/rigidbody"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// incline is a plane through the room's origin that falls by an angle towards x.
func incline(angle, friction float64) SurfaceOptions {
	return SurfaceOptions{Name: "incline", Friction: friction, Orientation: [4]float64{math.Cos(angle / 2), 0, math.Sin(angle / 2), 0}}
}

func level(friction float64) SurfaceOptions {
	return SurfaceOptions{Name: "ground", Friction: friction}
}

// placed is the start of a free body on an incline, at a height above it along its normal.
func placed(name string, angle, height float64) []StartOptions {
	s, c := math.Sincos(angle)
	return []StartOptions{{Joint: name + "_joint", Position: []float64{height * s, 0, height * c, math.Cos(angle / 2), 0, math.Sin(angle / 2), 0}}}
}

// lawful checks the last step: every impulse in its cone, Signorini's and Coulomb's laws at every
// point, impulses that balance with the change of momentum, and nothing deep in anything.
func lawful(t testing.TB, p *Mechanism, deepest float64) {
	t.Helper()
	solved, velocity := p.solver.residual.load <= loadTolerance, inTheMiddle(p)
	most := 0.0 // N s, the largest bound of drag, a share of which the solver leaves open
	for i := range p.contacts.pairs {
		most = max(most, p.contacts.pairs[i].cone.Friction*p.contacts.pairs[i].impulse[0])
	}
	for i := range p.contacts.pairs {
		x := &p.contacts.pairs[i]
		mu, push := x.cone.Friction, x.impulse[0]
		tangential := math.Hypot(x.impulse[1], x.impulse[2])
		if tangential > mu*push*(1+1e-12)+1e-300 || push < 0 {
			t.Fatalf("at %s the impulse %v of point %v leaves its cone of %g (%s)", p.Now(), x.impulse[:3], x.centre, mu, x.region)
		}
		if !x.near {
			continue
		}
		if x.gap < -deepest {
			t.Fatalf("at %s point %v is %g m deep", p.Now(), x.centre, -x.gap)
		}
		if !solved {
			continue
		}
		x.along(velocity, &x.speed)
		creep := 1e-8 + 2*x.compliance[0]*(push+tangential)
		slip := math.Hypot(x.speed[1], x.speed[2])
		along := x.impulse[1]*x.speed[1] + x.impulse[2]*x.speed[2]
		across := math.Abs(x.impulse[1]*x.speed[2]-x.impulse[2]*x.speed[1]) / tangential // m/s, beside the drag; as small as creep it has no direction
		switch over := x.speed[0] - x.target[0]; {
		case over < -creep:
			t.Fatalf("at %s point %v approaches by %g m/s too fast", p.Now(), x.centre, -over)
		case push > 0 && over > creep:
			t.Fatalf("at %s point %v pushes with %g N s while it leaves by %g m/s", p.Now(), x.centre, push, over)
		case push > 0 && slip > creep && tangential < mu*push*(1-1e-6)-loadTolerance*most:
			t.Fatalf("at %s point %v slips by %g m/s, but drags with %g of %g N s", p.Now(), x.centre, slip, tangential, mu*push)
		case push > 0 && slip > creep && (along >= 0 || across > 1e-8+1e-3*slip):
			t.Fatalf("at %s point %v slips by %v m/s, and is dragged by %v N s", p.Now(), x.centre, x.speed[1:3], x.impulse[1:3])
		}
	}
	if len(p.solver.constraints) > 0 {
		residual := p.solver.residual
		p.solver.balances(velocity)
		if imbalance := p.solver.residual.imbalance; imbalance > 1e-6 {
			t.Fatalf("at %s impulses do not balance by %g N s/sqrt(kg)", p.Now(), imbalance)
		}
		p.solver.residual = residual
	}
}

// inTheMiddle is the velocity that the last step found, in the axes of its middle.
func inTheMiddle(p *Mechanism) []float64 {
	v := append([]float64(nil), p.velocity...)
	for i := range p.free {
		g := &p.free[i]
		g.putLinear(v, spatial.Exp(g.spin(v).Scale(p.dt/2)).Rotate(g.linear(v)))
	}
	return v
}

const gravity = 9.81

func TestASphereRollsDownAnInclineAndSlipsWhereItIsSteep(t *testing.T) {
	const radius, mass, seconds = 0.1, 2.0, 0.5
	limit := math.Atan(3.5 * 0.3)
	for _, c := range []struct {
		angle, mu float64
		rolls     bool
	}{{0.2, 0.3, true}, {0.5, 0.2, true}, {0.5, 0.1, false}, {1.2, 0.5, false}, {limit - 0.01, 0.3, true}, {limit + 0.01, 0.3, false}} {
		p := newPlant(t, built(t, freeBody("ball", solidSphere(mass, radius))), Options{
			Surfaces: []SurfaceOptions{incline(c.angle, c.mu)},
			Contacts: []ContactOptions{{Body: "ball", Points: [][3]float64{{}}, Radius: radius}},
			Start:    placed("ball", c.angle, radius),
		})
		for p.Now().Sub(0).Seconds() < seconds-1e-9 {
			advance(t, p, p.StepLength())
			lawful(t, p, 1e-6)
		}
		twist := p.Twist(1)
		s, cos := math.Sincos(c.angle)
		along := twist.Linear[0]*cos - twist.Linear[2]*s
		want, spin := seconds*gravity*s*5/7, seconds*gravity*s*5/7/radius
		region := contact.Sticks
		if !c.rolls {
			want = seconds * gravity * (s - c.mu*cos)
			spin = seconds * 2.5 * c.mu * gravity * cos / radius
			region = contact.Slips
		}
		near(t, "speed down the incline", along, want, 1e-4*want)
		near(t, "spin", twist.Angular[1], spin, 1e-4*spin)
		if x := &p.contacts.pairs[0]; x.region != region {
			t.Errorf("incline %.3g, friction %.3g: the contact %s, want %s", c.angle, c.mu, x.region, region)
		}
	}
}

func TestABlockSlidesToAStop(t *testing.T) {
	const mu, v0 = 0.4, 2.0
	p := newPlant(t, built(t, freeBody("block", solidBox(3, 0.2, 0.2, 0.1))), Options{
		Surfaces: []SurfaceOptions{level(mu)}, Contacts: []ContactOptions{{Body: "block", Points: corners(0.2, 0.2, 0.1)}}, Start: placed("block", 0, 0.05),
	})
	if err := p.SetState(p.position, []float64{v0, 0, 0, 0, 0, 0}); err != nil {
		t.Fatal(err)
	}
	most := 0
	for range 800 {
		advance(t, p, time.Millisecond)
		lawful(t, p, 2e-6)
		most = max(most, p.solver.residual.iterations)
	}
	near(t, "stopping distance", p.position[0], v0*v0/(2*mu*gravity), 1e-3)
	if speed := largest(p.velocity); speed > 1e-6 {
		t.Errorf("the block still moves, by %g", speed)
	}
	near(t, "height", p.position[2], 0.05, 1e-6)
	t.Logf("at most %d iterations", most)
}

func TestABlockStaysOnAnInclineBelowTheFrictionAngle(t *testing.T) {
	const mu = 0.5
	for _, c := range []struct {
		tangent float64
		stays   bool
	}{{0.45, true}, {0.499, true}, {0.501, false}, {0.6, false}} {
		angle := math.Atan(c.tangent)
		p := newPlant(t, built(t, freeBody("block", solidBox(3, 0.2, 0.2, 0.1))), Options{
			Surfaces: []SurfaceOptions{incline(angle, mu)}, Contacts: []ContactOptions{{Body: "block", Points: corners(0.2, 0.2, 0.1)}}, Start: placed("block", angle, 0.05),
		})
		begin := p.Pose(1).Position
		for range 2000 {
			advance(t, p, time.Millisecond)
			lawful(t, p, 2e-6)
		}
		moved := spatial.VecOf(p.Pose(1).Position).Sub(spatial.VecOf(begin)).Norm()
		s, cos := math.Sincos(angle)
		want := 0.0
		if !c.stays {
			want = gravity * (s - mu*cos) * 2
		}
		near(t, "way after 2 s", moved, want, 1e-6+1e-3*want)
	}
}

func TestABoxDropsAndComesToRestWithoutJitter(t *testing.T) {
	o := Options{Surfaces: []SurfaceOptions{level(0.6)}, Contacts: []ContactOptions{{Body: "box", Points: corners(0.3, 0.2, 0.1)}}}
	half := 0.35
	o.Start = []StartOptions{{Joint: "box_joint", Position: []float64{0, 0, 0.5, math.Cos(half), math.Sin(half) * 0.6, math.Sin(half) * 0.8, 0}}}
	p := newPlant(t, built(t, freeBody("box", solidBox(4, 0.3, 0.2, 0.1))), o)
	energy := totalEnergy(p)
	begin, gained, most := energy, 0.0, 0
	for range 3000 {
		advance(t, p, time.Millisecond)
		lawful(t, p, 2e-5)
		now := totalEnergy(p)
		gained = max(gained, now-energy)
		energy = min(energy, now)
		most = max(most, p.solver.residual.iterations)
	}
	if speed := largest(p.velocity); speed > 1e-7 {
		t.Errorf("the box at rest moves by %g", speed)
	}
	near(t, "height", p.Pose(1).Position[2], 0.05, 1e-6)
	if gained > 1e-4*begin {
		t.Errorf("the energy of %g J rises by %g J", begin, gained)
	}
	t.Logf("gained %g J in a step, at most %d iterations", gained, most)
}

// What flies over an edge, or round it, near enough to come to the other side within a step,
// touches nothing.
func TestWhatFliesOverAnEdgeFliesOn(t *testing.T) {
	for _, speed := range []float64{1, 3, 10} {
		for k := range 5 {
			p := newPlant(t, built(t, freeBody("ball", solidSphere(1, 0.1))), Options{
				Surfaces: []SurfaceOptions{{Name: "crate", Box: [3]float64{1, 1, 1}, Friction: 0.5}},
				Contacts: []ContactOptions{{Body: "ball", Points: [][3]float64{{}}}},
				Start:    []StartOptions{{Joint: "ball_joint", Position: []float64{-0.51 - speed*0.0002*float64(k), 0, 0.501, 1, 0, 0, 0}}},
			})
			if err := errors.Join(p.PushBody(1, rigidbody.Wrench{Force: [3]float64{0, 0, gravity}}), p.SetState(p.position, []float64{speed, 0, 0, 0, 0, 0})); err != nil {
				t.Fatal(err)
			}
			begin := p.position[0]
			advance(t, p, 20*time.Millisecond)
			near(t, "way over the edge", p.position[0]-begin, speed*0.02, 1e-12)
			near(t, "height over the crate", p.position[2]-0.5, 0.001, 1e-12)
		}
	}
}

// The pivot of a swinging door that stands on the floor: no force there moves anything, or hinders
// it.
func TestAPointThatNoJointMovesTouchesNothing(t *testing.T) {
	for _, deep := range []float64{0, 1e-12, 0.001} {
		swing := func(o Options) float64 {
			d := &worlds.Description{Name: "door", Links: []worlds.Link{{Name: "world"}, {Name: "leaf", Inertia: solidBox(2, 0.8, 0.04, 2)}}}
			d.Links[1].Inertia.Com = [3]float64{0.4, 0, 1}
			d.Joints = []worlds.Joint{{Name: "hinge", Type: worlds.Continuous, Parent: "world", Child: "leaf", Axis: [3]float64{0.1, 0, 1},
				Origin: spatial.PoseFromRPY([3]float64{0, 0, -deep}, [3]float64{}), Role: worlds.Passive}}
			p := newPlant(t, built(t, d), o)
			if err := p.SetState([]float64{0.3}, []float64{1}); err != nil {
				t.Fatal(err)
			}
			advance(t, p, time.Second)
			if touches := p.Touches(nil); len(touches) > 0 {
				t.Errorf("%g m deep: %+v", deep, touches)
			}
			return p.position[0]
		}
		free := swing(Options{})
		near(t, "angle of the door", swing(Options{Surfaces: []SurfaceOptions{level(0.5)}, Contacts: []ContactOptions{{Body: "leaf", Points: [][3]float64{{}}}}}), free, 1e-9)
	}
}

// A hundred kilograms on a light foot, pushed within the friction that holds them.
func TestAHeavyBodyRestsOnALightFoot(t *testing.T) {
	for _, mass := range []float64{1, 0.1, 0.01} {
		d := freeBody("foot", solidBox(mass, 0.2, 0.2, 0.1))
		heavy := freeBody("heavy", solidBox(100, 0.2, 0.2, 0.1))
		d.Links, d.Joints = append(d.Links, heavy.Links[1]), append(d.Joints, heavy.Joints[0])
		p := newPlant(t, built(t, d), Options{
			Surfaces: []SurfaceOptions{level(0.5), {Name: "instep", Body: "foot", Box: [3]float64{0.2, 0.2, 0.1}, Friction: 0.5}},
			Contacts: []ContactOptions{{Body: "foot", Points: corners(0.2, 0.2, 0.1), Surfaces: []string{"ground"}},
				{Body: "heavy", Points: corners(0.18, 0.18, 0.1), Surfaces: []string{"instep"}}},
			Start: []StartOptions{placed("foot", 0, 0.05)[0], placed("heavy", 0, 0.15)[0]},
		})
		if err := p.PushBody(must(p.Body("heavy")), rigidbody.Wrench{Force: [3]float64{300, 0, 0}}); err != nil {
			t.Fatal(err)
		}
		for range 1000 {
			advance(t, p, time.Millisecond)
			lawful(t, p, 1e-6)
		}
		for _, body := range []string{"foot", "heavy"} {
			near(t, "creeping of "+body, p.Twist(must(p.Body(body))).Linear[0], 0, 1e-6)
		}
	}
}

func TestWhatIsLightRollsAsItDoesAloneBesideWhatIsHeavy(t *testing.T) {
	const angle, seconds = 0.2, 0.5
	for _, mass := range []float64{1, 1e-3, 1e-6} {
		d := freeBody("ball", solidSphere(mass, 0.1))
		heavy := freeBody("heavy", solidBox(1000, 0.2, 0.2, 0.1))
		d.Links, d.Joints = append(d.Links, heavy.Links[1]), append(d.Joints, heavy.Joints[0])
		p := newPlant(t, built(t, d), Options{Surfaces: []SurfaceOptions{incline(angle, 0.5)},
			Contacts: []ContactOptions{{Body: "ball", Points: [][3]float64{{}}, Radius: 0.1}}, Start: placed("ball", angle, 0.1)})
		ball := must(p.Body("ball"))
		begin := p.Pose(ball).Position
		for range 500 {
			advance(t, p, time.Millisecond)
			lawful(t, p, 1e-6)
		}
		want := gravity * math.Sin(angle) * 5 / 7 * seconds * seconds / 2
		near(t, "way of the ball", spatial.VecOf(p.Pose(ball).Position).Sub(spatial.VecOf(begin)).Norm(), want, 1e-5*want)
	}
}
