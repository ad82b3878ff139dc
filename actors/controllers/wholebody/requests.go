package wholebody

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/robo-actors/robo-actors/actors/controllers/internal/taskspace"
	"github.com/robo-actors/robo-actors/actors/controllers/internal/taskspace/behavior"
	"github.com/robo-actors/robo-actors/messages"
)

// Answer answers a request of a user. A request for an event or a state that is accepted has begun
// a transition: pending is its number then, and the answer is known when the transition is over.
// Signals are written into the input.
func (l *Law) Answer(r *messages.TaskRequest, in *Input) (reply messages.TaskReply, pending uint64) {
	switch r.Verb {
	case messages.TaskList:
		return messages.TaskReply{Tasks: l.list()}, 0
	case messages.TaskShow:
		return l.show(r), 0
	case messages.TaskSet:
		return l.change(r, in), 0
	case messages.TaskTarget:
		return l.retarget(r), 0
	case messages.TaskBehavior:
		return messages.TaskReply{Behavior: l.whereabouts(in)}, 0
	case messages.TaskSignal:
		return l.signal(r, in), 0
	case messages.TaskEvent, messages.TaskState:
		return l.transition(r, in)
	}
	verbs := []messages.TaskVerb{messages.TaskList, messages.TaskShow, messages.TaskSet, messages.TaskTarget, messages.TaskBehavior, messages.TaskEvent, messages.TaskState, messages.TaskSignal}
	return refused(messages.TaskUnknownVerb, "verb %q; known verbs are %v", r.Verb, verbs), 0
}

func refused(r messages.TaskResult, format string, args ...any) messages.TaskReply {
	return messages.TaskReply{Result: r, Text: fmt.Sprintf(format, args...)}
}

// over returns the answer to the request whose transition is over.
func (l *Law) over(o *behavior.Outcome) messages.TaskReply {
	if o.GivenUp {
		why := "its task set was not prepared"
		switch {
		case l.following:
			why = "commands did not reach all joints again"
		case l.phase != messages.TaskRunning:
			why = "the law did not run again"
		}
		return refused(messages.TaskGivenUp, "state %q: %s within %v; state %q stays active", l.machine.StateName(o.To), why,
			l.options.PrepareWithin, l.machine.StateName(o.From))
	}
	return messages.TaskReply{Text: fmt.Sprintf("state %q after %q", l.machine.StateName(o.To), l.machine.StateName(o.From))}
}

// transition begins one. While the state machine pauses none begins: it would be taken when the
// machine resumes, when the user no longer expects it.
func (l *Law) transition(r *messages.TaskRequest, in *Input) (messages.TaskReply, uint64) {
	next := l.machine.Request
	if r.Verb == messages.TaskEvent {
		next = l.machine.Ask
	}
	status, refusal := next(l.status, r.Name, &l.in)
	why := l.halted(in)
	switch {
	case refusal != nil && refusal.Result == messages.TaskNotNow && why != "": // what is waited for cannot come meanwhile
		return refused(refusal.Result, "%s; and %s", refusal.Text, why), 0
	case refusal != nil:
		return messages.TaskReply{Result: refusal.Result, Text: refusal.Text, Known: refusal.Known}, 0
	case why != "":
		return refused(messages.TaskNotNow, "%s %q: %s", r.Verb, r.Name, why), 0
	}
	l.status = status
	return messages.TaskReply{}, status.Pending.Request
}

// holder returns the set that a task's parameters are read from: the active one if that has it. All
// have the same.
func (l *Law) holder(task int) *set {
	active := l.sets[l.machine.SetOf(l.status.State)]
	if slices.Contains(active.tasks, task) {
		return active
	}
	for _, s := range l.sets {
		if slices.Contains(s.tasks, task) {
			return s
		}
	}
	return active // no set is without tasks, and every task is in one: New has checked it
}

func (l *Law) list() (tasks []messages.TaskInfo) {
	active := l.sets[l.machine.SetOf(l.status.State)]
	for i, name := range l.tasks {
		info := messages.TaskInfo{Name: name, Kind: l.kinds[i].String(), Level: -1, Unit: errorUnit(l.kinds[i]), SpeedUnit: speedUnit(l.kinds[i]),
			Error: known(l.errors[i]), Speed: known(l.speeds[i])}
		for _, s := range l.sets {
			if slices.Contains(s.tasks, i) {
				info.Sets = append(info.Sets, s.name)
			}
		}
		if k := slices.Index(active.tasks, i); k >= 0 {
			info.Level = active.fresh.Status(k).Level
		}
		tasks = append(tasks, info)
	}
	return tasks
}

// known returns the address of a copy, nil if v is not finite.
func known(v float64) *float64 {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return nil
	}
	return &v
}

// parameters are those of a task, with a refusal where no task has the name.
func (l *Law) parameters(task string) ([]taskspace.Parameter, *messages.TaskReply) {
	i := slices.Index(l.tasks, task)
	if i < 0 {
		r := refused(messages.TaskUnknownTask, "task %q; known tasks are %s", task, strings.Join(l.tasks, ", "))
		r.Known = slices.Clone(l.tasks)
		return nil, &r
	}
	all, err := l.holder(i).fresh.Parameters(task)
	if err != nil {
		r := refused(messages.TaskUnknownTask, "%v", err)
		return nil, &r
	}
	return all, nil
}

// parameter finds one parameter of a task.
func (l *Law) parameter(task, name string) (*taskspace.Parameter, *messages.TaskReply) {
	all, refusal := l.parameters(task)
	if refusal != nil {
		return nil, refusal
	}
	var names []string
	for i := range all {
		if all[i].Name == name {
			return &all[i], nil
		}
		names = append(names, all[i].Name)
	}
	r := refused(messages.TaskUnknownParameter, "task %q has no parameter %q; known parameters are %s", task, name, strings.Join(names, ", "))
	r.Known = names
	return nil, &r
}

func (l *Law) show(r *messages.TaskRequest) messages.TaskReply {
	if r.Parameter != "" {
		p, refusal := l.parameter(r.Task, r.Parameter)
		if refusal != nil {
			return *refusal
		}
		return messages.TaskReply{Parameters: []messages.ParameterInfo{describe(p)}}
	}
	all, refusal := l.parameters(r.Task)
	if refusal != nil {
		return *refusal
	}
	reply := messages.TaskReply{}
	for i := range all {
		reply.Parameters = append(reply.Parameters, describe(&all[i]))
	}
	return reply
}

func describe(p *taskspace.Parameter) messages.ParameterInfo {
	info := messages.ParameterInfo{Name: p.Name, Doc: p.Doc, Type: p.Type.String(), Unit: p.Unit, Open: p.Open, Lengths: p.Lengths, Choices: p.Choices,
		Fixed: p.Structural, Text: p.Value.Text, Names: p.Value.Names}
	switch p.Type {
	case taskspace.Real, taskspace.Vector, taskspace.Integer:
		info.Min, info.Max = known(p.Min), known(p.Max)
	}
	for _, v := range p.Value.Real {
		if math.IsInf(v, 0) {
			v = math.Copysign(math.MaxFloat64, v) // a number that every format can carry
		}
		info.Numbers = append(info.Numbers, v)
	}
	return info
}

// change sets a parameter of a task in every set that has it.
func (l *Law) change(r *messages.TaskRequest, in *Input) messages.TaskReply {
	p, refusal := l.parameter(r.Task, r.Parameter)
	if refusal != nil {
		return *refusal
	}
	if refusal := l.examine(r, p); refusal != nil {
		return *refusal
	}
	task, goal := slices.Index(l.tasks, r.Task), strings.HasPrefix(r.Parameter, "goal.")
	goal = goal && l.pursues(task) // that of another task moves nothing
	if goal {
		if refusal := l.reachable(task, in); refusal != nil {
			return messages.TaskReply{Result: refusal.Result, Text: refusal.Text}
		}
	}
	if err := l.apply(r.Task, r.Parameter, taskspace.Value{Real: r.Numbers, Text: r.Text}); err != nil {
		return refused(messages.TaskInvalidData, "%v", err)
	}
	l.changed = true
	if goal {
		l.accept(task, 0, 0, 0)
	}
	if r.Text != "" {
		return messages.TaskReply{Text: fmt.Sprintf("%s of task %q is %s", r.Parameter, r.Task, r.Text)}
	}
	return messages.TaskReply{Text: strings.TrimSpace(fmt.Sprintf("%s of task %q is %v %s", r.Parameter, r.Task, spelled(r.Numbers), p.Unit))}
}

// spelled returns numbers as people read them: the greatest float64, which messages carry for no
// bound, becomes the word unbounded.
func spelled(numbers []float64) []string {
	words := make([]string, len(numbers))
	for i, v := range numbers {
		if words[i] = fmt.Sprint(v); v >= math.MaxFloat64 {
			words[i] = "unbounded"
		}
	}
	return words
}

// examine returns the refusal of a value that is invalid, or that comes over an input.
func (l *Law) examine(r *messages.TaskRequest, p *taskspace.Parameter) *messages.TaskReply {
	if f := &l.follower; f.known && f.task == slices.Index(l.tasks, r.Task) && strings.HasPrefix(r.Parameter, "goal.") {
		reply := refused(messages.TaskNotAllowed, "%s of task %q: its goal comes over input reference, and rests at the last one where none is fresh; send it there", r.Parameter, r.Task)
		return &reply
	}
	if f := &l.postured; f.known && f.task == slices.Index(l.tasks, r.Task) && strings.HasPrefix(r.Parameter, "goal.") {
		reply := refused(messages.TaskNotAllowed, "%s of task %q: its goal comes over input posture, and rests at the last one where none is fresh; send it there", r.Parameter, r.Task)
		return &reply
	}
	for i := range l.targets {
		if t := &l.targets[i]; t.known && t.task == slices.Index(l.tasks, r.Task) && t.claims(l.kinds[t.task], r.Parameter) {
			reply := refused(messages.TaskNotAllowed, "%s of task %q: its goal comes over input %s, from the commands of joint %q", r.Parameter, r.Task, t.port, t.joint)
			return &reply
		}
	}
	if refusal := examine(r, p); refusal != nil || p.Name != "goal.joints" {
		return refusal
	}
	return l.examinePosture(r)
}

// examinePosture rejects a goal beyond the limits of a joint, where joints take velocities. Efforts
// may press a joint against its end.
func (l *Law) examinePosture(r *messages.TaskRequest) *messages.TaskReply {
	task := slices.Index(l.tasks, r.Task)
	if !l.velocities || task < 0 {
		return nil
	}
	for _, j := range l.goals.aims[task].joints {
		if j.length != 1 || j.first >= len(r.Numbers) {
			continue
		}
		if v := r.Numbers[j.first]; v < j.lower || v > j.upper {
			reply := refused(messages.TaskOutOfRange, "%s of task %q: the goal %g of joint %q is beyond its limits; expected %g to %g", r.Parameter, r.Task, v, j.name, j.lower, j.upper)
			return &reply
		}
	}
	return nil
}

// examine returns the refusal of an invalid value, nil for a valid one.
func examine(r *messages.TaskRequest, p *taskspace.Parameter) *messages.TaskReply {
	no := func(result messages.TaskResult, format string, args ...any) *messages.TaskReply {
		reply := refused(result, "%s of task %q: %s", r.Parameter, r.Task, fmt.Sprintf(format, args...))
		return &reply
	}
	words := p.Type == taskspace.Text || p.Type == taskspace.Choice || p.Type == taskspace.Names
	switch {
	case p.Structural:
		return no(messages.TaskNotAllowed, "it shapes the task set, and can be changed in the application file only")
	case words && len(r.Numbers) > 0:
		return no(messages.TaskInvalidData, "it is a %v; expected a word, and no numbers", p.Type)
	case !words && r.Text != "":
		return no(messages.TaskInvalidData, "it is a %v, not %q; expected numbers%s", p.Type, r.Text, in(p.Unit))
	case p.Type == taskspace.Choice && !slices.Contains(p.Choices, r.Text):
		return no(messages.TaskInvalidData, "%q; expected one of %s", r.Text, strings.Join(p.Choices, ", "))
	case words:
		return nil
	case strings.HasPrefix(p.Name, "goal.") && len(p.Value.Real) > 0 && len(p.Value.Real) != len(r.Numbers):
		return no(messages.TaskInvalidDimension, "there are %d numbers; expected %d", len(r.Numbers), len(p.Value.Real))
	case len(p.Lengths) > 0 && !slices.Contains(p.Lengths, len(r.Numbers)), len(r.Numbers) == 0:
		return no(messages.TaskInvalidDimension, "there are %d numbers; expected a count of %v", len(r.Numbers), p.Lengths)
	}
	for i, v := range r.Numbers {
		switch {
		case math.IsNaN(v) || math.IsInf(v, 0) && !math.IsInf(p.Max, 1):
			return no(messages.TaskInvalidData, "number %d is %g; expected a finite one", i, v)
		case v < p.Min || v > p.Max || p.Open && v <= p.Min:
			return no(messages.TaskOutOfRange, "number %d is %g; expected %s", i, v, interval(p))
		}
	}
	return nil
}

// in returns the phrase for a unit.
func in(unit string) string {
	if unit == "" {
		return ""
	}
	return " in " + unit
}

func interval(p *taskspace.Parameter) string {
	low, unit := fmt.Sprintf("at least %g", p.Min), ""
	if p.Open {
		low = fmt.Sprintf("more than %g", p.Min)
	}
	if p.Unit != "" {
		unit = " " + p.Unit
	}
	if math.IsInf(p.Max, 1) {
		return low + unit
	}
	return fmt.Sprintf("%s and at most %g%s", low, p.Max, unit)
}

// apply sets a parameter in every set that has the task. The sets have the same definition of it,
// so that what one takes all take.
func (l *Law) apply(task, parameter string, value taskspace.Value) error {
	i := slices.Index(l.tasks, task)
	for _, s := range l.sets {
		if slices.Contains(s.tasks, i) {
			if err := s.setParameter(task, parameter, value); err != nil {
				return err
			}
		}
	}
	return nil
}

// enter makes the settings of a state that is entered. The error names those that cannot be made,
// and the others are: a user may have set a parameter that one of them does not go with.
func (l *Law) enter(state int) error {
	d := l.machine.State(state)
	var errs []error
	for i := range d.Entry {
		e := &d.Entry[i]
		if err := l.apply(e.Task, e.Parameter, taskspace.Value{Real: e.Numbers, Text: e.Text}); err != nil {
			errs = append(errs, fmt.Errorf("state %q: behavior.states[%d].entry[%d] is left out: %w", d.Name, state, i, err))
			continue
		}
		l.replaced(e.Task, e.Parameter, d.Name)
	}
	return errors.Join(errs...)
}

// checkSetting tries the last of some settings on a copy of a set, after those before it. Errors of
// those are reported with them.
func (l *Law) checkSetting(d behavior.TaskSet, settings []behavior.Setting) error {
	i := slices.IndexFunc(l.sets, func(s *set) bool { return s != nil && s.name == d.Name })
	if i < 0 || l.sets[i].fresh == nil {
		return nil // the set itself was reported
	}
	trial, err := l.sets[i].fresh.Set().Bind(l.binding())
	if err != nil {
		return err
	}
	for _, e := range settings {
		err = trial.SetParameter(e.Task, e.Parameter, taskspace.Value{Real: e.Numbers, Text: e.Text})
	}
	return err
}

// whereabouts returns the state of the machine.
func (l *Law) whereabouts(in *Input) *messages.BehaviorInfo {
	m, s := l.machine, &l.status
	b := &messages.BehaviorInfo{State: m.StateName(s.State), Set: m.Sets()[m.SetOf(s.State)].Name, Phase: l.phase.String(), Halted: l.halted(in), Events: m.Awaited(s), DeadEnds: m.DeadEnds()}
	for name := m.State(s.State).Parent; name != ""; {
		b.State = name + "/" + b.State
		parent := ""
		for i := range m.States() {
			if d := m.State(i); d.Name == name {
				parent = d.Parent
			}
		}
		name = parent
	}
	if s.Pending.Request != 0 {
		b.Pending = m.StateName(s.Pending.Target)
	}
	for i := range m.States() {
		if d := m.State(i); d.ByRequest {
			b.States = append(b.States, d.Name)
		}
	}
	return b
}
