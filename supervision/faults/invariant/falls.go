package invariant

import (
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/hardware/sim"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/faults"
	"github.com/robo-actors/robo-actors/worlds/app"
)

// falls is the record of how a robot with a balancer leans.
type falls struct {
	truth  string // output of the plant that has the pose of the base; empty without one
	known  bool
	tilt   float64          // rad, between the vertical axis of the base and that of the world
	moves  bool             // the base does
	upside messages.Instant // when the tilt was last within the balancer's bound
	steady messages.Instant // since when the robot runs and stands upright; zero if it does not
	proven bool             // it has done so for long, and nothing but the agent has failed since

	agents  []string         // actors that serve the agent only
	foreign int              // active faults of other parts than the agent
	spoilt  bool             // one of them leaves something stopped, lost or wrong
	calm    messages.Instant // when the newest of them began or ended
}

// recovers is how long after a fault of another part than the agent a robot may still fall by it.
const recovers = 2 * time.Second

// newFalls finds the output with the true pose of the body whose balance counts, and the part of
// the application that is the agent.
func (w *Watch) newFalls(m *world, l *lease) {
	if l.balancer == nil {
		return
	}
	for _, p := range w.plants {
		if o, is := made(p).(*sim.PlantOptions); is && o.Truth != "" {
			l.falls.truth = p.Path + ".truth"
		}
	}
	l.falls.agents = servesOnly(m.World, ownerOf(l.request.from))
}

// servesOnly lists an actor and those whose outputs reach no other actor than the listed ones.
func servesOnly(m *app.World, actor string) []string {
	all := []string{actor}
	for grew := true; grew; {
		grew = false
		for i := range m.Actors {
			path := m.Actors[i].Path
			if slices.Contains(all, path) {
				continue
			}
			readers := readersOf(m, path)
			if len(readers) > 0 && !slices.ContainsFunc(readers, func(r string) bool { return !slices.Contains(all, r) }) {
				all, grew = append(all, path), true
			}
		}
	}
	return all
}

// readersOf lists the actors of a world that read an output of an actor.
func readersOf(m *app.World, actor string) (readers []string) {
	for i := range m.Actors {
		for _, in := range m.Actors[i].Inputs {
			if ownerOf(in.From) == actor {
				readers = append(readers, m.Actors[i].Path)
			}
		}
	}
	return readers
}

// silences reports whether a fault only makes the agent fall silent: it ends the actors that serve
// the agent, or what they send to the spine. Other faults let an agent command what it likes.
func (l *lease) silences(source string, f *actors.Fault) bool {
	switch f.Kind {
	case actors.FaultPanic, actors.FaultConstructorPanic, actors.FaultError, actors.FaultStopActor, actors.FaultCrashLoop, actors.FaultSuspend, actors.FaultAgentSilent:
		return slices.Contains(l.falls.agents, source)
	case actors.FaultDrop, actors.FaultPartition, actors.FaultHalfOpen:
		return f.Probability == 0 && source == l.request.from+"->"+l.request.to
	}
	return false
}

// leasesStruck records a fault that begins or ends.
func (w *Watch) leasesStruck(e messages.Event, f *actors.Fault, known bool) {
	for _, m := range w.worlds {
		for _, l := range m.leases {
			l.struck(e, f, known)
		}
	}
}

// struck records a fault that begins or ends.
func (l *lease) struck(e messages.Event, f *actors.Fault, known bool) {
	if known && l.silences(e.Source, f) {
		return
	}
	kind, _ := faults.KindOf(string(f.Kind))
	s := &l.falls
	s.calm, s.spoilt = e.Time, s.spoilt || !known || !kind.Heals
	switch {
	case e.Kind == messages.EventFaultEnded:
		s.foreign = max(s.foreign-1, 0)
	case f.Duration > 0 || kind.Lasts == faults.UntilEnd:
		s.foreign++
	}
}

// leans records the true pose of the base.
func (l *lease) leans(v *messages.BodyState) {
	q := v.Pose.Orientation
	up := 1 - 2*(q[1]*q[1]+q[2]*q[2]) // the vertical part of the vertical axis
	l.falls.tilt, l.falls.known = math.Acos(max(-1, min(1, up))), true
	l.falls.moves = norm(v.Twist.Linear) > restSpeed || norm(v.Twist.Angular) > restSpeed
}

func norm(v [3]float64) float64 { return math.Sqrt(v[0]*v[0] + v[1]*v[1] + v[2]*v[2]) }

// dragged reports whether a drive without stiffness is on a base that moves, as one that falls: it
// opposes the motion, and comes to rest with the base.
func (w *Watch) dragged(t *truth) bool {
	for _, m := range w.worlds {
		for _, l := range m.leases {
			if t.model.Yields && l.falls.moves {
				return true
			}
		}
	}
	return false
}

// staysUp checks that a robot keeps its balance whatever its agent does, unless something else
// fails, and that it no longer drives its wheels once it has fallen and the lease is over: V26.
func (w *Watch) staysUp(m *world, l *lease, now messages.Instant) {
	s := &l.falls
	if !s.known {
		return
	}
	runs := true
	for _, i := range m.controllers[l.controller].joints {
		runs = runs && (m.joints[i].truth == nil || m.joints[i].truth.Mode.Passes())
	}
	quiet := s.foreign == 0 && len(m.reports) == 0 && !s.spoilt && now.Sub(s.calm) > recovers
	if s.tilt > l.balancer.fallPitch/2 || !runs || !quiet {
		s.steady = now
	}
	s.proven = runs && quiet && (s.proven || now.Sub(s.steady) > recovers)
	if s.tilt <= l.balancer.fallPitch {
		s.upside = now
		return
	}
	if s.proven {
		w.violate("V26", l.path, "", fmt.Sprintf("the base leans by %.2f rad, beyond the %.2f rad up to which its balancer balances, though every drive runs and nothing but the agent has failed for %v",
			s.tilt, l.balancer.fallPitch, recovers))
		return
	}
	w.damped(m, l, now)
}

// damped checks that no drive of a fallen robot without an agent is driven.
func (w *Watch) damped(m *world, l *lease, now messages.Instant) {
	if l.mildest(l.silence(now)) == obey {
		return
	}
	since := max(l.falls.upside, l.alive.Add(l.silentAfter))
	for _, i := range m.controllers[l.controller].joints {
		j := &m.joints[i]
		t := j.truth
		if t == nil || !t.Mode.Passes() || now < t.exempt || t.TargetVelocity == 0 && t.TargetEffort == 0 {
			continue
		}
		b := &m.buses[j.bus]
		within := 2*l.slack() + b.MaxAge + 3*max(b.Period, m.Period) + 2*w.period() + j.slowsWithin()
		rearmed := now.Sub(t.began) > max(within, rearmEffort) // before, the gate takes back the effort that it handed over
		if now.Sub(since) > within && rearmed && l.falls.foreign == 0 && len(m.reports) == 0 && now.Sub(l.falls.calm) > within && !w.upset(m, l, b, within, now) {
			w.violate("V26", b.Path, j.name, fmt.Sprintf("the base leans by %.2f rad, and the agent is silent, but in %s the drive follows a velocity of %g %s/s and an effort of %g; expected it to be damped",
				l.falls.tilt, t.Mode, t.TargetVelocity, j.unit, t.TargetEffort))
		}
	}
}

// slowsWithin is how long a gate may take to slow down a joint from its greatest velocity.
func (j *joint) slowsWithin() time.Duration {
	l := &j.limits[0]
	if s := l.Velocity / l.Acceleration; s > 0 && !math.IsInf(s, 1) {
		return time.Duration(s * float64(time.Second))
	}
	return 0
}
