package wholebody

import (
	"errors"
	"fmt"
	"math"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/perception"
)

// Actor is the whole-body controller of a world: efforts or velocities for its driven joints,
// velocities for its virtual ones.
type Actor struct {
	Options

	Snapshot  actors.In[messages.Snapshot]      `port:"snapshot" doc:"state of the world"`
	Model     actors.In[messages.Model]         `port:"model" optional:"true" doc:"mass matrix and Jacobians, of one snapshot; used with model: actor"`
	Signals   actors.In[messages.Signals]       `port:"signals" optional:"true" max_age:"100ms" doc:"values of the declared signals, in the order of the option; unknown while they are stale"`
	Reference actors.In[messages.BodyReference] `port:"reference" optional:"true" max_age:"100ms" doc:"reference of the task of the option follow: its point, or the centre of mass"`
	Posture   actors.In[messages.JointCommand]  `port:"posture" optional:"true" max_age:"100ms" doc:"positions and velocities of the joints of the posture of option follow_posture, in its order, or that of the world for a posture of all joints"`
	Target    actors.In[messages.JointCommand]  `port:"target" optional:"true" max_age:"100ms" doc:"commands of the joint of the option target: the goal of its task, from positions, velocities or efforts, whichever its kind uses"`
	Wrenches  actors.In[messages.Signals]       `port:"wrenches" optional:"true" max_age:"20ms" doc:"wrenches of the force sensors, six numbers each in the order of the option force_sensors: force in N and moment in N m on the body about its origin, in its axes; while they are stale, tasks only feed their forces forward"`
	Goals     actors.In[messages.GoalCommand]   `port:"goal" optional:"true" doc:"goals of a planner for tasks of the active set, by the number of the task: position, orientation, joints, momentum, wrench, as far as its goal has them; a new one replaces the present one of its task"`
	Command   actors.Out[messages.JointCommand] `port:"command" doc:"efforts or velocities of the driven joints, velocities of the virtual ones"`
	Request   actors.Out[messages.ModelRequest] `port:"request" doc:"frames required from the model actor, including those of the next task set"`
	Status    actors.Out[messages.TaskStatus]   `port:"status" doc:"phase, state, task set, age of the model, errors and speeds of the tasks"`
	State     actors.Out[messages.VirtualState] `port:"state" doc:"state of the joint of the option target, as its task measures it"`
	Pursued   actors.Out[messages.GoalStatus]   `port:"goals" doc:"state and progress of the newest goal of each task"`

	realised []realised // the joints of options target and targets

	law    *Law
	world  *worlds.World
	group  *worlds.JointGroup
	in     *Input
	out    *Output
	joints []int // axis -> joint of the world
	// waiting are requests of users in the order of their arrival, never more than Options.Waiting;
	// asked is the one whose transition is pending, begun its number.
	waiting []waiting
	asked   *actors.Deferred
	begun   uint64
	// base is above every number of the incarnations before, so that no answer to them is taken for
	// one to this.
	base      uint64
	requested uint64 // newest number that the model was asked for
}

type waiting struct {
	request messages.TaskRequest
	goal    *messages.GoalRequest // instead of request
	answer  *actors.Deferred
}

// Configure makes the law. Errors of the options are *messages.OptionError, joined.
func (a *Actor) Configure(s *actors.Setup) (err error) {
	if a.world, err = actors.Resource[*worlds.World](s); err != nil {
		return err
	}
	if a.group, err = a.world.Group(a.JointGroup); err != nil {
		return messages.InOption("joint_group", err)
	}
	if a.law, err = New(a.world, a.group, s.Period(), &a.Options); err != nil {
		return err
	}
	a.in, a.out = a.law.NewInput(), a.law.NewOutput()
	for j := range a.world.NumJoints() {
		for range a.world.Slot(j).VelocityLength {
			a.joints = append(a.joints, j)
		}
	}
	a.waiting = make([]waiting, 0, a.Waiting)
	frames, n := len(a.ModelFrames), a.world.NumVelocities()
	s.Size(&a.Snapshot, perception.Sizes(a.world))
	model := actors.Sizes{"positions": a.world.NumPositions(), "velocities": n}
	if a.Source == "actor" { // a model actor with other frames, or without dynamics, is refused
		model["frames"], model["jacobians"], model["mass_matrix"], model["dynamics"] = frames, 6*n*frames, n*n, n
	}
	s.Size(&a.Model, model)
	s.Size(&a.Signals, actors.Sizes{"signals": len(a.Options.Signals)})
	s.Size(&a.Wrenches, actors.Sizes{"signals": wrenchNumbers * len(a.ForceSensors)})
	s.Size(&a.Command, actors.Sizes{"joints": a.group.NumJoints(), "positions": a.group.NumPositions(), "velocities": a.group.NumVelocities()})
	s.Size(&a.Request, actors.Sizes{"frames": frames})
	s.Size(&a.Status, actors.Sizes{"tasks": len(a.Tasks)})
	slot := a.configureTargets(s)
	s.Size(&a.Target, actors.Sizes{"joints": 1, "positions": slot.PositionLength, "velocities": slot.VelocityLength})
	s.Size(&a.Posture, a.law.postured.sizes)
	s.Size(&a.State, actors.Sizes{"positions": slot.PositionLength, "velocities": slot.VelocityLength})
	s.Size(&a.Pursued, actors.Sizes{"goals": len(a.Tasks)})
	values := 0
	for i := range a.Tasks {
		values = max(values, a.law.numbersOf(i))
	}
	s.Size(&a.Goals, actors.Sizes{"points": 1, "values": values})
	a.wire(s)
	return nil
}

// wire declares which inputs the options need.
func (a *Actor) wire(s *actors.Setup) {
	if a.Source == "actor" {
		s.Require(&a.Model, "option model is actor, not own")
	}
	if a.Follow == "" {
		s.Exclude(&a.Reference, "option follow names no task")
	} else {
		s.Require(&a.Reference, fmt.Sprintf("option follow names task %q", a.Follow))
	}
	if a.FollowPosture == "" {
		s.Exclude(&a.Posture, "option follow_posture names no task")
	} else {
		s.Require(&a.Posture, fmt.Sprintf("option follow_posture names task %q", a.FollowPosture))
	}
	if a.Options.Target.Joint == "" {
		s.Exclude(&a.Target, "option target names no joint")
	} else {
		s.Require(&a.Target, fmt.Sprintf("option target names joint %q", a.Options.Target.Joint))
	}
	if len(a.ForceSensors) == 0 {
		s.Exclude(&a.Wrenches, "option force_sensors names no bodies")
	} else {
		s.Require(&a.Wrenches, "option force_sensors names bodies; what a plant senses is linked as inputs: {wrenches: plant/robot.feet}")
	}
}

// Start emits an event that lists the states of the behaviour without a transition out.
func (a *Actor) Start(c *actors.Context) error {
	a.law.fed = a.Signals.Linked()
	a.base = uint64(c.Incarnation()) << 32
	a.law.goals.world = c.World()
	a.law.goals.ledger.Begin(c.Incarnation())
	if ends := a.law.machine.DeadEnds(); len(ends) > 0 && a.law.machine.States() > 1 {
		c.Emit(messages.Event{Kind: messages.EventNote, Text: fmt.Sprintf("nothing leads out of the states %v", ends)})
	}
	return nil
}

// Receive takes requests of users; the tick answers them.
func (a *Actor) Receive(c *actors.Context, message any) error {
	next := waiting{}
	switch r := message.(type) {
	case messages.TaskRequest:
		next.request = r
	case messages.GoalRequest:
		next.goal = &r
	default:
		return nil
	}
	room := cap(a.waiting)
	if a.asked != nil { // is kept, too, and no more are kept than fit into a queue
		room = min(room, actors.DefaultQueue-1)
	}
	if len(a.waiting) >= room {
		full := refused(messages.TaskTryAgain, "%d requests wait already", len(a.waiting))
		if next.goal != nil {
			c.Reply(messages.GoalReply{Result: full.Result, Text: full.Text})
		} else {
			c.Reply(full)
		}
		return nil
	}
	next.answer = c.Defer()
	a.waiting = append(a.waiting, next)
	return nil
}

// Tick answers some requests and commands the joints.
func (a *Actor) Tick(t *actors.Tick) error {
	a.law.goals.now = t.Now
	a.law.release(a.in)
	a.answer(t)
	if a.Goals.Linked() && a.Goals.Changed() {
		if command, stamp, ok := a.Goals.Latest(); ok {
			a.law.takeGoal(command, stamp.Sequence, a.in)
		}
	}
	a.note(t)
	s, err := a.world.Whole(a.Snapshot.Fresh(t))
	if errors.Is(err, actors.ErrNoValue) {
		return nil
	}
	if err != nil {
		return err
	}
	a.read(t, s)
	if err := a.law.Step(a.in, a.out); err != nil {
		return err
	}
	a.report(t)
	a.note(t)
	if err := a.publishTargets(t); err != nil {
		return err
	}
	a.law.goals.ledger.Fill(a.Pursued.Loan())
	if err := a.Pursued.Publish(t); err != nil {
		return err
	}
	if err := a.ask(t); err != nil {
		return err
	}
	if a.out.Commanded {
		if err := a.command(t, s); err != nil {
			return err
		}
	}
	status := a.Status.Loan()
	errors, speeds := status.Error, status.Speed
	copy(errors, a.out.Status.Error)
	copy(speeds, a.out.Status.Speed)
	*status = a.out.Status
	status.Error, status.Speed = errors, speeds
	return a.Status.Publish(t)
}

// note emits what happened to goals, and where directions became singular.
func (a *Actor) note(t *actors.Tick) {
	for _, text := range a.law.takeNotes() {
		t.Emit(messages.Event{Kind: messages.EventNote, Text: text})
	}
}

// GoalTasks lists the tasks for which the controller answers a messages.GoalRequest.
func (a *Actor) GoalTasks() (names []string) {
	for i := range a.Tasks {
		names = append(names, a.Tasks[i].Name)
	}
	return names
}

// GoalParts lists what goals may have beside joints, whatever the kind of their task.
func (a *Actor) GoalParts() []string { return goalParts }

// answer answers at most Options.Requests requests. The others wait for the next ticks.
func (a *Actor) answer(t *actors.Tick) {
	n := min(len(a.waiting), a.Requests)
	for i := range n {
		w := &a.waiting[i]
		if w.goal != nil {
			w.answer.Reply(a.law.Goal(w.goal, a.in))
			continue
		}
		reply, pending := a.law.Answer(&w.request, a.in)
		if pending != 0 {
			a.asked, a.begun = w.answer, pending
			continue
		}
		if reply.Result == messages.TaskSuccess && reply.Text != "" {
			t.Emit(messages.Event{Kind: messages.EventNote, Text: "request: " + reply.Text})
		}
		w.answer.Reply(reply)
	}
	copy(a.waiting, a.waiting[n:])
	clear(a.waiting[len(a.waiting)-n:])
	a.waiting = a.waiting[:len(a.waiting)-n]
}

// read fills the law's input.
func (a *Actor) read(t *actors.Tick, s *messages.Snapshot) {
	in := a.in
	in.StepS = math.Min(t.Step.Seconds(), 1)
	copy(in.Position, s.Position)
	copy(in.Velocity, s.Velocity)
	copy(in.Effort, s.Effort)
	for i, joint := range a.joints {
		in.Valid[i] = s.Valid[joint]
		in.Passes[i], in.Mode[i] = s.Valid[joint] && s.Mode[joint].Passes(), s.Mode[joint]
		if !in.Valid[i] {
			in.Velocity[i], in.Effort[i] = 0, 0
		}
	}
	if a.Signals.Linked() {
		v, err := a.Signals.Fresh(t)
		for i := range in.Signals {
			if in.Signals[i] = math.NaN(); err == nil && i < len(v.Value) {
				in.Signals[i] = v.Value[i]
			}
		}
	}
	in.Wrenches = nil
	if w, err := a.Wrenches.Fresh(t); a.Wrenches.Linked() && err == nil {
		in.Wrenches = w.Value
	}
	in.Reference = nil
	if r, err := a.Reference.Fresh(t); a.Reference.Linked() && err == nil {
		in.Reference = r
	}
	in.Posture = nil
	if p, err := a.Posture.Fresh(t); a.Posture.Linked() && err == nil {
		in.Posture = p
	}
	a.readTargets(t)
	a.readModel(t)
}

// readModel takes the newest model: one value, which no other one replaces before the next tick.
func (a *Actor) readModel(t *actors.Tick) {
	in := a.in
	in.Model, in.ModelSequence, in.ModelAge, in.Prepared = nil, 0, 0, 0
	if a.Source != "actor" {
		return
	}
	m, stamp, ok := a.Model.Latest()
	if !ok {
		return
	}
	in.Model, in.ModelSequence, in.ModelAge = m, stamp.Sequence, t.Now.Sub(m.SnapshotTime)
	switch {
	case !a.Request.Linked():
		in.Prepared = math.MaxUint64
	case m.Request > a.base:
		in.Prepared = m.Request - a.base
	}
}

// ask sends the model actor the required frames when they change, and again while
// something is waited for: a link may lose a value.
func (a *Actor) ask(t *actors.Tick) error {
	if a.Source != "actor" || !a.Request.Linked() {
		return nil
	}
	l := a.law
	number := a.base + l.status.Requests
	frames := a.Request.Loan()
	changed := a.requested != number || l.status.Pending.Request != 0 || l.phase != messages.TaskRunning
	active, next := l.sets[l.machine.SetOf(l.status.State)], (*set)(nil)
	if l.status.Pending.Request != 0 {
		next = l.sets[l.machine.SetOf(l.status.Pending.Target)]
	}
	for i := range frames.Frames {
		needed := active.frames[i] || next != nil && next.frames[i]
		changed = changed || frames.Frames[i] != needed
		frames.Frames[i] = needed
	}
	if !changed {
		return nil
	}
	a.requested, frames.ID = number, number
	return a.Request.Publish(t)
}

// command sends what the law decided. A joint whose state is unknown is not commanded.
func (a *Actor) command(t *actors.Tick, s *messages.Snapshot) error {
	c := a.Command.Loan()
	k := 0
	for i := range a.group.NumJoints() {
		joint := a.group.WorldJoint(i)
		slot := a.world.Slot(joint)
		switch {
		case !s.Valid[joint]:
			c.Control[i] = messages.ControlNone
		case a.law.velocities || a.law.virtual[slot.Velocity]:
			c.Control[i] = messages.ControlVelocity
		default:
			c.Control[i] = messages.ControlEffort
		}
		copy(c.Effort[k:k+slot.VelocityLength], a.out.Effort[slot.Velocity:])
		copy(c.Velocity[k:k+slot.VelocityLength], a.out.Velocity[slot.Velocity:])
		k += slot.VelocityLength
	}
	return a.Command.Publish(t)
}

// report emits the events of the tick, and answers the request whose transition is over.
func (a *Actor) report(t *actors.Tick) {
	l, o := a.law, &a.out.outcome
	if a.out.Entered {
		text := "law: " + l.phase.String()
		if a.out.Why != nil {
			text += ", because " + a.out.Why.Error()
		}
		t.Emit(messages.Event{Kind: messages.EventNote, Text: text})
	}
	if !o.Completed && !o.GivenUp {
		return
	}
	reply := l.over(o)
	if o.Completed {
		reply.Text += fmt.Sprintf(", task set %q, transition %d", l.sets[l.machine.SetOf(o.To)].name, o.Request)
	}
	t.Emit(messages.Event{Kind: messages.EventNote, Text: "behavior: " + reply.Text})
	for _, err := range messages.Each(a.out.Omitted) {
		t.Emit(messages.Event{Kind: messages.EventNote, Text: "behavior: " + err.Error()})
	}
	if a.asked != nil && a.begun == o.Request {
		a.asked.Reply(reply)
		a.asked = nil
	}
}

// Outputs returns the outputs of the actor's law.
func (a *Actor) Outputs() (commanded, own, limit []float64) { return a.law.Outputs() }

// SaveState implements actors.StateSaver: every variable is saved.
func (a *Actor) SaveState(w *actors.StateWriter) error { return w.Save(a) }

// LoadState implements actors.StateSaver.
func (a *Actor) LoadState(r *actors.StateReader) error { return r.Load(a) }
