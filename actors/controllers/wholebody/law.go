package wholebody

import (
	"fmt"
	"math"
)

// Law is the whole-body control law. Its configuration is constant; beside it there is only workspace, so a Step
// depends on its input alone.
type Law struct {
	config Config
	h      *hierarchy
	arm    arm

	intervals []interval // of each axis, in x
	wanted    []float64  // goal of the posture level, in u
	reports   []LevelReport
}

// results are what a Step found before it is known to be sound.
type results struct {
	twist                           [6]float64
	positionError, orientationError float64
	feedbackLimited                 bool
	manipulability                  float64
}

// New checks c and makes a Law with all the workspace it will ever need. Its errors are ErrConfig, all of them at once.
func New(c Config) (*Law, error) {
	c = c.withDefaults()
	if err := c.check(); err != nil {
		return nil, err
	}
	n := len(c.Axes)
	return &Law{
		config:    c,
		h:         newHierarchy(n, max(6, c.TaskRowsMax, n), c.SingularRegion, c.Damping),
		arm:       newArm(c.ArmFirst, c.ArmCount),
		intervals: make([]interval, n),
		wanted:    make([]float64, n),
		reports:   make([]LevelReport, 0, 3+c.TasksMax),
	}, nil
}

// Config gives the configuration, defaults filled in.
func (l *Law) Config() Config {
	c := l.config
	c.Axes = append([]Axis(nil), c.Axes...)
	return c
}

// Step computes the velocities of all axes; see the package documentation for the levels and for the order of limits.
// On an error out is left as it was: ErrShape, ErrNotFinite or ErrInput, naming what is wrong.
func (l *Law) Step(in *Input, out *Output) error {
	if err := l.check(in); err != nil {
		return err
	}
	if len(out.Velocity) != l.h.n || len(out.Bounds) != l.h.n || cap(out.Levels) < 3+len(in.Tasks) {
		return fmt.Errorf("%w: the output has no room: make it with NewOutput", ErrShape)
	}
	l.open(in)
	var found results
	l.gripperGoal(in, &found)
	l.reports = l.reports[:0]
	ok := l.gripperLevel(in, &found)
	for k := range in.Tasks {
		ok = l.taskLevel(in, &in.Tasks[k]) && ok
	}
	ok = l.limitsLevel(in) && ok
	l.postureLevel(in, &found)
	for _, u := range l.h.u {
		ok = ok && finite(u)
	}
	for i := range l.reports {
		ok = ok && finite(l.reports[i].Residual)
	}
	if !ok {
		return fmt.Errorf("%w: the velocities overflow; gripper twist %v, previous command %v", ErrNotFinite, found.twist, in.Previous)
	}
	l.close(in, &found, out)
	return nil
}

// open builds the box and starts the hierarchy at the previous command.
func (l *Law) open(in *Input) {
	c, h := &l.config, l.h
	h.start(in.Active)
	for i := range c.Axes {
		accelerationMax := in.Limits.AccelerationMax[i]
		box := axisInterval(in.AxisPosition[i], in.Previous[i], in.Limits.PositionMin[i], in.Limits.PositionMax[i],
			in.Limits.VelocityMax[i], accelerationMax, c.BrakingShare*accelerationMax, c.PositionLimitGainPerS, in.PeriodS)
		l.intervals[i] = box
		h.root[i] = math.Sqrt(c.Axes[i].Weight * (1 + c.Axes[i].SmoothingS/in.PeriodS))
		if in.Active != nil && !in.Active[i] {
			h.low[i], h.high[i], h.u[i] = 0, 0, 0
			continue
		}
		h.low[i], h.high[i] = box.low*h.root[i], box.high*h.root[i]
		h.u[i] = math.Min(math.Max(in.Previous[i]*h.root[i], h.low[i]), h.high[i])
	}
}

// level adds a report and gives it.
func (l *Law) level(kind LevelKind) *LevelReport {
	l.reports = append(l.reports, LevelReport{Kind: kind})
	return &l.reports[len(l.reports)-1]
}

// addRow adds a row in u coordinates: coefficients and goal times scale. What inactive axes are measured to do
// is taken off the goal.
func (l *Law) addRow(in *Input, coefficients []float64, goal, scale float64) {
	row := l.h.row()
	for i, v := range coefficients {
		if in.Active != nil && !in.Active[i] {
			goal -= v * in.AxisVelocity[i]
			continue
		}
		row[i] = scale * v / l.h.root[i]
	}
	row[l.h.n] = scale * goal
}

func (l *Law) gripperLevel(in *Input, found *results) bool {
	n := l.h.n
	l.h.begin()
	for r := 0; r < 6; r++ {
		if l.config.Free[r] {
			continue
		}
		scale := 1.0
		if r >= 3 {
			scale = l.config.CharacteristicLengthM
		}
		l.addRow(in, in.Jacobian[r*n:r*n+n], found.twist[r], scale)
	}
	return l.h.solve(strict, l.level(GripperLevel))
}

func (l *Law) taskLevel(in *Input, task *Task) bool {
	n := l.h.n
	l.h.begin()
	for r, goal := range task.Velocity {
		l.addRow(in, task.Jacobian[r*n:r*n+n], goal, 1)
	}
	return l.h.solve(strict, l.level(TaskLevel))
}

func (l *Law) limitsLevel(in *Input) bool {
	l.h.begin()
	l.limitRows(in)
	return l.h.solve(gradual, l.level(LimitsLevel))
}

func (l *Law) postureLevel(in *Input, found *results) {
	var gradient []float64
	if l.arm.count > 0 {
		found.manipulability = l.arm.update(in.Jacobian, l.h.n, l.config.CharacteristicLengthM)
		if l.config.ManipulabilityGain > 0 {
			gradient = l.arm.gradient
		}
	}
	l.postureGoal(in, gradient)
	if in.Active != nil {
		for i, active := range in.Active {
			if !active {
				l.wanted[i] = 0
			}
		}
	}
	l.h.settle(l.wanted, l.level(PostureLevel))
}

// close writes the results.
func (l *Law) close(in *Input, found *results, out *Output) {
	n := l.h.n
	out.TwistResidual = found.twist
	for i := 0; i < n; i++ {
		active := in.Active == nil || in.Active[i]
		moves := in.AxisVelocity[i]
		if active {
			out.Velocity[i], out.Bounds[i] = l.intervals[i].clip(l.h.u[i] / l.h.root[i])
			moves = out.Velocity[i]
		} else {
			out.Velocity[i] = rampToZero(in.Previous[i], in.Limits.AccelerationMax[i]*in.PeriodS)
			out.Bounds[i] = InactiveBound
		}
		for r := range out.TwistResidual {
			out.TwistResidual[r] -= in.Jacobian[r*n+i] * moves
		}
	}
	out.Levels = append(out.Levels[:0], l.reports...)
	out.Twist = found.twist
	out.PositionErrorM, out.OrientationErrorRad = found.positionError, found.orientationError
	out.FeedbackLimited = found.feedbackLimited
	out.Manipulability = found.manipulability
}
