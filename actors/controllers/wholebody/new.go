package wholebody

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/robo-actors/robo-actors/actors/controllers/internal/taskspace"
	"github.com/robo-actors/robo-actors/actors/controllers/internal/taskspace/behavior"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
)

// New makes the law for the joints of a group, which must be all of the world that are not passive,
// and for ticks a period apart. The error joins a *messages.OptionError for every error of the
// options.
func New(w *worlds.World, group *worlds.JointGroup, period time.Duration, o *Options) (*Law, error) {
	l := &Law{options: o, fromActor: o.Source == "actor", frames: o.ModelFrames}
	err := o.checkTargets(w)
	if err != nil {
		return nil, err
	}
	if l.axes, err = newAxes(w, group, o); err != nil {
		return nil, err
	}
	if err := l.excludeAxes(o.Unmoved); err != nil {
		return nil, err
	}
	for _, t := range o.targets() {
		l.excludeTarget(w, t.Joint)
	}
	if err := l.workspaces(w); err != nil {
		return nil, err
	}
	if err := l.constrain(w, period); err != nil {
		return nil, err
	}
	if l.feeling, err = newFeeling(w, l.measured.Model(), o.ForceSensors); err != nil {
		return nil, err
	}
	tasks, err := l.defineTasks(w)
	if err != nil {
		return nil, err
	}
	if err := l.newTargets(w, tasks); err != nil {
		return nil, err
	}
	unbound := l.bindSets(tasks)
	machine := l.makeMachine(w)
	if err := errors.Join(l.setErrors(unbound, machine), l.unused(), behaviorErrors(l.options, machine)); err != nil {
		return nil, err
	}
	if err := l.makeUpright(); err != nil {
		return nil, err
	}
	l.allocate()
	l.makeKeeper(w)
	l.status = l.machine.Begin(0)
	for i := 0; ; i++ {
		state, ok := l.machine.InitialState(i)
		if !ok {
			return l, nil
		}
		if err := l.enter(state); err != nil {
			return nil, err
		}
	}
}

func (l *Law) workspaces(w *worlds.World) error {
	model, err := w.Model()
	if err != nil {
		return err
	}
	l.measured = model.NewWorkspace()
	if l.fromActor {
		l.ofModel = model.NewWorkspace()
		for i, name := range l.frames {
			if _, err := w.BodyIndex(name); err != nil { // names the bodies of the world
				return messages.InOption(fmt.Sprintf("model_frames[%d]", i), err)
			}
			body, err := model.BodyIndex(name)
			if err != nil {
				return messages.InOption(fmt.Sprintf("model_frames[%d]", i), err)
			}
			l.model.bodies = append(l.model.bodies, body)
		}
	}
	l.exact = newDynamics(l.n)
	if l.velocities { // they follow from Jacobians alone
		return nil
	}
	if err := l.measured.MassMatrix(l.exact.mass); err != nil {
		return err
	}
	l.exact.reduce(l.followers)
	inertia, err := inertias(l.exact.mass, l.names)
	if slices.Contains(l.virtual, true) {
		l.inertia = inertia
	}
	return err
}

func (l *Law) binding() taskspace.Binding {
	return taskspace.Binding{Model: l.measured.Model(), PositionMin: l.min, PositionMax: l.max, Followers: l.followers, Kinematic: l.velocities}
}

func (l *Law) defineTasks(w *worlds.World) ([]taskspace.Task, error) {
	var errs []error
	tasks := make([]taskspace.Task, len(l.options.Tasks))
	for i := range tasks {
		path := fmt.Sprintf("tasks[%d]", i)
		var err error
		tasks[i], err = l.options.Tasks[i].task(path)
		errs = append(errs, err)
		if tasks[i].Kind == taskspace.Posture && len(tasks[i].Joints) == 0 && l.options.Target.Joint != "" {
			for _, j := range l.postureJoints(w, nil) {
				tasks[i].Joints = append(tasks[i].Joints, j.name)
			}
		}
		if slices.Contains(l.tasks, tasks[i].Name) {
			errs = append(errs, invalid(path+".name", "two tasks are named %q", tasks[i].Name))
		}
		if slices.Contains(w.JointNames(), tasks[i].Name) {
			errs = append(errs, invalid(path+".name", "%q is a joint too, and conditions could not distinguish them; give the task another name", tasks[i].Name))
		}
		l.tasks, l.kinds = append(l.tasks, tasks[i].Name), append(l.kinds, tasks[i].Kind)
	}
	var err error
	l.follower, err = newFollower(l.options.Follow, tasks)
	return tasks, errors.Join(append(errs, err, l.newPostureFollower(w, tasks), l.checkPostures(w), checkSignals(l.options.Signals))...)
}

// bindSets binds the task sets, and returns the error of each.
func (l *Law) bindSets(tasks []taskspace.Task) []error {
	d := l.options.definition()
	errs := make([]error, len(d.Sets))
	for i := range d.Sets {
		var s *set
		s, errs[i] = l.newSet(&d.Sets[i], l.options.TaskSets[i].Lifted, tasks)
		l.sets = append(l.sets, s)
	}
	return errs
}

// unused rejects tasks that are in no task set.
func (l *Law) unused() error {
	var errs []error
	for i, name := range l.tasks {
		if !slices.ContainsFunc(l.options.TaskSets, func(s TaskSetOptions) bool {
			return slices.ContainsFunc(s.Levels, func(level []string) bool { return slices.Contains(level, name) })
		}) {
			errs = append(errs, invalid(fmt.Sprintf("tasks[%d]", i), "no task set has task %q", name))
		}
	}
	return errors.Join(errs...)
}

// makeMachine checks the behaviour. Task sets that could not be bound were reported.
func (l *Law) makeMachine(w *worlds.World) (err error) {
	v := behavior.Vocabulary{Tasks: l.tasks, Terms: l.terms(w), CheckSetting: l.checkSetting}
	l.machine, err = behavior.New(l.options.definition(), v)
	return err
}

// terms are the quantities of tasks, joints and signals, in the order in which fill gives them.
func (l *Law) terms(w *worlds.World) (terms []behavior.Term) {
	for i, name := range l.tasks {
		hasError, hasAngle := l.tells(i)
		if hasError {
			terms = append(terms, behavior.Term{Quantity: "error", Of: name, Unit: l.unitOf(w, i, errorUnit(l.kinds[i])), Norm: true})
		}
		if hasAngle {
			terms = append(terms, behavior.Term{Quantity: "angle", Of: name, Unit: "rad", Norm: true})
		}
		terms = append(terms, behavior.Term{Quantity: "velocity", Of: name, Unit: l.unitOf(w, i, speedUnit(l.kinds[i])), Norm: true})
	}
	for j := range w.NumJoints() {
		slot := w.Slot(j)
		if slot.PositionLength != 1 {
			continue
		}
		length, force := "rad", "N m"
		if slot.Type == worlds.Prismatic {
			length, force = "m", "N"
		}
		name := w.Joint(j).Name
		terms = append(terms, behavior.Term{Quantity: "position", Of: name, Unit: length},
			behavior.Term{Quantity: "velocity", Of: name, Unit: length + "/s"}, behavior.Term{Quantity: "effort", Of: name, Unit: force})
		l.single = append(l.single, slot)
	}
	for _, s := range l.options.Signals {
		terms = append(terms, behavior.Term{Quantity: "signal", Of: s.Name, Unit: s.Unit})
	}
	return terms
}

// unitOf leaves of the units of a posture, and of limits, those that its joints have: a millimetre
// is no angle.
func (l *Law) unitOf(w *worlds.World, task int, unit string) string {
	if l.kinds[task] != taskspace.Posture && l.kinds[task] != taskspace.JointLimits {
		return unit
	}
	turns, slides := false, false
	named := l.options.Tasks[task].Joints
	for j := range w.NumJoints() {
		slot := w.Slot(j)
		name := w.Joint(j).Name
		if slot.VelocityLength == 0 || name == l.options.Target.Joint || len(named) > 0 && !slices.Contains(named, name) {
			continue
		}
		turns = turns || slot.Type != worlds.Prismatic
		slides = slides || slot.Type == worlds.Prismatic || slot.VelocityLength > 1
	}
	angle, length, _ := strings.Cut(unit, "|")
	switch {
	case !slides:
		return angle
	case !turns:
		return length
	}
	return unit
}

// tells returns which quantities of a task are ever known: its error, for which a force needs a
// sensor, and the angle beside it, of tasks whose error is a distance first. Conditions about
// others would never hold.
func (l *Law) tells(task int) (hasError, hasAngle bool) {
	hasError = l.kinds[task] != taskspace.Force || slices.Contains(l.options.ForceSensors, l.options.Tasks[task].Frame)
	return hasError, errorPart(l.kinds[task]) == both
}

// fill writes the values of the terms for the machine.
func (l *Law) fill(in *Input) {
	v := l.in.Values[:0]
	for i := range l.tasks {
		hasError, hasAngle := l.tells(i)
		if hasError {
			v = append(v, l.errors[i])
		}
		if hasAngle {
			v = append(v, l.angles[i])
		}
		v = append(v, l.speeds[i])
	}
	for _, slot := range l.single {
		v = append(v, in.Position[slot.Position], in.Velocity[slot.Velocity], in.Effort[slot.Velocity])
	}
	v = append(v, in.Signals...)
	l.in.Values, l.in.Now, l.in.Prepared = v, l.clock, l.prepared(in)
}

// prepared is the number of the newest transition that may be completed. With model own each may at
// once; with model actor when the model was asked for it and has the frames of the next set.
func (l *Law) prepared(in *Input) uint64 {
	p := &l.status.Pending
	switch {
	case !l.fromActor:
		return math.MaxUint64
	case p.Request == 0 || in.Model == nil || l.covers(in.Model, l.sets[l.machine.SetOf(p.Target)]) != nil:
		return 0
	}
	return in.Prepared
}

func (l *Law) allocate() {
	n, t := l.n, len(l.tasks)
	l.handover = behavior.NewHandover(l.limit)
	for _, to := range []*[]float64{&l.last, &l.now, &l.velocity, &l.decel, &l.blend, &l.model.probe, &l.model.image} {
		*to = make([]float64, n)
	}
	for i := range l.model.probe {
		l.model.probe[i] = 1 + 0.37*float64(i%5)
	}
	l.hold, l.moved, l.reached = make([]float64, l.nq), make([]bool, n), make([]bool, n)
	for i := range l.moved {
		l.moved[i] = true
	}
	l.errors, l.angles, l.speeds = make([]float64, t), make([]float64, t), make([]float64, t)
	l.in.Values = make([]float64, 0, len(l.machine.Terms()))
	l.phase, l.sure, l.singular.quiet = messages.TaskWaitModel, math.Inf(1), quietFor
}

// NewInput makes an input with slices of the right lengths, and no signal known.
func (l *Law) NewInput() *Input {
	n := l.n
	in := &Input{Position: make([]float64, l.nq), Velocity: make([]float64, n), Effort: make([]float64, n), Valid: make([]bool, n),
		Passes: make([]bool, n), Mode: make([]messages.Mode, n), Signals: make([]float64, len(l.options.Signals)), Targets: make([]*messages.JointCommand, len(l.targets))}
	for i := range in.Signals {
		in.Signals[i] = math.NaN()
	}
	return in
}

// NewOutput makes an output with slices of the right lengths.
func (l *Law) NewOutput() *Output {
	return &Output{Effort: make([]float64, l.n), Velocity: make([]float64, l.n),
		Status: messages.TaskStatus{Error: make([]float64, len(l.tasks)), Speed: make([]float64, len(l.tasks))}}
}
