package invariant

import (
	"fmt"
	"math"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/app"
)

// follower is a joint of a world that mimics another one. Its relation is read from the description
// of the joints, a chain of them multiplied out.
type follower struct {
	joint, leader      int // in the world; the leader mimics none
	multiplier, offset float64
	place              *place // of its true position, nil without one
}

// newFollowers finds the joints of a world that mimic others.
func (w *Watch) newFollowers(m *world) {
	for i := range m.joints {
		if m.Model.Joint(i).Mimic == nil {
			continue
		}
		f := follower{joint: i, leader: i, multiplier: 1}
		for r := m.Model.Joint(i).Mimic; r != nil; r = m.Model.Joint(f.leader).Mimic {
			f.offset += f.multiplier * r.Offset
			f.multiplier *= r.Multiplier
			f.leader, _ = m.Model.JointIndex(r.Joint) // a built world has it
		}
		if leads := m.joints[f.leader].place; leads != nil {
			if f.place = w.placeOf(m.joints[i].name, m.joints[i].at.Type); f.place != nil {
				f.place.reads = math.Abs(f.multiplier)*leads.reads + exactEncoder
			}
		}
		m.followers = append(m.followers, f)
	}
}

// followers checks the joints of a snapshot that mimic others, against their leaders: V42, and
// against the truth: V27.
func (w *Watch) followers(m *world, now messages.Instant, s *messages.Snapshot) {
	for k := range m.followers {
		f := &m.followers[k]
		i, j, l := f.joint, &m.joints[f.joint], &m.joints[f.leader]
		q, led := s.Position[j.at.Position], f.multiplier*s.Position[l.at.Position]+f.offset
		v, turns := s.Velocity[j.at.Velocity], f.multiplier*s.Velocity[l.at.Velocity]
		switch {
		case s.Valid[i] != s.Valid[f.leader]:
			w.unlike(m, j, fmt.Sprintf("it is marked valid: %v, and joint %s, which it mimics: %v", s.Valid[i], l.name, s.Valid[f.leader]))
		case s.Mode[i] != s.Mode[f.leader]:
			w.unlike(m, j, fmt.Sprintf("it is in %s, and joint %s, which it mimics, in %s", s.Mode[i], l.name, s.Mode[f.leader]))
		case s.Time[i] != s.Time[f.leader]:
			w.unlike(m, j, fmt.Sprintf("its state is stamped %s, and that of joint %s, which it mimics, %s", s.Time[i], l.name, s.Time[f.leader]))
		case !same(q, led):
			w.unlike(m, j, fmt.Sprintf("its position is %.6f %s; joint %s, which it mimics, puts it at %.6f", q, j.unit, l.name, led))
		case !same(v, turns):
			w.unlike(m, j, fmt.Sprintf("its velocity is %.6f %s/s; joint %s, which it mimics, gives it %.6f", v, j.unit, l.name, turns))
		case f.place != nil && l.place != nil && s.Valid[i]:
			w.placed(m, l, j, f.place, now, s.Time[i], q)
		}
	}
}

func (w *Watch) unlike(m *world, j *joint, text string) {
	w.violate("V42", m.Name+"/"+app.PerceptionActor, j.name, text)
}

// same reports whether two numbers differ by rounding only.
func same(a, b float64) bool { return math.Abs(a-b) <= 1e-12*(1+math.Abs(b)) }
