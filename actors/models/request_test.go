package models_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/internal/shelltest"
	"github.com/robo-actors/robo-actors/actors/models"
	"github.com/robo-actors/robo-actors/messages"
)

// The factor times itself is the mass matrix, for random positive definite matrices of every size
// to 12.
func TestTheFactorTimesItselfIsTheMassMatrix(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	for n := 1; n <= 12; n++ {
		a, m, l := make([]float64, n*n), make([]float64, n*n), make([]float64, n*n)
		for i := range a {
			a[i] = r.NormFloat64()
		}
		for i := range n {
			for j := range n {
				for k := range n {
					m[i*n+j] += a[i*n+k] * a[j*n+k]
				}
			}
			m[i*n+i] += 0.1
		}
		if err := models.Factor(l, m); err != nil {
			t.Fatal(err)
		}
		for i := range n {
			for j := range n {
				if j > i && l[i*n+j] != 0 {
					t.Errorf("n=%d: entry %d,%d above the diagonal is %g", n, i, j, l[i*n+j])
				}
				sum := 0.0
				for k := range n {
					sum += l[k*n+i] * l[k*n+j]
				}
				if math.Abs(sum-m[i*n+j]) > 1e-12*float64(n*n) {
					t.Errorf("n=%d: entry %d,%d of L^T L is %g, want %g", n, i, j, sum, m[i*n+j])
				}
			}
		}
	}
}

func TestAMatrixThatIsNotPositiveDefiniteHasNoFactor(t *testing.T) {
	for name, m := range map[string][]float64{
		"indefinite": {1, 2, 2, 1}, "singular": {0, 0, 0, 1}, "no number": {1, 0, 0, math.NaN()}, "infinite": {math.Inf(1), 0, 0, 1},
		"not square": {1, 2, 3},
	} {
		if err := models.Factor(make([]float64, len(m)), m); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// The Jacobian of the centre of mass times the velocities is the rate of the centre of mass, and
// its drift the acceleration that is left when none of the joints accelerates: by finite
// differences along a motion.
func TestTheCentreOfMassMovesAsItsJacobianAndDriftSay(t *testing.T) {
	r, _ := newRig(t, armOptions())
	copy(r.Robot.Position, []float64{0.4, -0.9})
	v := []float64{0.7, 1.1}
	copy(r.Robot.Velocity, v)
	const h = 1e-4
	r.Plant = func() {
		for i := range v {
			r.Robot.Position[i] += h * v[i]
		}
	}
	r.Start()
	var at [3][3]float64
	var rate, drift [3]float64
	count := 0
	shelltest.Tap(r, "model", func(_ messages.Stamp, m *messages.Model) {
		if count < 3 {
			at[count] = m.CenterOfMass
		}
		if count == 1 {
			for i := range 3 {
				rate[i] = m.CenterOfMassJacobian[2*i]*v[0] + m.CenterOfMassJacobian[2*i+1]*v[1]
			}
			drift = m.CenterOfMassDrift
		}
		count++
	})
	r.Ticks(3)
	if count < 3 {
		t.Fatalf("%d models were sent", count)
	}
	for i := range 3 {
		if d := (at[2][i] - at[0][i]) / (2 * h); math.Abs(d-rate[i]) > 1e-6 {
			t.Errorf("axis %d moves at %g m/s, the Jacobian says %g", i, d, rate[i])
		}
		if d := (at[2][i] - 2*at[1][i] + at[0][i]) / (h * h); math.Abs(d-drift[i]) > 1e-5 {
			t.Errorf("axis %d accelerates at %g m/s^2, the drift says %g", i, d, drift[i])
		}
	}
}

func TestARequestIsAnsweredByItsNumberWithTheFramesThatItNames(t *testing.T) {
	r, _ := newRig(t, armOptions())
	request := messages.ModelRequest{}
	shelltest.Feed(r, "request", actors.Sizes{"frames": 2}, 0, func(_ *actors.Tick, m *messages.ModelRequest) bool {
		m.ID = request.ID
		copy(m.Frames, request.Frames)
		return request.ID > 0
	})
	r.Start()
	m := shelltest.Tap[messages.Model](r, "model", nil)
	r.Ticks(3)
	if v := m.Value; v.Request != 0 || !v.Computed[0] || !v.Computed[1] {
		t.Errorf("before the first request the model answers %d with %v", v.Request, v.Computed)
	}
	request = messages.ModelRequest{ID: 7, Frames: []bool{false, true}}
	r.Robot.Position[0] = 0.5
	before := m.Value.Pose[0]
	r.Ticks(2)
	if v := m.Value; v.Request != 7 || v.Computed[0] || !v.Computed[1] || v.Pose[0] != before || math.Abs(v.Pose[1].Position[2]-math.Sin(0.5)) > 1e-12 {
		t.Errorf("the model answers %d with %v, the poses are %v", v.Request, v.Computed, v.Pose)
	}
	r.WantNoFailure()
}

func TestARequestIsAnsweredEvenWhileTheSnapshotStands(t *testing.T) {
	r, _ := newRig(t, armOptions())
	id := uint64(0)
	shelltest.Feed(r, "request", actors.Sizes{"frames": 2}, 0, func(_ *actors.Tick, m *messages.ModelRequest) bool {
		m.ID, m.Frames[0], m.Frames[1] = id, true, true
		return id > 0
	})
	r.Start()
	m := shelltest.Tap[messages.Model](r, "model", nil)
	r.Ticks(3)
	r.Silent = true
	id = 1
	sequence := m.Value.SnapshotSequence
	r.Ticks(2)
	if m.Value.Request != 1 || m.Value.SnapshotSequence != sequence {
		t.Errorf("request %d is answered of snapshot %d; want request 1 of snapshot %d", m.Value.Request, m.Value.SnapshotSequence, sequence)
	}
}
