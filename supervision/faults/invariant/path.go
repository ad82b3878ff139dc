package invariant

import (
	"fmt"
	"math"
	"time"

	"github.com/robo-actors/robo-actors/actors/controllers/trajectory"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/app"
)

// path is what a controller of kind joint_trajectory commands: V44.
type path struct {
	tolerance float64       // greatest distance of a joint, rad or m
	slows     time.Duration // time in which the path and the way back to it come to rest
	snapshot  *linkModel    // from perception
	last      messages.Stamp
	joints    []pathJoint // in the order of the commands
	strays    messages.Instant
}

// pathJoint is one joint of a path.
type pathJoint struct {
	runs     messages.Instant // since when it runs by the snapshot; zero while it does not
	measured float64          // position of the newest snapshot, rad or m
	named    bool             // by the newest command
	position float64          // of the newest command that named it, rad or m
	velocity float64          // of that command, rad/s or m/s
}

// newPath returns the record of a path, or nil for another kind of controller.
func (w *Watch) newPath(m *world, p *app.Actor, joints int) *path {
	a, is := p.Instance.(*trajectory.Actor)
	if !is {
		return nil
	}
	return &path{tolerance: a.PathTolerance, slows: a.SlowDown, joints: make([]pathJoint, joints),
		snapshot: w.modelOf(m.Name+"/"+app.PerceptionActor+".snapshot", p.Path+".snapshot")}
}

// sees takes the state of the joints that the controller reads.
func (c *controller) sees(m *world, now messages.Instant, s *messages.Snapshot) {
	if c.course == nil {
		return
	}
	for k, i := range c.joints {
		x := &c.course.joints[k]
		x.measured = s.Position[m.joints[i].at.Position]
		switch runs := s.Valid[i] && s.Mode[i].Passes(); {
		case !runs:
			x.runs = 0
		case x.runs == 0:
			x.runs = now
		}
	}
}

// follows checks a command of a path: V44. Where a joint does not run, the controller holds it
// where it is measured.
func (p *path) follows(w *Watch, m *world, c *controller, stamp messages.Stamp, v *messages.JointCommand) {
	now := stamp.Time
	dt := now.Sub(p.last.Time)
	next := stamp.Incarnation == p.last.Incarnation && stamp.Sequence == p.last.Sequence+1 && dt == c.period
	knows := 4 * (c.period + m.Period) // it has read by then that a joint runs
	calm := p.snapshot.calm(now, knows+p.slows) && !w.blocking.at(now)
	moves, strays := false, false
	for k, i := range c.joints {
		j, x := &m.joints[i], &p.joints[k]
		named, position, velocity := v.Control[k].Has(messages.ControlPosition), v.Position[j.cq], v.Velocity[j.cv]
		if runs := x.runs > 0 && now.Sub(x.runs) > knows; runs && calm && next && named && x.named {
			if step, most := math.Abs(position-x.position), j.limits[0].Velocity*dt.Seconds(); step > most*(1+1e-6)+1e-9 {
				w.violate("V44", c.path, j.name, fmt.Sprintf("its position goes from %g to %g within %v; expected at most %g", x.position, position, dt, most))
			}
			// A path and a way back accelerate within the limit each, and the pace of either changes.
			if step, most := math.Abs(velocity-x.velocity), 2*(j.limits[0].Acceleration+j.limits[0].Velocity/p.slows.Seconds())*dt.Seconds(); step > most*(1+1e-6)+1e-9 {
				w.violate("V44", c.path, j.name, fmt.Sprintf("its velocity goes from %g to %g within %v; expected a change of at most %g", x.velocity, velocity, dt, most))
			}
			strays = strays || j.apart(x.measured, position) > p.tolerance*(1+1e-6)
		}
		moves = moves || named && velocity != 0
		x.named, x.position, x.velocity = named, position, velocity
	}
	p.last = stamp
	p.gives(w, c, now, moves && strays)
}

// apart is the distance of two positions, rad or m. A continuous joint is the same after a turn.
func (j *joint) apart(a, b float64) float64 {
	if j.at.Type == worlds.Continuous {
		return math.Abs(math.Remainder(a-b, 2*math.Pi))
	}
	return math.Abs(a - b)
}

// gives checks that a path comes to rest once one of its joints is too far from it.
func (p *path) gives(w *Watch, c *controller, now messages.Instant, astray bool) {
	switch {
	case !astray:
		p.strays = 0
	case p.strays == 0:
		p.strays = now
	case now.Sub(p.strays) > p.slows+4*c.period:
		w.violate("V44", c.path, "", fmt.Sprintf("it moves on %v after one of its joints was further than %g from where it should be; expected it to rest after %v", now.Sub(p.strays), p.tolerance, p.slows))
	}
}
