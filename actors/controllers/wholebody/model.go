package wholebody

import (
	"errors"
	"fmt"
	"math"

	"github.com/robo-actors/robo-actors/messages"
)

// Reasons why a model cannot be used, which errors.Is distinguishes.
var (
	errNoModel = errors.New("there is no model")
	errOld     = errors.New("the model is too old")
	errGarbage = errors.New("the model is unusable")
	errFrames  = errors.New("the model lacks frames of the task set")
	errGuessed = errors.New("the model is of joints whose state was not known")
)

// modelView is the one model that a tick uses. Everything of it that the tick uses is read from a
// single value, whose number is kept; the verdict about a value is kept as well.
type modelView struct {
	sequence, snapshot uint64
	verdict            error
	judged             bool
	told               bool      // a verdict before the law has run
	probe, image       []float64 // scratch of the check of the factor
	bodies             []int     // of the frames
}

// judge reports why the newest model cannot be used, nil where it can. With model own there is
// nothing to be judged.
func (l *Law) judge(in *Input) error {
	v := &l.model
	if !l.fromActor {
		return nil
	}
	if in.Model == nil {
		v.judged, v.sequence, v.snapshot = false, 0, 0
		return errNoModel
	}
	if !v.judged || v.sequence != in.ModelSequence {
		v.judged, v.sequence, v.snapshot = true, in.ModelSequence, in.Model.SnapshotSequence
		v.verdict = l.inspect(in.Model)
	}
	switch {
	case v.verdict != nil:
		return v.verdict
	case in.ModelAge < 0:
		return fmt.Errorf("%w: its snapshot is of %v ahead", errGarbage, -in.ModelAge)
	case in.ModelAge > l.options.ModelMaxAge:
		return l.old(in)
	case in.ModelAge.Seconds() > l.sure-in.StepS/2:
		return errGuessed
	}
	return l.covers(in.Model, l.sets[l.machine.SetOf(l.status.State)])
}

// remember counts for how long the states of all joints have been known. A model of an older
// snapshot is of places where joints were once, or of zeros where nobody has heard of them yet.
func (l *Law) remember(in *Input) {
	l.sure += in.StepS
	for i, v := range in.Valid {
		if !v && l.known[i] {
			l.sure = 0
		}
	}
}

// old is apart, so that the error is made only where it is new.
func (l *Law) old(in *Input) error {
	if l.phase != messages.TaskRunning {
		return errOld
	}
	return fmt.Errorf("%w: its snapshot %d is %v old, %v at most", errOld, in.Model.SnapshotSequence, in.ModelAge, l.options.ModelMaxAge)
}

// covers reports which frame of a set was not evaluated.
func (l *Law) covers(m *messages.Model, s *set) error {
	for i, needed := range s.frames {
		if needed && !m.Computed[i] {
			return errFrames
		}
	}
	return nil
}

// inspect checks a model as a whole: lengths, finite numbers, a positive definite mass matrix that
// agrees with its factor, and twists that agree with Jacobians. A value of which a part comes from
// another snapshot does not pass.
func (l *Law) inspect(m *messages.Model) error {
	n, f := l.n, len(l.frames)
	for _, p := range []struct {
		name      string
		got, want int
	}{
		{"positions", len(m.Position), l.nq}, {"velocities", len(m.Velocity), n}, {"entries of the mass matrix", len(m.MassMatrix), n * n},
		{"entries of the factor", len(m.Factor), n * n}, {"entries of the bias", len(m.Bias), n}, {"entries of gravity", len(m.Gravity), n},
		{"frames", len(m.Computed), f}, {"poses", len(m.Pose), f}, {"twists", len(m.Twist), f}, {"Jacobian entries", len(m.Jacobian), 6 * n * f},
	} {
		if p.got != p.want {
			return fmt.Errorf("%w: it has %d %s; expected %d: the model actor needs dynamics: true and the frames %v", errGarbage, p.got, p.name, p.want, l.frames)
		}
	}
	for _, values := range [...][]float64{m.Position, m.Velocity, m.MassMatrix, m.Factor, m.Bias, m.Gravity} {
		for _, x := range values {
			if math.IsNaN(x) || math.IsInf(x, 0) {
				return fmt.Errorf("%w: it has numbers that are not finite", errGarbage)
			}
		}
	}
	return errors.Join(l.checkFactor(m), l.checkDynamics(m), l.checkPoses(m), l.checkTwists(m))
}

// checkDynamics compares M x + bias with what inverse dynamics gives for the acceleration x in the
// state that the model names.
func (l *Law) checkDynamics(m *messages.Model) error {
	if err := l.ofModel.SetState(m.Position, m.Velocity); err != nil {
		return err
	}
	x, y := l.model.probe, l.model.image
	if err := l.ofModel.InverseDynamics(y, x, nil); err != nil {
		return err
	}
	for i := range y {
		sum, scale := m.Bias[i], 1+math.Abs(m.Bias[i])
		for j, v := range m.MassMatrix[i*l.n : (i+1)*l.n] {
			sum += v * x[j]
			scale += math.Abs(v * x[j])
		}
		if !(math.Abs(sum-y[i]) <= 1e-9*scale) {
			return fmt.Errorf("%w: mass matrix and bias are not those of the state that it names: row %d differs by %g", errGarbage, i, sum-y[i])
		}
	}
	return nil
}

// checkFactor compares M x with L^T L x for one x without zeros, and looks at the diagonals and at
// symmetry.
func (l *Law) checkFactor(m *messages.Model) error {
	n, x, y := l.n, l.model.probe, l.model.image
	greatest := 0.0
	for i := range n {
		if !(m.MassMatrix[i*n+i] > 0) || !(m.Factor[i*n+i] > 0) {
			return fmt.Errorf("%w: its mass matrix is not positive definite: diagonal entry %d is %g", errGarbage, i, m.MassMatrix[i*n+i])
		}
		greatest = math.Max(greatest, m.MassMatrix[i*n+i])
		sum := 0.0
		for j := range i + 1 {
			sum += m.Factor[i*n+j] * x[j]
		}
		y[i] = sum
	}
	bound := 1e-9 * greatest * float64(n)
	for i := range n {
		product, factored := 0.0, 0.0
		for j := range n {
			product += m.MassMatrix[i*n+j] * x[j]
			if d := m.MassMatrix[i*n+j] - m.MassMatrix[j*n+i]; math.Abs(d) > bound {
				return fmt.Errorf("%w: its mass matrix is not symmetric at %d, %d", errGarbage, i, j)
			}
		}
		for j := i; j < n; j++ {
			factored += m.Factor[j*n+i] * y[j]
		}
		if math.Abs(product-factored) > bound {
			return fmt.Errorf("%w: its mass matrix and its factor are not of the same state: row %d differs by %g", errGarbage, i, product-factored)
		}
	}
	return nil
}

// checkPoses compares the pose of each frame, where it was computed, with that of its body in the
// state that the model names. A model actor with other frames, or with these in another order,
// would have the tasks follow Jacobians of other bodies.
func (l *Law) checkPoses(m *messages.Model) error {
	for f, body := range l.model.bodies {
		if !m.Computed[f] || m.Pose[f] == (messages.Pose{}) {
			continue
		}
		pose := l.ofModel.Pose(body)
		want, off, same := pose.R.Quat().Array(), 0.0, 0.0
		for i, x := range pose.P {
			off = math.Max(off, math.Abs(m.Pose[f].Position[i]-x)/(1+math.Abs(x)))
		}
		for i, x := range want {
			same += x * m.Pose[f].Orientation[i]
		}
		if !(off <= 1e-9 && math.Abs(math.Abs(same)-1) <= 1e-9) {
			return fmt.Errorf("%w: frame %d is not at the pose of %q in the state that it names: the model actor needs the frames %v, in this order",
				errGarbage, f, l.frames[f], l.frames)
		}
	}
	return nil
}

// checkTwists compares the twist of each frame with its Jacobian times the velocities, where both
// were computed.
func (l *Law) checkTwists(m *messages.Model) error {
	n := l.n
	for f := range l.frames {
		if !m.Computed[f] || m.Twist[f] == (messages.Twist{}) {
			continue
		}
		for r := range 6 {
			want := m.Twist[f].Angular[r%3]
			if r < 3 {
				want = m.Twist[f].Linear[r]
			}
			sum, scale := 0.0, 1.0
			for j, v := range m.Velocity {
				sum += m.Jacobian[(6*f+r)*n+j] * v
				scale += math.Abs(m.Jacobian[(6*f+r)*n+j] * v)
			}
			if !(math.Abs(sum-want) <= 1e-9*scale) {
				return fmt.Errorf("%w: Jacobian and twist of frame %q are not of the same state: row %d differs by %g", errGarbage, l.frames[f], r, sum-want)
			}
		}
	}
	return nil
}

// matrices returns the dynamics of the tick. With model actor it copies into the levels of the set
// the Jacobians of the same snapshot.
func (l *Law) matrices(s *set, in *Input) (*dynamics, error) {
	switch {
	case !l.fromActor && l.velocities:
		return &l.exact, nil
	case !l.fromActor:
		return &l.exact, l.measured.MassMatrixAndBias(l.exact.mass, l.exact.bias)
	}
	m := in.Model
	if l.model.sequence != in.ModelSequence {
		return nil, fmt.Errorf("%w: model %d was judged, and %d is to be used", errGarbage, l.model.sequence, in.ModelSequence)
	}
	l.shared = dynamics{m.MassMatrix, m.Bias, m.Gravity}
	return &l.shared, s.exchange(l.ofModel, m, in.ModelSequence)
}
