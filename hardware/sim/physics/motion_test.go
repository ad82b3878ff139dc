package physics

import (
	"errors"
	"math"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/worlds/rigidbody"
)

// swing is a position from which the smooth arm swings freely, and far.
var swing = []float64{0.3, 1.2, -0.5, 0.9, 0.4, -0.7, 0.2}

func swinging(t testing.TB, step time.Duration) *Mechanism {
	p := newPlant(t, smoothArm(t), Options{Step: step})
	if err := p.SetState(swing, make([]float64, 7)); err != nil {
		t.Fatal(err)
	}
	return p
}

// rungeKutta integrates the arm by the classical method of Runge and Kutta on the forward dynamics,
// in small steps: a route that shares nothing with the plant but the model.
func rungeKutta(t testing.TB, p *Mechanism, seconds, dt float64) (q, v []float64) {
	w := p.model.NewWorkspace()
	n := p.model.NV()
	q, v = append([]float64(nil), p.position...), append([]float64(nil), p.velocity...)
	zero := make([]float64, n)
	slope := func(dq, dv, atQ, atV []float64) {
		if err := w.SetState(atQ, atV); err != nil {
			t.Fatal(err)
		}
		copy(dq, atV)
		if err := w.ForwardDynamics(dv, zero, nil); err != nil {
			t.Fatal(err)
		}
	}
	var kq, kv [4][]float64
	for i := range kq {
		kq[i], kv[i] = make([]float64, n), make([]float64, n)
	}
	at := func(k int, h float64) (aq, av []float64) {
		aq, av = append([]float64(nil), q...), append([]float64(nil), v...)
		for i := range aq {
			aq[i] += h * kq[k][i]
			av[i] += h * kv[k][i]
		}
		return aq, av
	}
	for range int(math.Round(seconds / dt)) {
		slope(kq[0], kv[0], q, v)
		aq, av := at(0, dt/2)
		slope(kq[1], kv[1], aq, av)
		aq, av = at(1, dt/2)
		slope(kq[2], kv[2], aq, av)
		aq, av = at(2, dt)
		slope(kq[3], kv[3], aq, av)
		for i := range q {
			q[i] += dt / 6 * (kq[0][i] + 2*kq[1][i] + 2*kq[2][i] + kq[3][i])
			v[i] += dt / 6 * (kv[0][i] + 2*kv[1][i] + 2*kv[2][i] + kv[3][i])
		}
	}
	return q, v
}

func TestTheMotionIsThatOfForwardDynamicsToSecondOrder(t *testing.T) {
	const seconds = 0.5
	wantQ, _ := rungeKutta(t, swinging(t, time.Millisecond), seconds, 1e-4)
	errorAt := func(step time.Duration) float64 {
		p := swinging(t, step)
		advance(t, p, 500*time.Millisecond)
		worst := 0.0
		for i := range wantQ {
			worst = max(worst, math.Abs(p.position[i]-wantQ[i]))
		}
		return worst
	}
	coarse, fine := errorAt(2*time.Millisecond), errorAt(500*time.Microsecond)
	t.Logf("largest error of a position after %g s: %.3g rad with 2 ms, %.3g rad with 0.5 ms", seconds, coarse, fine)
	if order := math.Log(coarse/fine) / math.Log(4); order < 1.8 {
		t.Errorf("the error falls with the power %.2f of the step, want 2", order)
	}
	if one := errorAt(time.Millisecond); one > 2e-5 {
		t.Errorf("after %g s of free swinging a position is off by %g rad with the default step", seconds, one)
	}
}

// The plant's step is measured against semi-implicit Euler, the step that most simulators take, on
// the same arm.
func TestASwingingArmKeepsItsEnergy(t *testing.T) {
	const seconds = 30
	p := swinging(t, time.Millisecond)
	begin, fastest, drift := totalEnergy(p), 0.0, 0.0
	for p.Now().Seconds() < seconds {
		advance(t, p, 5*time.Millisecond)
		kinetic, _ := p.Energy()
		fastest = max(fastest, kinetic)
		drift = max(drift, math.Abs(totalEnergy(p)-begin))
	}
	euler := eulerDrift(t, swinging(t, time.Millisecond), seconds)
	t.Logf("%d s: energy within %.2g J of its beginning, semi-implicit Euler %.2g J, kinetic energy up to %.2g J", seconds, drift, euler, fastest)
	if fastest < 20 {
		t.Errorf("the arm hardly moved: %g J", fastest)
	}
	if drift > 2e-4*fastest || drift > euler/100 {
		t.Errorf("the energy drifted by %g J, of %g J that went to and fro; by semi-implicit Euler %g J", drift, fastest, euler)
	}
}

// eulerDrift is the largest change of energy of semi-implicit Euler with the same step.
func eulerDrift(t *testing.T, p *Mechanism, seconds float64) (drift float64) {
	w, begin, a := workspaceOf(t, p), totalEnergy(p), make([]float64, 7)
	for range int(seconds / p.dt) {
		clear(a)
		if err := w.ForwardDynamics(a, a, nil); err != nil {
			t.Fatal(err)
		}
		for i := range a {
			p.velocity[i] += p.dt * a[i]
		}
		if err := errors.Join(p.model.Integrate(p.position, p.position, p.velocity, p.dt), w.SetState(p.position, p.velocity)); err != nil {
			t.Fatal(err)
		}
		drift = max(drift, math.Abs(w.KineticEnergy()+w.PotentialEnergy()-begin))
	}
	return drift
}

// Gravity torques hold the arm wherever it is: the plant and the model agree on what gravity does.
func TestGravityTorquesHoldTheArm(t *testing.T) {
	p := swinging(t, time.Millisecond)
	w := workspaceOf(t, p)
	gravity := make([]float64, 7)
	if err := w.GravityForces(gravity); err != nil {
		t.Fatal(err)
	}
	for range 1000 {
		advanceWith(t, p, gravity)
	}
	for i, q := range p.position {
		near(t, p.world.Joint(i).Name, q, swing[i], 1e-9)
	}
}

// advanceWith makes one step with a push on the joints.
func advanceWith(t testing.TB, p *Mechanism, effort []float64) {
	t.Helper()
	if err := p.PushJoints(effort); err != nil {
		t.Fatal(err)
	}
	advance(t, p, p.step)
}

// waveOnGlidingBase lets the arm on a gliding base wave for 2 s, and returns the largest momentum
// in the plane and about the vertical that the whole robot had, and how far the base moved and
// turned.
func waveOnGlidingBase(t *testing.T, step time.Duration) (momentum, moved, turned float64) {
	w := floatingRobot(t)
	p := newPlant(t, w, Options{Step: step})
	planar := slot(t, w, "mobile_planar")
	effort, gravity := make([]float64, w.NumVelocities()), make([]float64, w.NumVelocities())
	weights := workspaceOf(t, p)
	for p.Now().Seconds() < 2 {
		if err := errors.Join(weights.SetPosition(p.position), weights.GravityForces(gravity)); err != nil {
			t.Fatal(err)
		}
		for i, joint := range armJoints {
			v := slot(t, w, joint).Velocity
			effort[v] = gravity[v] + [7]float64{20, 20, 8, 8, 0.5, 0.5, 0.05}[i]*math.Sin(6*p.Now().Seconds()+float64(i))
		}
		advanceWith(t, p, effort)
		m := workspaceOf(t, p).CentroidalMomentum()
		momentum = max(momentum, math.Abs(m.Linear[0]), math.Abs(m.Linear[1]), math.Abs(m.Angular[2]))
		moved = max(moved, math.Hypot(p.position[planar.Position], p.position[planar.Position+1]))
		turned = max(turned, math.Abs(p.position[planar.Position+2]))
	}
	return momentum, moved, turned
}

// Nothing pushes a gliding base from outside: whatever the arm does, the momentum in the plane and
// the angular momentum about the vertical stay zero, except for the error of second order, and the
// base swings against the arm.
func TestTheBaseFeelsTheArm(t *testing.T) {
	momentum, moved, turned := waveOnGlidingBase(t, time.Millisecond)
	t.Logf("momentum at most %.2g kg m/s or kg m^2/s; the base moved by %.3f m and turned by %.3f rad", momentum, moved, turned)
	if moved < 0.02 || turned < 0.1 {
		t.Errorf("the base moved by %g m and turned by %g rad, and yet the arm weighs a fifth of the robot", moved, turned)
	}
	if momentum > 0.005 {
		t.Errorf("the robot has a momentum of %g from nowhere", momentum)
	}
	coarse, _, _ := waveOnGlidingBase(t, 2*time.Millisecond)
	fine, _, _ := waveOnGlidingBase(t, 500*time.Microsecond)
	if order := math.Log(coarse/fine) / math.Log(4); order < 1.8 {
		t.Errorf("the momentum from nowhere falls with the power %.2f of the step, from %g to %g; want 2", order, coarse, fine)
	}
}

func TestAJointThatFallsEndsALittleBehindItsLimit(t *testing.T) {
	w := built(t, description(t, "arm.urdf", "arm"))
	p := newPlant(t, w, Options{})
	if err := p.SetState([]float64{0, 0.4, 0, 0, 0, 0, 0}, make([]float64, 7)); err != nil {
		t.Fatal(err)
	}
	deepest := make([]float64, 7)
	before := totalEnergy(p)
	for range 5000 {
		advance(t, p, p.step)
		for i, limit := range w.Limits() {
			deepest[i] = max(deepest[i], p.position[i]-limit.Upper-EndMargin, limit.Lower-EndMargin-p.position[i])
		}
		if energy := totalEnergy(p); energy > before+1 {
			t.Fatalf("at %s an end stop gave energy: %g J after %g J", p.now, energy, before)
		}
		before = min(before, totalEnergy(p))
	}
	if p.position[1] < w.Limits()[1].Upper {
		t.Errorf("the arm came to rest at %g rad, before its end", p.position[1])
	}
	for i, depth := range deepest {
		if depth > 0.05 {
			t.Errorf("joint %d went %g rad into its end stop", i+1, depth)
		}
	}
	if speed := largest(p.velocity); speed > 1e-3 {
		t.Errorf("after 5 s the arm still moves at %g rad/s", speed)
	}
}

func TestTheTruthIsThatOfTheModel(t *testing.T) {
	p := newPlant(t, floatingRobot(t), Options{Start: []StartOptions{{"mobile_planar", []float64{1, 2, 0.5}}, {"arm_joint_2", []float64{0.7}}}})
	advance(t, p, 300*time.Millisecond)
	gripper, err := p.Body("arm_gripper")
	if err != nil {
		t.Fatal(err)
	}
	w := workspaceOf(t, p)
	pose, twist := w.Pose(gripper), w.Velocity(gripper, rigidbody.LocalWorldAligned)
	if got := p.Pose(gripper); got.Position != pose.P {
		t.Errorf("pose %v, want %v", got.Position, pose.P)
	}
	if got := p.Twist(gripper); got.Linear != twist.Linear || got.Angular != twist.Angular {
		t.Errorf("twist %v, want %v", got, twist)
	}
	kinetic, _ := p.Energy()
	near(t, "kinetic energy", kinetic, w.KineticEnergy(), 0)
	before := p.Pose(gripper)
	advance(t, p, 10*time.Millisecond)
	after := p.Pose(gripper)
	for k := range 3 { // the twist is the derivative of the pose
		near(t, "velocity", (after.Position[k]-before.Position[k])/0.01, twist.Linear[k], 0.15)
	}
	if !math.IsNaN(p.Pose(-1).Position[0]) || !math.IsNaN(p.Twist(999).Linear[0]) {
		t.Error("a body that is not there has a pose")
	}
}

func TestPushesAct(t *testing.T) {
	p := newPlant(t, floatingRobot(t), Options{})
	body, err := p.Body("mobile_body")
	if err != nil {
		t.Fatal(err)
	}
	if err := p.PushBody(body, rigidbody.Wrench{Force: [3]float64{0, 40, 0}}); err != nil {
		t.Fatal(err)
	}
	advance(t, p, 100*time.Millisecond)
	near(t, "momentum along y", workspaceOf(t, p).CentroidalMomentum().Linear[1], 4, 1e-3)
	if err := p.PushBody(body, rigidbody.Wrench{}); err != nil {
		t.Fatal(err)
	}
	advance(t, p, 100*time.Millisecond)
	near(t, "momentum along y after the push", workspaceOf(t, p).CentroidalMomentum().Linear[1], 4, 2e-3)
	for what, err := range map[string]error{
		"no body":    p.PushBody(99, rigidbody.Wrench{}),
		"not finite": p.PushBody(body, rigidbody.Wrench{Moment: [3]float64{math.NaN(), 0, 0}}),
		"too short":  p.PushJoints([]float64{1}),
		"infinite":   p.PushJoints([]float64{0, 0, math.Inf(1), 0, 0, 0, 0, 0, 0, 0}),
	} {
		if err == nil {
			t.Errorf("%s was taken", what)
		}
	}
}
