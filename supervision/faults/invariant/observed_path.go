package invariant

import (
	"fmt"
	"time"

	"github.com/robo-actors/robo-actors/actors/planners/gripperpath"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/app"
)

// halt is the record of an actor of the kind gripper_path: of whether all joints of its group run.
// Once one of them has been stopped for the time in which the reference comes to rest, it rests:
// V50.
type halt struct {
	*observer
	in     *world
	group  *worlds.JointGroup
	within time.Duration
	runs   messages.Instant // when all joints last ran as it sent
}

// newHalt returns nil where the joints of a path are not known.
func (w *Watch) newHalt(m *world, a *app.Actor, o *gripperpath.Options) estimator {
	group, err := m.Model.Group(o.JointGroup)
	if err != nil || a.Period <= 0 {
		return nil
	}
	// It decides once a period, by a snapshot that may be a period old.
	return &halt{observer: newObserver(m, a, "reference"), in: m, group: group, within: o.SlowDown + 3*max(a.Period, m.Period)}
}

// says checks a reference.
func (p *halt) says(w *Watch, stamp messages.Stamp, value any) {
	v, now, seen := value.(*messages.BodyReference), w.now(), &p.in.seen
	stopped := ""
	for i := range p.group.NumJoints() {
		if k := p.group.WorldJoint(i); k < len(seen.Mode) && (!seen.Valid[k] || !seen.Mode[k].Passes()) {
			stopped = p.in.joints[k].name
		}
	}
	late := w.delaying > 0 || w.delayedOnce && now.Sub(w.delayedAt) < delayLingers // it may have read an older snapshot
	if stopped == "" || late || stamp.Incarnation != p.life || !p.quiet(now) || p.runs == 0 {
		p.runs = now
		return
	}
	const rest = 1e-9 // m/s and rad/s
	if speed, turn := norm(v.Twist.Linear), norm(v.Twist.Angular); now.Sub(p.runs) > p.within && (speed > rest || turn > rest) {
		w.violate("V50", p.path, stopped, fmt.Sprintf("its reference moves at %.4g m/s and %.4g rad/s, though the joint has taken no commands since %s; expected it to rest within %v", speed, turn, p.runs, p.within))
	}
}
