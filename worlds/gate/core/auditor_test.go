package core

import (
	"fmt"
	"math"
	"time"

	"github.com/robo-actors/robo-actors/internal/modes"
	"github.com/robo-actors/robo-actors/messages"
)

// auditor watches a gate from outside: it sees what goes in and what comes out, keeps books of its own, and shares no
// code with the gate. It knows the configuration with its defaults written out.
type auditor struct {
	config Config
	cycle  float64 // s
	claims []book
	joints []ledger
}

// book is what the auditor knows of one controller.
type book struct {
	seen      map[messages.Stamp]bool
	newest    messages.Stamp // highest incarnation and sequence that came the right way
	any       bool
	fence     messages.Incarnation
	taken     messages.Stamp // of the newest good command
	everTaken bool
	gone      bool
	strikes   []messages.Instant
	struck    bool // too many, and no good command since
	nq, nv    int
	joints    []int
}

// ledger is what the auditor knows of one joint.
type ledger struct {
	q, v                int // in the snapshot
	cj, cq, cv          int // in the command
	claim               int
	mode                messages.Mode
	arm                 uint32
	good                bool // a good command has named the joint
	released            bool // the newest good one has not
	stamp               messages.Stamp
	control             messages.ControlMode
	p                   []float64
	w, e                []float64
	seenAt              messages.Instant // newest valid state
	seenEver            bool
	seenP, seenW, seenE []float64 // its values
	lastControl         messages.ControlMode
	lastP               []float64
	lastW               []float64
	lastE               []float64
	lastPassed          bool // the cycle before sent something that moves, to a drive that follows
}

func newAuditor(c Config, cycle time.Duration) *auditor {
	k := &auditor{config: c, cycle: cycle.Seconds()}
	q, v := 0, 0
	byName := map[string]int{}
	for i, j := range c.Joints {
		nq, nv := sizesOf(j.Type)
		k.joints = append(k.joints, ledger{q: q, v: v, claim: -1, mode: messages.ModeOff, p: make([]float64, nq), w: make([]float64, nv),
			e: make([]float64, nv), lastP: make([]float64, nq), lastW: make([]float64, nv), lastE: make([]float64, nv)})
		byName[j.Name] = i
		q, v = q+nq, v+nv
	}
	for i, cl := range c.Controllers {
		b := book{seen: map[messages.Stamp]bool{}}
		for n, name := range cl.Joints {
			l := &k.joints[byName[name]]
			l.claim, l.cj, l.cq, l.cv = i, n, b.nq, b.nv
			b.nq, b.nv = b.nq+len(l.p), b.nv+len(l.w)
			b.joints = append(b.joints, byName[name])
		}
		k.claims = append(k.claims, b)
	}
	return k
}

func sizesOf(t Type) (nq, nv int) {
	switch t {
	case Planar:
		return 3, 3
	case Floating:
		return 7, 6
	}
	return 1, 1
}

// verdict is what the auditor thinks of a command.
type verdict struct {
	judged, good, counts bool
	jump                 bool // a jump is the first thing wrong
}

// look judges the newest command of a controller before the gate does.
func (k *auditor) look(i int, c Command, now messages.Instant, follows func(joint int) bool) verdict {
	b := &k.claims[i]
	if b.gone = !c.OK; b.gone || b.seen[c.Stamp] {
		return verdict{}
	}
	b.seen = map[messages.Stamp]bool{c.Stamp: true}
	s, v := c.Stamp, c.Value
	stale := b.any && (s.Incarnation < b.newest.Incarnation || s.Sequence <= b.newest.Sequence)
	if stale || s.Incarnation <= b.fence || float64(s.Time-now) > k.cycle*1e9 {
		return verdict{judged: true}
	}
	b.newest, b.any = s, true
	if now-s.Time > messages.Instant(k.config.Controllers[i].MaxAge) {
		return verdict{judged: true}
	}
	if len(v.Control) != len(b.joints) || len(v.Position) != b.nq || len(v.Velocity) != b.nv || len(v.Effort) != b.nv {
		return verdict{judged: true, counts: true}
	}
	jump := false
	for _, n := range b.joints {
		l := &k.joints[n]
		if v.Control[l.cj] == messages.ControlNone {
			continue
		}
		if !k.sound(n, v) {
			return verdict{judged: true, counts: true, jump: jump} // a jump of a joint before this one is told first
		}
		if b.everTaken && s.Incarnation == b.taken.Incarnation && follows(n) && k.jumps(n, s, v) {
			jump = true
		}
	}
	return verdict{judged: true, good: !jump, counts: jump, jump: jump}
}

// sound checks one joint's part of a command by a list of intervals.
func (k *auditor) sound(n int, v *messages.JointCommand) bool {
	j, l := &k.config.Joints[n], &k.joints[n]
	control, known := v.Control[l.cj], false
	for _, c := range j.Controls {
		known = known || c == control
	}
	if !known {
		return false
	}
	type interval struct{ x, low, high float64 }
	var all []interval
	for i := range l.p {
		if control&messages.ControlPosition == 0 {
			break
		}
		low, high := -1e9, 1e9 // what no joint goes beyond
		if j.Type != Floating && j.Limits[i].Lower > low {
			low = j.Limits[i].Lower - 1e-9*math.Abs(j.Limits[i].Lower)
		}
		if j.Type != Floating && j.Limits[i].Upper < high {
			high = j.Limits[i].Upper + 1e-9*math.Abs(j.Limits[i].Upper)
		}
		all = append(all, interval{v.Position[l.cq+i], low, high})
	}
	for i := range l.w {
		if control&messages.ControlVelocity != 0 {
			most := j.Limits[i].Velocity * (1 + 1e-9)
			all = append(all, interval{v.Velocity[l.cv+i], -most, most})
		}
		if control&messages.ControlEffort != 0 {
			most := j.Limits[i].Effort * (1 + 1e-9)
			all = append(all, interval{v.Effort[l.cv+i], -most, most})
		}
	}
	for _, r := range all {
		if !(r.x >= r.low && r.x <= r.high) || math.IsInf(r.x, 0) {
			return false
		}
	}
	if j.Type == Floating && control&messages.ControlPosition != 0 {
		q := v.Position[l.cq+3 : l.cq+7]
		return math.Abs(math.Sqrt(q[0]*q[0]+q[1]*q[1]+q[2]*q[2]+q[3]*q[3])-1) <= 1e-6
	}
	return true
}

// jumps reports whether a joint's part of a command of a strict controller is too far from the one before.
func (k *auditor) jumps(n int, s messages.Stamp, v *messages.JointCommand) bool {
	l := &k.joints[n]
	c := &k.config.Controllers[l.claim]
	if !c.Strict {
		return false
	}
	elapsed := float64(s.Time-k.claims[l.claim].taken.Time) / 1e9
	if p := c.Period.Seconds(); p > 0 {
		elapsed = math.Max(p, p*math.Floor(elapsed/p+0.5))
	}
	both := v.Control[l.cj] & l.control
	j := &k.config.Joints[n]
	if both&messages.ControlPosition != 0 {
		way := displacement(j.Type, l.p, v.Position[l.cq:l.cq+len(l.p)])
		for i := range way {
			if math.Abs(way[i]) > j.Limits[i].Velocity*elapsed*(1+1e-9) {
				return true
			}
		}
	}
	if both&messages.ControlVelocity != 0 {
		for i := range l.w {
			if math.Abs(v.Velocity[l.cv+i]-l.w[i]) > j.Limits[i].Acceleration*elapsed*(1+1e-9) {
				return true
			}
		}
	}
	return false
}

// displacement is the way from one position to another in the axes of the first, by rotation matrices.
func displacement(t Type, a, b []float64) []float64 {
	switch t {
	case Planar:
		c, s := math.Cos(a[2]), math.Sin(a[2])
		x, y := b[0]-a[0], b[1]-a[1]
		return []float64{c*x + s*y, -s*x + c*y, b[2] - a[2]}
	case Floating:
		ra, rb := rotation(a[3:7]), rotation(b[3:7])
		way := make([]float64, 6)
		var r [3][3]float64 // ra^T rb
		for i := range 3 {
			for m := range 3 {
				way[i] += ra[m][i] * (b[m] - a[m])
				for n := range 3 {
					r[i][n] += ra[m][i] * rb[m][n]
				}
			}
		}
		angle := math.Acos(math.Max(-1, math.Min(1, (r[0][0]+r[1][1]+r[2][2]-1)/2)))
		axis := [3]float64{r[2][1] - r[1][2], r[0][2] - r[2][0], r[1][0] - r[0][1]}
		scale := 0.5
		if angle > 1e-7 {
			scale = angle / (2 * math.Sin(angle))
		}
		for i := range 3 {
			way[3+i] = scale * axis[i]
		}
		return way
	}
	return []float64{b[0] - a[0]}
}

func rotation(q []float64) [3][3]float64 {
	w, x, y, z := q[0], q[1], q[2], q[3]
	return [3][3]float64{
		{w*w + x*x - y*y - z*z, 2 * (x*y - w*z), 2 * (x*z + w*y)},
		{2 * (x*y + w*z), w*w - x*x + y*y - z*z, 2 * (y*z - w*x)},
		{2 * (x*z - w*y), 2 * (y*z + w*x), w*w - x*x - y*y + z*z},
	}
}

// take enters a verdict into the books.
func (k *auditor) take(i int, c Command, v verdict, now messages.Instant) {
	b := &k.claims[i]
	if !v.judged {
		return
	}
	if !v.good {
		if v.counts {
			b.strikes = append(b.strikes, now)
			if n := k.config.Controllers[i].Faults; len(b.strikes) >= n && now-b.strikes[len(b.strikes)-n] <= messages.Instant(k.config.Controllers[i].FaultWindow) {
				b.struck = true
			}
		}
		return
	}
	b.struck, b.taken, b.everTaken = false, c.Stamp, true
	for _, n := range b.joints {
		l := &k.joints[n]
		if l.released = c.Value.Control[l.cj] == messages.ControlNone; l.released {
			continue
		}
		l.good, l.stamp, l.control = true, c.Stamp, c.Value.Control[l.cj]
		copy(l.p, c.Value.Position[l.cq:])
		copy(l.w, c.Value.Velocity[l.cv:])
		copy(l.e, c.Value.Effort[l.cv:])
	}
}

// output is what came out for one joint in one cycle.
type output struct {
	sent    bool // something goes out that may move
	mode    messages.Mode
	control messages.ControlMode
	arm     uint32
	p, w, e []float64
}

// check checks what came out for one joint. drive is nil for a virtual joint; obeys says that its drive, or the world
// behind it, followed at the begin of this cycle.
func (k *auditor) check(n int, now messages.Instant, s *messages.Snapshot, drive *servo, o output, asked bool) error {
	j, l := &k.config.Joints[n], &k.joints[n]
	if s.Valid[n] {
		l.seenAt, l.seenEver = s.Time[n], true
		l.seenP = append(l.seenP[:0], s.Position[l.q:l.q+len(l.p)]...)
		l.seenW = append(l.seenW[:0], s.Velocity[l.v:l.v+len(l.w)]...)
		l.seenE = append(l.seenE[:0], s.Effort[l.v:l.v+len(l.w)]...)
	}
	obeys := s.Mode[n].Passes() && s.Valid[n]
	if drive != nil {
		obeys = obeys && drive.arm == o.arm
	}
	passes := o.mode.Passes()
	switch {
	case o.mode < l.mode && o.arm <= l.arm: // where it has grown, the joint may have been armed and stopped again since
		return fmt.Errorf("the mode fell from %s to %s with arm %d after %d", l.mode, o.mode, o.arm, l.arm)
	case o.mode < l.mode && j.Rearm.By[messages.CauseStale] != modes.Auto && !asked && l.arm > 0 && drive != nil:
		return fmt.Errorf("re-armed from %s though nobody asked", l.mode)
	case passes && drive == nil && l.released && k.claims[l.claim].everTaken:
	case passes && !l.good:
		return fmt.Errorf("it is in %s without a good command", o.mode)
	case passes && now-l.stamp.Time > messages.Instant(k.config.Controllers[l.claim].MaxAge):
		return fmt.Errorf("it is in %s by a command of %s ago", o.mode, now.Sub(l.stamp.Time))
	case passes && (k.claims[l.claim].gone || l.stamp.Incarnation <= k.claims[l.claim].fence):
		return fmt.Errorf("it is in %s by a command that is gone or fenced", o.mode)
	}
	switch {
	case passes && (!l.seenEver || now-l.seenAt > messages.Instant(j.StateMaxAge)):
		return fmt.Errorf("it is in %s without a state", o.mode)
	case passes && k.claims[l.claim].struck:
		return fmt.Errorf("it is in %s though its controller is at fault", o.mode)
	case drive != nil && !passes && o.control != messages.ControlNone:
		return fmt.Errorf("it is in %s and sends %s", o.mode, o.control)
	case drive != nil && passes && o.control&^messages.ControlEffort != l.control&^messages.ControlEffort:
		return fmt.Errorf("it sends %s, commanded is %s", o.control, l.control)
	}
	if err := k.checkValues(j, o); err != nil {
		return err
	}
	rearmed := passes && o.arm != l.arm // also when it stopped and came back since the last cycle
	if rearmed && o.sent && !l.released {
		if err := k.checkSeed(j, l, o); err != nil {
			return err
		}
	}
	moves := passes && o.sent && !rearmed && obeys
	if moves && l.lastPassed {
		if err := k.checkSteps(j, l, o); err != nil {
			return err
		}
	}
	l.lastPassed, l.mode, l.arm, l.lastControl = passes && o.sent && (obeys || rearmed), o.mode, o.arm, o.control
	copy(l.lastP, o.p)
	copy(l.lastW, o.w)
	copy(l.lastE, o.e)
	return nil
}

// checkValues checks that everything is a number within the limits, without any tolerance.
func (k *auditor) checkValues(j *Joint, o output) error {
	for i, p := range o.p {
		if math.IsNaN(p) || math.IsInf(p, 0) {
			return fmt.Errorf("position[%d] is %v", i, p)
		}
		if o.control&messages.ControlPosition != 0 && j.Type != Floating && (p < j.Limits[i].Lower || p > j.Limits[i].Upper) {
			return fmt.Errorf("position[%d] is %v, outside of [%v, %v]", i, p, j.Limits[i].Lower, j.Limits[i].Upper)
		}
	}
	for i := range o.w {
		if math.Abs(o.w[i]) <= j.Limits[i].Velocity && math.Abs(o.e[i]) <= j.Limits[i].Effort {
			continue
		}
		return fmt.Errorf("velocity[%d] is %v, effort[%d] %v; the limits are %v and %v", i, o.w[i], i, o.e[i], j.Limits[i].Velocity, j.Limits[i].Effort)
	}
	return nil
}

// checkSeed checks that the first command after a re-arm is the measured state.
func (k *auditor) checkSeed(j *Joint, l *ledger, o output) error {
	near := func(sent, measured, low, high float64) bool {
		return math.Abs(sent-min(max(measured, low), high)) <= 1e-12
	}
	for i := range o.p {
		low, high := math.Inf(-1), math.Inf(1)
		if j.Type != Floating {
			low, high = j.Limits[i].Lower, j.Limits[i].Upper
		}
		if o.control&messages.ControlPosition != 0 && !near(o.p[i], l.seenP[i], low, high) {
			return fmt.Errorf("position[%d] begins at %v, measured is %v", i, o.p[i], l.seenP[i])
		}
	}
	for i := range o.w {
		if o.control&messages.ControlVelocity != 0 && !near(o.w[i], l.seenW[i], -j.Limits[i].Velocity, j.Limits[i].Velocity) {
			return fmt.Errorf("velocity[%d] begins at %v, measured is %v", i, o.w[i], l.seenW[i])
		}
		if o.control&messages.ControlEffort != 0 && !near(o.e[i], l.seenE[i], -j.Limits[i].Effort, j.Limits[i].Effort) {
			return fmt.Errorf("effort[%d] begins at %v, measured is %v", i, o.e[i], l.seenE[i])
		}
	}
	return nil
}

// checkSteps checks what changed since the cycle before.
func (k *auditor) checkSteps(j *Joint, l *ledger, o output) error {
	both := o.control & l.lastControl
	if both&messages.ControlPosition != 0 {
		for i, d := range displacement(j.Type, l.lastP, o.p) {
			if math.Abs(d) > j.Limits[i].Velocity*k.cycle*(1+1e-6)+1e-9 {
				return fmt.Errorf("position moved by %v in direction %d, the limit is %v in a cycle", d, i, j.Limits[i].Velocity*k.cycle)
			}
		}
	}
	if both&messages.ControlVelocity != 0 {
		for i := range o.w {
			if d := math.Abs(o.w[i] - l.lastW[i]); d > j.Limits[i].Acceleration*k.cycle*(1+1e-9) {
				return fmt.Errorf("velocity[%d] went from %v to %v, the limit is %v in a cycle", i, l.lastW[i], o.w[i], j.Limits[i].Acceleration*k.cycle)
			}
		}
	}
	if both&messages.ControlEffort != 0 {
		for i := range o.e {
			d := math.Abs(o.e[i] - l.lastE[i])
			if commanded := l.control&messages.ControlEffort != 0 && math.Abs(o.e[i]-l.e[i]) <= 1e-9*math.Abs(l.e[i]); !commanded && d > j.Limits[i].RearmEffortRate*k.cycle*(1+1e-9) {
				return fmt.Errorf("effort[%d] went from %v to %v on its way to %v, the rate is %v in a cycle", i, l.lastE[i], o.e[i], l.e[i], j.Limits[i].RearmEffortRate*k.cycle)
			}
		}
	}
	return nil
}
