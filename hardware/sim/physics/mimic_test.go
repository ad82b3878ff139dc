package physics

import (
	"math"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/rigidbody"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// linkage is an arm that swings and turns, with a hand of two fingers on it. The left finger slides
// and leads. The right one, on a branch of its own, turns with it; its tip slides with the right
// finger, against it; and a counterweight on a yoke of the arm, above the hand, turns with the tip.
// The yoke sways by itself, and so does a bob on the tip.
func linkage(t testing.TB, change func(*worlds.Description)) *worlds.World {
	t.Helper()
	wide := worlds.Limit{Lower: -1e4, Upper: 1e4, Velocity: 100, Acceleration: math.Inf(1), Jerk: math.Inf(1), Effort: 100}
	joint := func(name string, kind worlds.JointType, parent, child string, at, axis [3]float64, mimic *worlds.Mimic) worlds.Joint {
		return worlds.Joint{Name: name, Type: kind, Parent: parent, Child: child, Origin: spatial.PoseFromRPY(at, [3]float64{0.1, -0.2, 0.3}), Axis: axis,
			Limits: []worlds.Limit{wide}, Mimic: mimic}
	}
	link := func(name string, mass, x, y, z float64) worlds.Link {
		in := solidBox(mass, 0.3, 0.2, 0.1)
		in.Com = [3]float64{x, y, z}
		return worlds.Link{Name: name, Inertia: in}
	}
	d := &worlds.Description{
		Name: "linkage",
		Links: []worlds.Link{{Name: "world"}, link("arm", 3, 0.2, 0.1, -0.3), link("yoke", 0.5, 0.1, 0, 0), link("weight", 1.5, 0.15, 0, 0.1), link("hand", 1, 0, 0.05, -0.1),
			link("left", 0.6, 0.1, 0.1, 0), link("right", 0.8, -0.1, 0.15, -0.1), link("tip", 0.4, 0, 0.1, -0.2), link("bob", 0.3, 0.05, 0, -0.15)},
		Joints: []worlds.Joint{
			joint("swing", worlds.Revolute, "world", "arm", [3]float64{}, [3]float64{0, 1, 0}, nil),
			joint("sway", worlds.Revolute, "arm", "yoke", [3]float64{0, 0.1, 0}, [3]float64{0, 1, 0}, nil),
			joint("balance", worlds.Revolute, "yoke", "weight", [3]float64{0.1, 0, -0.1}, [3]float64{1, 0, 1}, &worlds.Mimic{Joint: "stretch", Multiplier: 0.8, Offset: -0.1}),
			joint("turn", worlds.Revolute, "arm", "hand", [3]float64{0, 0, -0.5}, [3]float64{0, 0, 1}, nil),
			joint("close", worlds.Prismatic, "hand", "left", [3]float64{0, 0.1, -0.1}, [3]float64{0, 1, 0.2}, nil),
			joint("bend", worlds.Revolute, "hand", "right", [3]float64{0, -0.1, -0.1}, [3]float64{1, 0.3, 0}, &worlds.Mimic{Joint: "close", Multiplier: 2.5, Offset: 0.2}),
			joint("stretch", worlds.Prismatic, "right", "tip", [3]float64{0, -0.1, -0.2}, [3]float64{0, 0.5, 1}, &worlds.Mimic{Joint: "bend", Multiplier: -0.6, Offset: 0.05}),
			joint("dangle", worlds.Revolute, "tip", "bob", [3]float64{0, 0.1, -0.1}, [3]float64{1, 0, 0}, nil),
		},
	}
	if change != nil {
		change(d)
	}
	return built(t, d)
}

// linkageStart are the joints that mimic none, at the beginning.
var linkageStart = []StartOptions{{"swing", []float64{0.9}}, {"turn", []float64{-0.4}}, {"close", []float64{0.1}}}

// pushedLinkage is a linkage that swings freely, with a force on its tip and an effort on a joint
// that mimics.
func pushedLinkage(t testing.TB, step time.Duration) *Mechanism {
	t.Helper()
	p := newPlant(t, linkage(t, nil), Options{Step: step, Start: linkageStart, Springs: []SpringOptions{{Joint: "close", Stiffness: 200, Rest: 0.1}}})
	efforts := make([]float64, p.model.NV())
	efforts[slot(t, p.world, "bend").Velocity] = 1.5
	if err := p.PushJoints(efforts); err != nil {
		t.Fatal(err)
	}
	if err := p.PushBody(must(p.Body("tip")), rigidbody.Wrench{Force: [3]float64{1, 2, -3}, Moment: [3]float64{0.1, 0, -0.2}}); err != nil {
		t.Fatal(err)
	}
	return p
}

// bound are the relations of the linkage as conditions on velocities: one row each.
func bound(t testing.TB, p *Mechanism) [][]float64 {
	t.Helper()
	var rows [][]float64
	for i := range p.world.NumJoints() {
		if m := p.world.Joint(i).Mimic; m != nil {
			row := make([]float64, p.model.NV())
			row[p.world.Slot(i).Velocity], row[slot(t, p.world, m.Joint).Velocity] = 1, -m.Multiplier
			rows = append(rows, row)
		}
	}
	return rows
}

// multiplied integrates the whole linkage, all joints free, with the forces of its relations as
// Lagrange multipliers, by the method of Runge and Kutta: nothing of the plant takes part but the
// model of the free joints.
func multiplied(t testing.TB, p *Mechanism, seconds, dt float64) (q []float64) {
	w, n, rows := p.model.NewWorkspace(), p.model.NV(), bound(t, p)
	m := n + len(rows)
	q, v := append([]float64(nil), p.position...), append([]float64(nil), p.velocity...)
	mass, h, felt := make([]float64, n*n), make([]float64, n), make([]float64, n)
	wrenches := append([]rigidbody.Wrench(nil), p.push.wrenches...)
	spring := slot(t, p.world, "close").Velocity
	acceleration := func(q, v []float64) []float64 {
		if err := w.SetState(q, v); err != nil {
			t.Fatal(err)
		}
		if err := w.MassMatrixAndBias(mass, h); err != nil {
			t.Fatal(err)
		}
		if err := w.ExternalForces(felt, wrenches); err != nil {
			t.Fatal(err)
		}
		system, right := make([]float64, m*m), make([]float64, m)
		for i := range n {
			copy(system[i*m:], mass[i*n:][:n])
			right[i] = p.push.efforts[i] + felt[i] - h[i]
		}
		right[spring] -= 200 * (q[spring] - 0.1)
		for k, row := range rows {
			for i, x := range row {
				system[i*m+n+k], system[(n+k)*m+i] = x, x
			}
		}
		if !solveGeneral(system, right) {
			t.Fatal("the system with multipliers has no solution")
		}
		return right[:n]
	}
	along := func(x, dx []float64, h float64) []float64 {
		out := append([]float64(nil), x...)
		for i := range out {
			out[i] += h * dx[i]
		}
		return out
	}
	for range int(math.Round(seconds / dt)) {
		a1 := acceleration(q, v)
		v2 := along(v, a1, dt/2)
		a2 := acceleration(along(q, v, dt/2), v2)
		v3 := along(v, a2, dt/2)
		a3 := acceleration(along(q, v2, dt/2), v3)
		v4 := along(v, a3, dt)
		a4 := acceleration(along(q, v3, dt), v4)
		for i := range q {
			q[i] += dt / 6 * (v[i] + 2*v2[i] + 2*v3[i] + v4[i])
			v[i] += dt / 6 * (a1[i] + 2*a2[i] + 2*a3[i] + a4[i])
		}
	}
	return q
}

func TestMimicJointsMoveAsLagrangeMultipliersHaveThem(t *testing.T) {
	want := multiplied(t, pushedLinkage(t, time.Millisecond), 1, 1e-3)
	begin := pushedLinkage(t, time.Millisecond).position
	errorAt := func(step time.Duration) (worst float64) {
		p := pushedLinkage(t, step)
		advance(t, p, time.Second)
		for i, x := range p.position {
			worst = max(worst, math.Abs(x-want[i]))
			if step == time.Millisecond && math.Abs(x-begin[i]) < 0.05 {
				t.Errorf("joint %q hardly moved", p.world.Joint(i).Name)
			}
		}
		return worst
	}
	coarse, one, fine := errorAt(2*time.Millisecond), errorAt(time.Millisecond), errorAt(500*time.Microsecond)
	t.Logf("largest error of a position after 1 s: %.3g with 2 ms, %.3g with 1 ms, %.3g with 0.5 ms", coarse, one, fine)
	if order := math.Log(coarse/fine) / math.Log(4); order < 1.8 {
		t.Errorf("the error falls with the power %.2f of the step, want 2", order)
	}
	if one > 1e-4 {
		t.Errorf("with the default step a position is off by %g", one)
	}
}

// kept checks that all mimic joints are where their leaders put them, to the last bit.
func kept(t testing.TB, p *Mechanism) {
	t.Helper()
	for i := range p.world.NumJoints() {
		if p.world.Joint(i).Mimic == nil {
			continue
		}
		leader, multiplier, offset := p.world.Reduction().Leader(i)
		at, from := p.world.Slot(i), p.world.Slot(leader)
		if got, want := p.position[at.Position], multiplier*p.position[from.Position]+offset; got != want {
			t.Fatalf("at %s joint %q is at %g, want %g", p.now, p.world.Joint(i).Name, got, want)
		}
		if got, want := p.velocity[at.Velocity], multiplier*p.velocity[from.Velocity]; got != want {
			t.Fatalf("at %s joint %q moves at %g, want %g", p.now, p.world.Joint(i).Name, got, want)
		}
	}
}

// Without friction the energy stays, except for an error of second order.
func TestALinkageKeepsItsEnergyAndItsRatios(t *testing.T) {
	driftAt := func(step time.Duration) float64 {
		p := newPlant(t, linkage(t, nil), Options{Step: step, Start: linkageStart,
			Springs: []SpringOptions{{Joint: "close", Stiffness: 200, Rest: 0.1}, {Joint: "stretch", Stiffness: 100}}})
		begin, fastest, drift := totalEnergy(p), 0.0, 0.0
		for p.Now().Seconds() < 3 {
			advance(t, p, step)
			kept(t, p)
			kinetic, _ := p.Energy()
			fastest = max(fastest, kinetic)
			drift = max(drift, math.Abs(totalEnergy(p)-begin))
		}
		t.Logf("3 s by steps of %s: energy within %.2g J of its beginning, kinetic energy up to %.2g J", step, drift, fastest)
		if fastest < 4 || drift > 1e-3*fastest {
			t.Errorf("the energy drifted by %g J, of %g J that went to and fro", drift, fastest)
		}
		return drift
	}
	coarse, fine := driftAt(time.Millisecond), driftAt(250*time.Microsecond)
	if order := math.Log(coarse/fine) / math.Log(4); order < 1.8 {
		t.Errorf("the drift falls with the power %.2f of the step, want 2", order)
	}
}

// The limits of a joint that mimics end the way of its leader, at springs and rigid ones alike.
func TestTheLimitsOfAMimicJointBoundItsLeader(t *testing.T) {
	for _, rigid := range []bool{false, true} {
		for _, ratio := range []float64{2, -2} {
			d := jaws(t, ratio, false).Description()
			d.Joint("grip_right").Limits[0].Lower, d.Joint("grip_right").Limits[0].Upper = -0.1, 0.5
			p := newPlant(t, built(t, d), Options{RigidLimits: rigid})
			if !rigid {
				near(t, "stiffness of the follower's end stop, as its leader feels it", p.ends[1].stiffness*ratio*ratio, p.ends[0].stiffness, 1e-9*p.ends[0].stiffness)
			}
			for _, way := range []float64{1, -1} {
				if err := p.PushJoints([]float64{way * 10, 0}); err != nil {
					t.Fatal(err)
				}
				end := (0.5 - 0.3) / ratio // where the follower meets its upper limit
				if way*ratio < 0 {
					end = (-0.1 - 0.3) / ratio
				}
				tolerance := EndMarginLinear
				if rigid {
					tolerance = 1e-4
				}
				advance(t, p, 3*time.Second)
				near(t, "leader at its follower's limit", p.position[0], end, tolerance)
				near(t, "velocity there", p.velocity[0], 0, 1e-6)
			}
		}
	}
}

// What stands with a follower that dry friction holds stays where it is, and is known to stand.
func TestAMimicJointHoldsItsLeaderByFriction(t *testing.T) {
	d := linkage(t, nil).Description()
	for _, name := range []string{"swing", "turn", "sway", "dangle"} {
		d.Joint(name).Friction = 100
	}
	d.Joint("stretch").Friction = 30
	p := newPlant(t, built(t, d), Options{Start: linkageStart})
	begin, stood := append([]float64(nil), p.position...), 0
	for range 3000 {
		advance(t, p, time.Millisecond)
		kept(t, p)
		if p.solver.stands {
			stood++
		}
	}
	if stood < 2000 {
		t.Errorf("it stood for %d steps of 3000", stood)
	}
	for i, x := range p.position {
		near(t, p.world.Joint(i).Name, x, begin[i], 10*CreepVelocity)
	}
}

func TestMimicJointsThatCannotBeAreNamed(t *testing.T) {
	for want, o := range map[string]Options{
		`start[0].position: joint "bend" is at 0.5, but it mimics "close": 0.1 of joint "close" puts it at 0.45; expected no start of the joint, or joint "close" at 0.12`: {Start: append([]StartOptions{
			{"bend", []float64{0.5}}}, linkageStart...)},
		`start[0].position: joint "stretch" is at 0.1, but it mimics "bend": 0 of joint "close" puts it at -0.07`: {Start: []StartOptions{{"stretch", []float64{0.1}}}},
		`start[0].position: joint "bend" has 2 numbers; expected 1`:                                               {Start: []StartOptions{{"bend", []float64{1, 2}}}},
	} {
		if _, err := New(linkage(t, nil), o, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v\n\twant %s", err, want)
		}
	}
	still := linkage(t, func(d *worlds.Description) { d.Joint("bend").Mimic.Multiplier = 0 })
	if _, err := New(still, Options{}, nil); err == nil || !strings.Contains(err.Error(), `joint "bend" mimics "close" with the multiplier 0, and never moves; expected a multiplier other than 0, or a fixed joint`) {
		t.Errorf("got %v", err)
	}
	p := newPlant(t, linkage(t, nil), Options{Start: append([]StartOptions{{"bend", []float64{0.45}}}, linkageStart...)}) // a start that agrees with the leader is valid
	kept(t, p)
	position, velocity := make([]float64, len(p.position)), make([]float64, len(p.velocity))
	if err := p.CopyState(position, velocity); err != nil {
		t.Fatal(err)
	}
	near(t, "start of a joint that mimics one that mimics", position[slot(t, p.world, "stretch").Position], -0.6*0.45+0.05, 1e-15)
	bend := slot(t, p.world, "bend")
	position[bend.Position] += 0.1
	if err := p.SetState(position, velocity); err == nil || !strings.Contains(err.Error(), `position of joint "bend" is 0.55; it mimics "close", which puts it at 0.45`) {
		t.Errorf("got %v", err)
	}
	position[bend.Position] -= 0.1
	velocity[bend.Velocity] = 1
	if err := p.SetState(position, velocity); err == nil || !strings.Contains(err.Error(), `velocity of joint "bend" is 1; it mimics "close", which gives it 0`) {
		t.Errorf("got %v", err)
	}
	velocity[bend.Velocity] = 0
	if err := p.SetState(position, velocity); err != nil {
		t.Error(err)
	}
}

// A latch on a joint that mimics holds its leader, too, against a force of either sense.
func TestALatchOnAMimicJointHoldsItsLeader(t *testing.T) {
	for _, ratio := range []float64{2, -2} {
		p := newPlant(t, jaws(t, ratio, false), Options{Latches: []LatchOptions{{Joint: "grip_right", At: 0.301, HandleJoint: "grip", Release: 1.5}}})
		for _, push := range []float64{50, -50} {
			if err := p.PushJoints([]float64{push, 0}); err != nil {
				t.Fatal(err)
			}
			advance(t, p, time.Second)
			near(t, "leader of the joint that is latched", p.position[0], 0.001/ratio, 1e-6)
		}
		if held, err := p.Latched("grip_right"); err != nil || !held {
			t.Errorf("it is latched: %v, %v", held, err)
		}
	}
}
