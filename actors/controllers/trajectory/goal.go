package trajectory

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/robo-actors/robo-actors/actors/controllers/internal/ledger"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
)

// taskName is the one task of the controller.
const taskName = "trajectory"

// longestS is the longest way without times, s.
const longestS = 3600

// GoalTasks lists the tasks for which the controller answers a messages.GoalRequest.
func (a *Actor) GoalTasks() []string { return []string{taskName} }

// scene is where and when a goal arrives, and how to report on it.
type scene struct {
	world string
	now   messages.Instant
	note  func(text string)
}

// answer answers a request.
func (a *Actor) answer(c *scene, r *messages.GoalRequest) messages.GoalReply {
	switch r.Verb {
	case messages.GoalShow:
		return a.goals.Show(r)
	case messages.GoalCancel:
		return a.cancel(c, r)
	case messages.GoalSend:
		points, refusal := a.resolve(&r.Goal)
		if refusal == nil {
			refusal = a.pursue(c, points, r.Goal.Tolerance, 0)
		}
		if refusal != nil {
			return *refusal
		}
		reply := a.goals.Show(&messages.GoalRequest{ID: a.goals.ID(0)})
		reply.Text = fmt.Sprintf("goal %s of task %q is accepted", a.goals.ID(0), taskName)
		return reply
	}
	return messages.GoalReply{Result: messages.TaskUnknownVerb, Text: fmt.Sprintf("verb %q; known verbs are %s, %s and %s", r.Verb, messages.GoalSend, messages.GoalCancel, messages.GoalShow)}
}

// cancel gives up the active goal: the joints come to rest on their path.
func (a *Actor) cancel(c *scene, r *messages.GoalRequest) messages.GoalReply {
	if _, refusal := a.goals.Canceled(r); refusal != nil {
		return *refusal
	}
	a.follower.Cancel()
	a.told = true
	g := a.goals.End(0, messages.GoalCanceled, messages.GoalNoReason, "", c.now)
	c.note(ledger.Sentence(g))
	return messages.GoalReply{Text: fmt.Sprintf("goal %s is canceled; the joints come to rest within %v", g.ID, a.SlowDown), Goals: []messages.GoalInfo{*g}}
}

// unpack makes way points of a command.
func (a *Actor) unpack(m *messages.GoalCommand) ([]JointPoint, *messages.GoalReply) {
	n, points := len(a.joints), int(m.Points)
	if m.Task != 0 || points < 1 || points > len(m.TimeS) || points*n > len(m.Value) {
		return nil, refuse(messages.TaskInvalidDimension, "task %d with %d points; expected task 0 with 1 to %d points", m.Task, points, len(m.TimeS))
	}
	list := make([]JointPoint, points)
	for k := range list {
		list[k] = JointPoint{TimeS: m.TimeS[k], Position: slices.Clone(m.Value[k*n : (k+1)*n])}
	}
	if points > 1 || m.TimeS[0] != 0 {
		before := 0.0
		for k, p := range list {
			if k == 0 && p.TimeS == 0 {
				continue
			}
			if !(p.TimeS > before && p.TimeS <= longestS) {
				return nil, refuse(messages.TaskInvalidData, "time %d is %g s; expected more than %g s, and at most %d s", k, p.TimeS, before, longestS)
			}
			before = p.TimeS
		}
	}
	return list, nil
}

// resolve makes way points of a goal. A goal without times has one, at no time. Joints that the
// goal does not name keep their own goal.
func (a *Actor) resolve(g *messages.Goal) ([]JointPoint, *messages.GoalReply) {
	if _, refusal := a.goals.Find(g.Task); refusal != nil {
		return nil, refusal
	}
	if err := g.Check(); err != nil {
		return nil, refuse(messages.TaskInvalidData, "%v", err)
	}
	list := make([]JointPoint, max(len(g.Times), 1))
	for k := range list {
		list[k].Position = a.destination()
	}
	for k, t := range ledger.Seconds(g.Times) {
		list[k].TimeS = t
	}
	for _, v := range g.Values {
		i := slices.Index(a.names, v.Name)
		if i < 0 {
			r := refuse(messages.TaskUnknownParameter, "joint %q; joints of group %q are %s", v.Name, a.JointGroup, strings.Join(a.names, ", "))
			r.Unknown, r.Known = v.Name, slices.Clone(a.names)
			return nil, r
		}
		if len(v.Numbers) != len(list) {
			return nil, refuse(messages.TaskInvalidDimension, "joint %q has %d positions; expected %d, one for each time", v.Name, len(v.Numbers), len(list))
		}
		for k, q := range v.Numbers {
			list[k].Position[i] = q
		}
	}
	return list, nil
}

// destination is where the joints go now: to the end of an active goal, or to where they come to
// rest.
func (a *Actor) destination() []float64 {
	if a.goals.Active(0) {
		return slices.Clone(a.end)
	}
	p := a.present()
	for i, v := range p.Velocity {
		p.Position[i] = a.inLimits(i, p.Position[i]+v*a.SlowDown.Seconds()/2)
	}
	return p.Position
}

func (a *Actor) inLimits(i int, q float64) float64 {
	return math.Min(math.Max(q, a.limits.PositionMin[i]), a.limits.PositionMax[i])
}

// present is the state that was commanded last, from which a new trajectory goes on.
func (a *Actor) present() JointPoint {
	n := len(a.joints)
	p := JointPoint{Position: make([]float64, n), Velocity: make([]float64, n)}
	if a.Interpolation != "cubic" {
		p.Acceleration = make([]float64, n)
	}
	for i := range a.joints {
		x := &a.joints[i]
		p.Position[i] = x.held
		if a.follower == nil || !x.joined {
			continue
		}
		offset, rate := x.rejoin.Offset()
		p.Position[i], p.Velocity[i] = a.sample.Position[i]+offset, a.sample.Velocity[i]+rate
		if limit := a.limits.AccelerationMax[i]; p.Acceleration != nil {
			p.Acceleration[i] = math.Min(math.Max(a.sample.Acceleration[i], -limit), limit)
		}
	}
	return p
}

// pursue replaces the present trajectory by one through the points, from the state that was
// commanded last. Nothing changes where it is rejected.
func (a *Actor) pursue(c *scene, points []JointPoint, tolerance float64, command uint64) *messages.GoalReply {
	if stopped := a.stoppedJoints(); len(stopped) > 0 {
		r := ledger.Stopped(c.world, stopped)
		return &r
	}
	for _, p := range points {
		for i, q := range p.Position {
			if low, high := a.limits.PositionMin[i], a.limits.PositionMax[i]; !(q >= low && q <= high) {
				return refuse(messages.TaskOutOfRange, "position %g of joint %q; expected %g to %g %s, its limits", q, a.names[i], low, high, worlds.UnitOf(a.joints[i].slot.Type, messages.ControlPosition))
			}
		}
	}
	path, err := a.replan(points)
	if err != nil {
		result := messages.TaskInvalidData
		if errors.Is(err, ErrLimits) {
			result = messages.TaskOutOfRange
		}
		return refuse(result, "%v", err)
	}
	tolerances := a.tolerances()
	for i := range tolerances.Goal {
		if tolerance > 0 {
			tolerances.Goal[i] = tolerance
		}
	}
	follower, err := NewJointFollower(path, tolerances)
	if err != nil {
		return refuse(messages.TaskInvalidData, "%v", err)
	}
	begin := path.NewSample()
	path.Sample(path.StartS(), begin)
	if err := follower.Start(begin.Position); err != nil {
		return refuse(messages.TaskInvalidData, "%v", err)
	}
	a.sample, a.follower, a.told, a.left, a.stopped = *begin, follower, false, false, ""
	copy(a.end, points[len(points)-1].Position)
	for i := range a.joints {
		a.joints[i].rejoin, a.joints[i].joined = Rejoin{}, true
	}
	accepted, preempted := a.goals.Accept(0, command, c.now)
	if preempted != nil {
		c.note(ledger.Sentence(preempted))
	}
	c.note(fmt.Sprintf("goal %s of task %q accepted: %.4g s", accepted.ID, taskName, path.EndS()))
	return nil
}

// stoppedJoints lists the joints that take no commands.
func (a *Actor) stoppedJoints() (stopped []messages.StoppedJoint) {
	for i := range a.joints {
		if x := &a.joints[i]; !x.runs {
			stopped = append(stopped, messages.StoppedJoint{Joint: a.names[i], Known: x.valid, Mode: x.mode})
		}
	}
	return stopped
}

// replan makes the trajectory from the present state. A single point at no time is reached in about
// the shortest time that the limits allow.
func (a *Actor) replan(points []JointPoint) (path *Joint, err error) {
	kind := Quintic
	if a.Interpolation == "cubic" {
		kind = Cubic
	}
	present := a.present()
	if len(points) > 1 && points[0].TimeS == 0 {
		if points, err = a.fadeIn(present.Position, points[0].Position, points[1:]); err != nil {
			return nil, err
		}
	}
	all := append([]JointPoint{present}, points...)
	last := &all[len(all)-1]
	if last.TimeS != 0 {
		return NewJoint(a.names, all, kind, &a.limits)
	}
	for last.TimeS = a.leastS(&all[0], last.Position); last.TimeS <= longestS; last.TimeS *= 1.05 {
		if path, err = NewJoint(a.names, all, kind, &a.limits); err == nil {
			break
		}
	}
	return path, err
}

// fadeIn returns the way points of a trajectory that was planned from one place and begins at
// another, as a planner that uses measured positions plans it: the difference fades out as that of
// a rejoin does.
func (a *Actor) fadeIn(from, planned []float64, points []JointPoint) ([]JointPoint, error) {
	faded := make([]JointPoint, len(points))
	for k, p := range points {
		faded[k] = JointPoint{TimeS: p.TimeS, Position: slices.Clone(p.Position)}
	}
	for i, at := range from {
		off := at - planned[i]
		if math.Abs(off) > a.PathTolerance {
			return nil, fmt.Errorf("%w: joint %q is commanded to be at %g, and the way points begin at %g; expected a distance of at most %g, the path tolerance",
				ErrStart, a.names[i], at, planned[i], a.PathTolerance)
		}
		var r Rejoin
		r.Begin(off, a.Rejoin.Seconds(), a.limits.VelocityMax[i], a.limits.AccelerationMax[i])
		r.durationS = math.Min(r.durationS, points[len(points)-1].TimeS)
		for k := range faded {
			r.elapsedS = math.Min(faded[k].TimeS, r.durationS)
			left, _ := r.Offset()
			faded[k].Position[i] += left
		}
	}
	return faded, nil
}

// leastS is a time in which no joint can go the way from rest to rest any faster, at least 0.1 s.
func (a *Actor) leastS(from *JointPoint, to []float64) float64 {
	least := 0.1
	for i, q := range to {
		way := math.Abs(q - from.Position[i])
		least = math.Max(least, math.Max(quinticVelocityMax*way/a.limits.VelocityMax[i], math.Sqrt(quinticAccelerationMax*way/a.limits.AccelerationMax[i])))
	}
	return least
}

// outcome is how the trajectory ended.
func (a *Actor) outcome() (messages.GoalState, messages.GoalReason, string) {
	err, reason := a.follower.Err(), messages.GoalJointStopped
	if err == nil {
		return messages.GoalSucceeded, messages.GoalNoReason, ""
	}
	switch a.follower.Status() {
	case PathToleranceFailed:
		reason = messages.GoalOffPath
	case GoalToleranceFailed:
		reason = messages.GoalMissed
	}
	text := err.Error()
	if a.FeedForward == feedNothing && a.follower.OffPosition() { // springs of position loops give way
		text += fmt.Sprintf("; where the drive gives way under the joint's weight, feed_forward: %s carries it", feedGravity)
	}
	if a.stopped != "" {
		text = a.stopped
	}
	return messages.GoalAborted, reason, text
}

// advance notes how far the goal is.
func (a *Actor) advance() {
	if a.follower == nil {
		return
	}
	remaining, joint := 0.0, 0
	for i := range a.joints {
		if off := math.Abs(a.end[i] - a.joints[i].measured); off > remaining || math.IsNaN(off) {
			remaining, joint = off, i
		}
	}
	unit := worlds.UnitOf(a.joints[joint].slot.Type, messages.ControlPosition)
	a.goals.ProgressOf(0, a.follower.Progress().TimeS/a.follower.endS, remaining, a.names[joint], unit)
}

// unit is the unit of the distance to a goal.
func (a *Actor) unit() string {
	var units []string
	for i := range a.joints {
		if u := worlds.UnitOf(a.joints[i].slot.Type, messages.ControlPosition); !slices.Contains(units, u) {
			units = append(units, u)
		}
	}
	return strings.Join(units, "|")
}

func refuse(result messages.TaskResult, format string, arguments ...any) *messages.GoalReply {
	return &messages.GoalReply{Result: result, Text: fmt.Sprintf(format, arguments...)}
}
