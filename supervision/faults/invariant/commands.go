package invariant

import (
	"fmt"
	"time"

	"github.com/robo-actors/robo-actors/messages"
)

// setPoint is what a command says of one drive.
type setPoint struct {
	control                    messages.ControlMode
	position, velocity, effort float64
}

// Sizes of what is kept of the commands of a bus: those that may be on their way and young enough to move anything, and
// those that have arrived of late.
const (
	contentsKept = 64
	youngKept    = 16
)

// given has what a bus may have handed to its drives lately.
type given struct {
	drives   int
	contents []setPoint // of the newest commands of the gate, a ring by number
	numbers  [contentsKept]uint64
	young    [youngKept]inFlightValue // that arrived good and in time, a ring
	count    int
	newest   uint64           // number of the newest that was looked at
	unsure   messages.Instant // when anything may have arrived
	// stalled is how long nothing was told of the robot of late, beyond its period: what it took up may have become older.
	stalled time.Duration
	arms    []armed // the oldest first
}

// armed says from which command of a gate on a drive has an arm number.
type armed struct {
	number uint64
	drive  int
	arm    uint32
}

// arming notes the arm number that a command has for a drive; it changes seldom.
func (g *given) arming(number uint64, drive int, arm uint32) {
	if now, _ := g.arm(number, drive); now != arm {
		g.arms = append(g.arms, armed{number, drive, arm})
	}
}

// arm returns the arm number that a command has for a drive, and false where it is not known.
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

// note keeps what a command says of a drive.
func (g *given) note(number uint64, drive int, s setPoint) {
	slot := number % contentsKept
	g.numbers[slot] = number
	g.contents[slot*uint64(g.drives)+uint64(drive)] = s
}

// take looks whether the newest command that has arrived is one that may move drives.
func (g *given) take(b *bus, now messages.Instant, step time.Duration) {
	l := b.command
	g.stalled = max(g.stalled-g.stalled/16, step)
	if l.unsure {
		g.unsure = now
	}
	a := &l.arrived
	if !l.any || a.stamp.Sequence == g.newest {
		return
	}
	g.newest = a.stamp.Sequence
	if a.valid && a.good && now.Sub(a.stamp.Time) <= b.MaxAge+b.Period {
		g.young[g.count%youngKept] = *a
		g.count++
	}
}

// has reports whether a command that is not too old has that set-point for a drive. It knows no better where a command was
// changed on its way, or has left the ring.
func (g *given) has(b *bus, drive int, s setPoint, now messages.Instant) bool {
	for i := 1; i <= min(g.count, youngKept); i++ { // from the newest, which is it nearly always
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

// doubt is how long it stays unknown what drives follow, after anything may have arrived.
const doubt = 200 * time.Millisecond

// followed checks that a drive takes up only set-points of commands that are good, and not older than their bound: V3.
func (w *Watch) followed(b *bus, j *joint, k int, now messages.Instant) {
	t, p := j.truth, &j.truth.before
	is := setPoint{t.Control, t.TargetPosition, t.TargetVelocity, t.TargetEffort}
	was := setPoint{p.Control, p.TargetPosition, p.TargetVelocity, p.TargetEffort}
	if is == was || !t.Mode.Passes() || now < t.exempt || b.given.unsure > 0 && now.Sub(b.given.unsure) < doubt {
		return
	}
	if !b.given.has(b, k, is, now) {
		w.violate("V3", b.Path, j.name, fmt.Sprintf("in %s the drive took up %s of position %g %s, velocity %g %s/s, effort %g, which no good command of the last %v has", t.Mode, is.control, is.position, j.unit, is.velocity, j.unit, is.effort, b.MaxAge))
	}
}
