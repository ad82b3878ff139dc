package rigidbody_test

import (
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/robo-actors/robo-actors/worlds/rigidbody"
)

// question is one operation of a workspace that fills a slice.
type question struct {
	name string
	ask  func(w *rigidbody.Workspace, dst []float64) error
	size func(m *rigidbody.Model) int
}

func nv(m *rigidbody.Model) int       { return m.NV() }
func nvTimes3(m *rigidbody.Model) int { return 3 * m.NV() }
func nvTimes6(m *rigidbody.Model) int { return 6 * m.NV() }
func nvSquare(m *rigidbody.Model) int { return m.NV() * m.NV() }

// questions are all operations that fill a slice, the other arguments being in order.
func questions(m *rigidbody.Model) []question {
	x, external := make([]float64, m.NV()), make([]rigidbody.Wrench, m.NumBodies())
	last := m.NumBodies() - 1
	for i := range x {
		x[i] = 1
	}
	for i := range external {
		external[i].Force[2] = 1
	}
	return []question{
		{"InverseDynamics", func(w *rigidbody.Workspace, d []float64) error { return w.InverseDynamics(d, x, nil) }, nv},
		{"InverseDynamics with wrenches", func(w *rigidbody.Workspace, d []float64) error { return w.InverseDynamics(d, x, external) }, nv},
		{"InverseDynamics, a", func(w *rigidbody.Workspace, d []float64) error { return w.InverseDynamics(x, d, nil) }, nv},
		{"ForwardDynamics", func(w *rigidbody.Workspace, d []float64) error { return w.ForwardDynamics(d, x, nil) }, nv},
		{"ForwardDynamics with wrenches", func(w *rigidbody.Workspace, d []float64) error { return w.ForwardDynamics(d, x, external) }, nv},
		{"ForwardDynamics, tau", func(w *rigidbody.Workspace, d []float64) error { return w.ForwardDynamics(x, d, nil) }, nv},
		{"ExternalForces", func(w *rigidbody.Workspace, d []float64) error { return w.ExternalForces(d, external) }, nv},
		{"GravityForces", (*rigidbody.Workspace).GravityForces, nv},
		{"Bias", (*rigidbody.Workspace).Bias, nv},
		{"SetAcceleration", (*rigidbody.Workspace).SetAcceleration, nv},
		{"Solve", func(w *rigidbody.Workspace, d []float64) error { return w.Solve(d, x) }, nv},
		{"Solve, b", func(w *rigidbody.Workspace, d []float64) error { return w.Solve(x, d) }, nv},
		{"HalfSolve", func(w *rigidbody.Workspace, d []float64) error { return w.HalfSolve(d, x) }, nv},
		{"MassMatrix", (*rigidbody.Workspace).MassMatrix, nvSquare},
		{"MassMatrixInverse", (*rigidbody.Workspace).MassMatrixInverse, nvSquare},
		{"Jacobian", func(w *rigidbody.Workspace, d []float64) error { return w.Jacobian(d, last, rigidbody.Local) }, nvTimes6},
		{"RelativeJacobian", func(w *rigidbody.Workspace, d []float64) error { return w.RelativeJacobian(d, last, 0) }, nvTimes6},
		{"PointJacobian", func(w *rigidbody.Workspace, d []float64) error { return w.PointJacobian(d, last, [3]float64{1, 2, 3}) }, nvTimes3},
		{"CentreOfMassJacobian", (*rigidbody.Workspace).CentreOfMassJacobian, nvTimes3},
		{"CentroidalMomentumMatrix", (*rigidbody.Workspace).CentroidalMomentumMatrix, nvTimes6},
	}
}

// values asks a workspace for everything that it returns as a value.
func values(w *rigidbody.Workspace, body, other int) []any {
	point := [3]float64{0.1, 0.2, 0.3}
	out := []any{
		w.Pose(body), w.PointPosition(body, point), w.PointVelocity(body, point), w.PointDrift(body, point),
		w.RelativePose(body, other), w.RelativeVelocity(body, other), w.RelativeDrift(body, other),
	}
	for _, ref := range []rigidbody.Reference{rigidbody.World, rigidbody.Local, rigidbody.LocalWorldAligned} {
		out = append(out, w.Velocity(body, ref), w.Drift(body, ref), w.SpatialAcceleration(body, ref), w.ClassicalAcceleration(body, ref))
	}
	return out
}

// robotValues asks for everything that does not concern one body.
func robotValues(w *rigidbody.Workspace) []any {
	return []any{
		w.CentreOfMass(), w.CentreOfMassVelocity(), w.CentreOfMassDrift(), w.CentroidalMomentum(), w.CentroidalMomentumDrift(),
		w.KineticEnergy(), w.PotentialEnergy(),
	}
}

// allNaN reports whether no number in a value is one.
func allNaN(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Float64:
		return math.IsNaN(v.Float())
	case reflect.Array:
		for i := range v.Len() {
			if !allNaN(v.Index(i)) {
				return false
			}
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if !allNaN(v.Field(i)) {
				return false
			}
		}
	}
	return true
}

func TestSlicesOfAWrongLengthGiveAnErrorWithBothLengths(t *testing.T) {
	onRandomTrees(t, func(t *testing.T, r *randomTree) {
		for _, q := range questions(r.m) {
			n := q.size(r.m)
			if err := q.ask(r.w, make([]float64, n)); err != nil {
				t.Errorf("%s: %v", q.name, err)
			}
			for _, wrong := range []int{n - 1, n + 1} {
				err := q.ask(r.w, make([]float64, wrong))
				if err == nil || !strings.Contains(err.Error(), "of length ") || !strings.Contains(err.Error(), "expected ") {
					t.Errorf("%s with %d numbers instead of %d: %v; expected an error about the length", q.name, wrong, n, err)
				}
			}
		}
		x := make([]float64, r.m.NV())
		few := make([]rigidbody.Wrench, len(r.bodies)-1)
		for name, err := range map[string]error{
			"InverseDynamics": r.w.InverseDynamics(x, x, few), "ForwardDynamics": r.w.ForwardDynamics(x, x, few),
			"ExternalForces": r.w.ExternalForces(x, few), "ExternalForces with none": r.w.ExternalForces(x, nil),
		} {
			if err == nil || !strings.Contains(err.Error(), "external wrenches of length") {
				t.Errorf("%s with too few wrenches: %v", name, err)
			}
		}
	})
}

func TestStatesOfAWrongLengthAreRefusedAndLoseNothing(t *testing.T) {
	onRandomTrees(t, func(t *testing.T, r *randomTree) {
		want := r.w.CentreOfMassVelocity()
		long := append(append([]float64(nil), r.q...), 1)
		for name, err := range map[string]error{
			"SetState, q": r.w.SetState(long, r.v), "SetState, v": r.w.SetState(r.q, r.v[1:]), "SetPosition": r.w.SetPosition(nil),
			"Integrate, out": r.m.Integrate(long, r.q, r.v, 1), "Integrate, q": r.m.Integrate(r.q, long, r.v, 1), "Integrate, v": r.m.Integrate(r.q, r.q, nil, 1),
			"Difference, out": r.m.Difference(nil, r.q, r.q), "Difference, q0": r.m.Difference(r.v, long, r.q), "Difference, q1": r.m.Difference(r.v, r.q, long),
			"Neutral": r.m.Neutral(long), "RandomPosition": r.m.RandomPosition(long, r.random.Float64), "Check": r.m.Check(long, r.v),
		} {
			if err == nil || !strings.Contains(err.Error(), "of length") {
				t.Errorf("%s: %v; expected an error about a length", name, err)
			}
		}
		if got := r.w.CentreOfMassVelocity(); got != want {
			t.Errorf("after refused states the robot moves at %v; expected %v", got, want)
		}
	})
}

func TestUnknownBodiesAndReferencesGiveErrorsOrNoNumbers(t *testing.T) {
	m := floatingChain(t, 3)
	w := m.NewWorkspace()
	six, three := make([]float64, 6*m.NV()), make([]float64, 3*m.NV())
	for _, body := range []int{-1, 4, math.MaxInt, math.MinInt} {
		for i, v := range values(w, body, body) {
			if !allNaN(reflect.ValueOf(v)) {
				t.Errorf("answer %d about body %d is %v; expected NaN", i, body, v)
			}
		}
		if !allNaN(reflect.ValueOf(w.RelativePose(1, body))) || !allNaN(reflect.ValueOf(w.RelativePose(body, 1))) {
			t.Errorf("a pose relative to body %d has numbers", body)
		}
		for name, err := range map[string]error{
			"Jacobian": w.Jacobian(six, body, rigidbody.World), "PointJacobian": w.PointJacobian(three, body, [3]float64{}),
			"RelativeJacobian": w.RelativeJacobian(six, body, 0), "RelativeJacobian, reference": w.RelativeJacobian(six, 0, body),
		} {
			if err == nil || !strings.Contains(err.Error(), "expected an index from 0 to 3") {
				t.Errorf("%s of body %d: %v", name, body, err)
			}
		}
	}
	if m.Body(-1) != (rigidbody.Body{}) || m.Body(4) != (rigidbody.Body{}) {
		t.Error("a body outside the model has properties")
	}
	strange := rigidbody.Reference(3)
	if err := w.Jacobian(six, 0, strange); err == nil || !strings.Contains(err.Error(), "expected World, Local or LocalWorldAligned") {
		t.Errorf("Jacobian in reference 3: %v", err)
	}
	for i, v := range []any{w.Velocity(0, strange), w.Drift(0, strange), w.SpatialAcceleration(0, strange), w.ClassicalAcceleration(0, strange)} {
		if !allNaN(reflect.ValueOf(v)) {
			t.Errorf("answer %d in reference 3 is %v; expected NaN", i, v)
		}
	}
}

func TestStatesThatAreNoNumbersPassThroughAndLeaveNoTrace(t *testing.T) {
	onRandomTrees(t, func(t *testing.T, r *randomTree) {
		fresh := func() [][]float64 {
			must(t, r.w.SetState(r.q, r.v))
			var out [][]float64
			for _, q := range questions(r.m) {
				dst := make([]float64, q.size(r.m))
				must(t, q.ask(r.w, dst))
				out = append(out, dst)
			}
			return out
		}
		before := fresh()
		for _, bad := range []float64{math.NaN(), math.Inf(1), math.Inf(-1), math.MaxFloat64, 1e200, 5e-324} {
			q, v := append([]float64(nil), r.q...), append([]float64(nil), r.v...)
			q[r.random.IntN(len(q))], v[r.random.IntN(len(v))] = bad, bad
			must(t, r.w.SetState(q, v))
			for _, question := range questions(r.m) {
				_ = question.ask(r.w, make([]float64, question.size(r.m))) // may fail; must return
			}
			for body := range r.bodies {
				values(r.w, body, r.randomBody())
			}
			robotValues(r.w)
			must(t, r.m.Integrate(q, q, v, 1))
			must(t, r.m.Difference(v, q, r.q))
		}
		if after := fresh(); !reflect.DeepEqual(before, after) {
			t.Error("a state with numbers has other answers after one without")
		}
	})
}

func TestNoNumberInTheStateShowsInTheAnswers(t *testing.T) {
	m := floatingChain(t, 3)
	w := m.NewWorkspace()
	q, v := make([]float64, m.NQ()), make([]float64, m.NV())
	must(t, m.Neutral(q))
	q[8] = math.NaN()
	must(t, w.SetState(q, v))
	tau := make([]float64, m.NV())
	must(t, w.InverseDynamics(tau, v, nil))
	if !math.IsNaN(tau[0]) || !math.IsNaN(tau[6]) {
		t.Errorf("tau is %v; expected NaN at what carries the joint", tau)
	}
	if p := w.Pose(3).P; !math.IsNaN(p[0]) {
		t.Errorf("the last body is at %v; expected NaN", p)
	}
	if p := w.Pose(1).P; math.IsNaN(p[0]) {
		t.Errorf("the first body is at %v; expected numbers", p)
	}
	if err := w.ForwardDynamics(tau, tau, nil); err == nil || !strings.Contains(err.Error(), "whether the state is finite") {
		t.Errorf("ForwardDynamics: %v; expected an error that asks whether the state is finite", err)
	}
}

func TestAnswersDoNotDependOnWhatWasAskedBefore(t *testing.T) {
	onRandomTrees(t, func(t *testing.T, r *randomTree) {
		answer := func(w *rigidbody.Workspace, q question) []float64 {
			dst := make([]float64, q.size(r.m))
			must(t, q.ask(w, dst))
			return dst
		}
		must(t, r.w.SetState(r.q, r.v))
		all := questions(r.m)
		for _, i := range r.random.Perm(len(all)) {
			alone := r.m.NewWorkspace()
			must(t, alone.SetState(r.q, r.v))
			compare(t, all[i].name, answer(r.w, all[i]), answer(alone, all[i]), 1e-14)
			alone = r.m.NewWorkspace()
			must(t, alone.SetState(r.q, r.v))
			body, other := r.randomBody(), r.randomBody()
			if all[i].name == "SetAcceleration" {
				must(t, r.w.SetState(r.q, r.v))
			}
			if got, want := values(r.w, body, other), values(alone, body, other); !reflect.DeepEqual(got, want) {
				t.Errorf("values after %s are %v; expected %v", all[i].name, got, want)
			}
		}
	})
}
