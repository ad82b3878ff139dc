package invariant

import (
	"fmt"
	"time"

	"github.com/robo-actors/robo-actors/messages"
)

// setPoint is the set-point of one drive in a command.
type setPoint struct {
	control                    messages.ControlMode
	position, velocity, effort float64
}

// Sizes of the histories of a bus's commands: commands that may be under way and young enough to
// move a drive, and commands that arrived recently.
const (
	contentsKept = 64
	youngKept    = 16
)

// given holds the commands that a bus may have sent to its drives recently.
type given struct {
	drives   int
	contents []setPoint // of the newest commands of the gate, a ring by number
	numbers  [contentsKept]uint64
	young    [youngKept]inFlightValue // that arrived good and in time, a ring
	count    int
	newest   uint64           // number of the newest that was looked at
	unsure   messages.Instant // since anything may have arrived
	// stalled is how long no state of the robot arrived, beyond its period. What a drive took up
	// may have aged meanwhile.
	stalled time.Duration
	arms    []armed // the oldest first
}

// armed records the command from which on a gate uses an arm number for a drive.
type armed struct {
	number uint64
	drive  int
	arm    uint32
}

// arming records the arm number of a command for a drive.
func (g *given) arming(number uint64, drive int, arm uint32) {
	if now, _ := g.arm(number, drive); now != arm {
		g.arms = append(g.arms, armed{number, drive, arm})
	}
}

// arm returns the arm number of a command for a drive, and false if it is unknown.
func (g *given) arm(number uint64, drive int) (uint32, bool) {
	for i := len(g.arms) - 1; i >= 0; i-- {
		if a := &g.arms[i]; a.drive == drive && a.number <= number {
			return a.arm, number > 0
		}
	}
	return 0, false
}

func newGiven(drives int) given {
	return given{drives: drives, contents: make([]setPoint, contentsKept*drives)}
}

// note records the set-point of a drive in a command.
func (g *given) note(number uint64, drive int, s setPoint) {
	slot := number % contentsKept
	g.numbers[slot] = number
	g.contents[slot*uint64(g.drives)+uint64(drive)] = s
}

// take records the newest command that has arrived if it may move drives. It is called at each step
// of the robot.
func (g *given) take(b *bus, now messages.Instant, step time.Duration) {
	g.stalled = max(g.stalled-g.stalled/16, step)
	g.look(b, now, step)
}

// look records the newest command that has arrived. The bus passes commands on while the thread of
// the robot hangs: each of them may be the last one that its drives took up.
func (g *given) look(b *bus, now messages.Instant, step time.Duration) {
	l := b.command
	if l.unsure {
		g.unsure = now
	}
	a := &l.arrived
	if !l.any || a.stamp.Sequence == g.newest {
		return
	}
	g.newest = a.stamp.Sequence
	// It may have arrived right after the step before, and age while the robot's thread hangs.
	age := now.Sub(a.stamp.Time)
	if a.valid && a.good && (age <= b.MaxAge+b.Period || age-step <= b.MaxAge) {
		g.young[g.count%youngKept] = *a
		g.count++
	}
}

// has reports whether a command that is not too old has the set-point for a drive. It also returns
// true if a command was changed on its way or has left the ring.
func (g *given) has(b *bus, drive int, s setPoint, now messages.Instant) bool {
	for i := 1; i <= min(g.count, youngKept); i++ { // from the newest, which nearly always matches
		l := &g.young[(g.count-i)%youngKept]
		if now.Sub(l.stamp.Time) > b.MaxAge+3*b.Period+g.stalled || l.stamp.Time < b.begun {
			continue
		}
		slot := l.content % contentsKept
		if g.numbers[slot] != l.content || g.contents[slot*uint64(g.drives)+uint64(drive)] == s {
			return true
		}
	}
	return false
}

// doubt is how long the set-points of drives stay unknown after anything may have arrived.
const doubt = 200 * time.Millisecond

// followed checks that a drive takes up only set-points of good commands within their bound of age:
// V3.
func (w *Watch) followed(b *bus, j *joint, k int, now messages.Instant) {
	t, p := j.truth, &j.truth.before
	is := setPoint{t.Control, t.TargetPosition, t.TargetVelocity, t.TargetEffort}
	was := setPoint{p.Control, p.TargetPosition, p.TargetVelocity, p.TargetEffort}
	if is == was || !t.Mode.Passes() || now < t.exempt || b.given.unsure > 0 && now.Sub(b.given.unsure) < doubt {
		return
	}
	if !b.given.has(b, k, is, now) {
		w.violate("V3", b.Path, j.name, fmt.Sprintf("in %s the drive took up %s of position %g %s, velocity %g %s/s, effort %g, which no good command of the last %v contains", t.Mode, is.control, is.position, j.unit, is.velocity, j.unit, is.effort, b.MaxAge))
	}
}
