package core

import (
	"flag"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/internal/modes"
	"github.com/robo-actors/robo-actors/messages"
)

var campaignSeed = flag.Uint64("gate.seed", 1, "seed of the first run of the campaign")

// campaignConfig has every type, role and way of re-arm.
func campaignConfig() Config {
	free := Limit{Lower: -inf, Upper: inf, Velocity: 1, Acceleration: 4, Effort: 100, RearmAcceleration: 2}
	wide := Limit{Lower: -1, Upper: 1.5, Velocity: 0.8, Acceleration: 4, Effort: 100, RearmAcceleration: 1}
	all := []messages.ControlMode{messages.ControlPosition, messages.ControlVelocity, messages.ControlEffort,
		messages.ControlPositionVelocity, messages.ControlPosition | messages.ControlEffort, messages.ControlPositionVelocityEffort}
	elbow := arm("elbow", 0)
	elbow.HandOverEffort = true
	elbow.Controls = all
	wrist := arm("wrist", 1)
	wrist.Brake, wrist.HoldFor, wrist.SafeMode, wrist.DampEffort = true, 40*time.Millisecond, messages.ModeRampHold, 3
	wheel := Joint{Name: "wheel", Type: Continuous, Drive: 2, SafeMode: messages.ModeDamp, Controls: all[1:3], Rearm: modes.NewRules(modes.Auto, modes.Auto, 6*time.Millisecond),
		Limits: []Limit{{Lower: -inf, Upper: inf, Velocity: 20, Acceleration: 100, Effort: 5}}}
	lift := Joint{Name: "lift", Type: Prismatic, Drive: 3, Gravity: true, Brake: true, SafeMode: messages.ModeBrake, Controls: all, Rearm: autoStart(modes.Acknowledge),
		Limits: []Limit{{Lower: 0, Upper: 0.6, Velocity: 0.3, Acceleration: inf, Effort: 400}}, HoldWindow: 0.01}
	base := Joint{Name: "base", Type: Planar, Role: Virtual, Controls: all, Rearm: modes.NewRules(modes.Auto, modes.Auto, 0), Limits: []Limit{wide, wide, free}}
	torso := Joint{Name: "torso", Type: Floating, Role: Virtual, Controls: all, Rearm: modes.NewRules(modes.Auto, modes.Auto, 0), Limits: []Limit{free, free, free, free, free, free}}
	return Config{
		Source: "world/gate", Period: period,
		Joints: []Joint{base, elbow, wheel, torso, lift, wrist},
		Controllers: []Controller{
			{Name: "a", Joints: []string{"wrist", "base", "elbow"}, Period: period, MaxAge: 9 * time.Millisecond, Strict: true},
			{Name: "b", Joints: []string{"torso", "wheel", "lift"}, Period: 3 * period, MaxAge: 20 * time.Millisecond, Independent: true, Faults: 4},
		},
		Buses: []Bus{{Name: "can0", Drives: 4}},
	}
}

// campaign runs a rig with random commands, faults and operators beside a auditor.
type campaign struct {
	*rig
	rnd     *rand.Rand
	auditor *auditor
	drives  map[int]*servo // by joint
	values  []*messages.JointCommand
	lives   []messages.Incarnation // of each controller
	good    int
	refused int
	armed   int
	stopped int
	moved   int
}

func newCampaign(t testing.TB, seed uint64) *campaign {
	config := campaignConfig()
	order := []int{1, 2, 4, 5} // driven joints; their drives must stand in this order
	for d, i := range order {
		config.Joints[i].Drive = d
	}
	r := newRig(t, config)
	c := &campaign{rig: r, rnd: rand.New(rand.NewPCG(seed, 7)), drives: map[int]*servo{}}
	// The auditor gets the numbers that the defaults stand for, by its own reading of the documentation.
	for i := range config.Joints {
		j := &config.Joints[i]
		j.StateMaxAge = 6 * time.Millisecond
		for d := range j.Limits {
			j.Limits[d].RearmEffortRate = j.Limits[d].Effort / 0.5
		}
	}
	for i := range config.Controllers {
		k := &config.Controllers[i]
		k.FaultWindow = time.Second
		if k.Faults == 0 {
			k.Faults = 3
		}
	}
	c.auditor = newAuditor(config, period)
	for d, i := range order {
		c.drives[i] = r.servos[d]
		r.servos[d].q = 0.2
		r.servos[d].opens = c.rnd.IntN(4)
	}
	for i := range r.in.Commands {
		c.values = append(c.values, r.in.Commands[i].Value)
		c.lives = append(c.lives, 1)
		for n := range r.in.Commands[i].Value.Control {
			r.in.Commands[i].Value.Control[n] = messages.ControlVelocity
		}
	}
	c.values[1].Position[3] = 1
	c.read()
	return c
}

func (c *campaign) chance(p float64) bool { return c.rnd.Float64() < p }

// steer writes the next command of a controller: mostly a small step from the one before, at times something else.
func (c *campaign) steer(i int) {
	b, v := &c.auditor.claims[i], c.values[i]
	for _, n := range b.joints {
		l, j := &c.auditor.joints[n], &c.auditor.config.Joints[n]
		if c.chance(0.01) {
			v.Control[l.cj] = j.Controls[c.rnd.IntN(len(j.Controls))]
		}
		if c.chance(0.002) {
			v.Control[l.cj] = messages.ControlNone
		}
		for d := range j.Limits {
			m := &j.Limits[d]
			acceleration := math.Min(m.Acceleration, 20)
			w := v.Velocity[l.cv+d] + (2*c.rnd.Float64()-1)*acceleration*period.Seconds()
			v.Velocity[l.cv+d] = math.Max(-m.Velocity, math.Min(m.Velocity, w))
			v.Effort[l.cv+d] = math.Max(-m.Effort, math.Min(m.Effort, v.Effort[l.cv+d]+(2*c.rnd.Float64()-1)*m.Effort/20))
		}
		c.steerPosition(j, l, v)
	}
}

// steerPosition goes on from the measured position while the joint is stopped, as a well-made controller does.
func (c *campaign) steerPosition(j *Joint, l *ledger, v *messages.JointCommand) {
	p := v.Position[l.cq : l.cq+len(l.p)]
	if l.mode.Stops() {
		copy(p, c.in.Snapshot.Position[l.q:l.q+len(l.p)])
	}
	if j.Type == Floating {
		for d := range 3 {
			p[d] += (2*c.rnd.Float64() - 1) * 0.2 * dt
		}
		half := (2*c.rnd.Float64() - 1) * 0.4 * dt
		w, z := math.Cos(half), math.Sin(half)
		q := [4]float64{p[3]*w - p[6]*z, p[4]*w + p[5]*z, p[5]*w - p[4]*z, p[6]*w + p[3]*z}
		length := math.Sqrt(q[0]*q[0] + q[1]*q[1] + q[2]*q[2] + q[3]*q[3])
		for d := range 4 {
			p[3+d] = q[d] / length
		}
		return
	}
	for d := range p {
		m := &j.Limits[d]
		p[d] = math.Max(m.Lower, math.Min(m.Upper, p[d]+(2*c.rnd.Float64()-1)*0.4*m.Velocity*dt))
		if c.chance(0.0005) {
			p[d] = math.Max(m.Lower, math.Min(m.Upper, 3*c.rnd.Float64()-1.5)) // a new goal
		}
	}
}

// spoil makes a copy of a good command bad, or perhaps bad.
func (c *campaign) spoil(v *messages.JointCommand) *messages.JointCommand {
	bad := &messages.JointCommand{Control: append([]messages.ControlMode{}, v.Control...), Position: append([]float64{}, v.Position...),
		Velocity: append([]float64{}, v.Velocity...), Effort: append([]float64{}, v.Effort...)}
	vectors := []*[]float64{&bad.Position, &bad.Velocity, &bad.Effort}
	vector := vectors[c.rnd.IntN(3)]
	odd := []float64{math.NaN(), inf, -inf, 1e300, -1e300, 1e-320, 2, -2, 7, 0.61, 1.5 * (1 + 2e-9), 20.1, -0.31, 31, 401}
	switch c.rnd.IntN(8) {
	case 0:
		bad.Control = bad.Control[:len(bad.Control)-1]
	case 1:
		*vector = (*vector)[:c.rnd.IntN(len(*vector))]
	case 2:
		*vector = append(*vector, 0)
	case 3:
		bad.Control[c.rnd.IntN(len(bad.Control))] = messages.ControlMode(c.rnd.IntN(256))
	default:
		(*vector)[c.rnd.IntN(len(*vector))] = odd[c.rnd.IntN(len(odd))]
	}
	return bad
}

// command puts something into the slot of a controller.
func (c *campaign) command(i int) {
	s := &c.in.Commands[i]
	every := 1 + 2*i
	if int(c.now/messages.Instant(period))%every != 0 || c.chance(0.02) {
		return // its period is longer, or it missed a release
	}
	c.steer(i)
	s.Value, s.OK = c.values[i], !c.chance(0.001)
	if c.chance(0.01) {
		s.Value = c.spoil(c.values[i])
	}
	c.sequence[i]++
	s.Stamp = messages.Stamp{Time: c.now.Add(-time.Duration(c.rnd.IntN(300)) * time.Microsecond), Sequence: c.sequence[i], Incarnation: c.lives[i]}
	switch {
	case c.chance(0.001):
		c.lives[i]++
	case c.chance(0.002):
		s.Stamp.Incarnation -= min(s.Stamp.Incarnation, messages.Incarnation(c.rnd.IntN(3))) // a late one
	case c.chance(0.002):
		s.Stamp.Sequence -= min(s.Stamp.Sequence, uint64(c.rnd.IntN(3)))
	case c.chance(0.001):
		s.Stamp.Time = c.now.Add(time.Duration(c.rnd.IntN(60)-30) * time.Millisecond)
	}
}

// trouble happens to drives, states and people. It reports whether somebody asked for re-arm.
func (c *campaign) trouble() (asked bool) {
	for _, s := range c.servos {
		switch {
		case c.chance(0.0005):
			s.fault = uint16(32 + c.rnd.IntN(4))
		case c.chance(0.0005):
			s.mode = max(s.mode, messages.Mode(2+c.rnd.IntN(5)))
		case c.chance(0.0005):
			s.arm++ // another one has stopped it and spent numbers
			s.mode = max(s.mode, messages.ModeDamp)
		}
		s.mute = c.chance(0.03) || s.mute && c.chance(0.3)
		s.deaf = c.chance(0.001) || s.deaf && c.chance(0.95)
		s.slides = c.chance(0.001) || s.slides && c.chance(0.995)
	}
	c.in.States[0].OK = !c.chance(0.01)
	c.read()
	for i := range c.auditor.joints {
		if c.drives[i] != nil {
			continue
		}
		c.in.Snapshot.Valid[i] = !c.chance(0.001) && (c.in.Snapshot.Valid[i] || c.chance(0.1))
		if c.chance(0.001) {
			c.in.Snapshot.Mode[i] = messages.Mode(c.rnd.IntN(7))
		} else if c.chance(0.02) {
			c.in.Snapshot.Mode[i] = messages.ModeRun
		}
	}
	if c.chance(0.001) {
		i := c.rnd.IntN(len(c.values))
		c.g.ControllerFailed(i, messages.Cause(2+c.rnd.IntN(3)), c.lives[i], c.now)
		c.auditor.claims[i].fence = c.lives[i]
		c.lives[i]++
	}
	if c.chance(0.0005) {
		c.g.Stop(c.rnd.IntN(len(c.auditor.joints)), messages.Mode(c.rnd.IntN(7)), c.now)
	}
	if asked = c.chance(0.05); asked {
		n, _ := c.g.Request(modes.Rearm(c.rnd.IntN(2)), c.g.Nonce(), 1, c.now)
		c.armed += n
	}
	return asked
}

// step is one cycle with everything that can happen.
func (c *campaign) step() {
	asked := c.trouble()
	for i := range c.values {
		c.command(i)
	}
	c.decide(asked)
}

// decide has gate and auditor decide, compares them, and goes on by a cycle.
func (c *campaign) decide(asked bool) {
	follows := map[int]bool{}
	for i, s := range c.g.Status() {
		follows[i] = s.Following
	}
	verdicts := make([]verdict, len(c.values))
	for i := range c.values {
		verdicts[i] = c.auditor.look(i, c.in.Commands[i], c.now, func(j int) bool { return follows[j] })
		c.auditor.take(i, c.in.Commands[i], verdicts[i], c.now)
	}
	c.in.Now, c.in.Step = c.now, period
	c.g.Decide(&c.in)
	c.compare(verdicts)
	sends := c.g.Drive(0, &c.bus)
	k := 0
	for i := range c.auditor.joints {
		c.checkJoint(i, k, sends, asked)
		if c.drives[i] != nil {
			k++
		}
	}
	for d, s := range c.servos {
		if sends {
			s.obey(&c.bus, d)
		} else {
			s.obey(nil, d)
		}
	}
	c.events, _ = c.g.Events(c.events[:0])
	c.now = c.now.Add(period)
	c.read()
}

// compare finds for each verdict that the gate came to the same.
func (c *campaign) compare(verdicts []verdict) {
	refused := map[string]Refusal{}
	for _, r := range c.g.Refusals() {
		refused[r.Controller] = r
	}
	for i, v := range verdicts {
		r, was := refused[c.auditor.config.Controllers[i].Name]
		switch {
		case was != (v.judged && !v.good):
			c.t.Fatalf("at %s controller %d: the gate refused %v (%v), the auditor thinks %+v of %+v %+v", c.now, i, was, r, v, c.in.Commands[i].Stamp, c.in.Commands[i].Value)
		case was && (r.Reason.Counts() != v.counts || (r.Reason == Jump) != v.jump):
			c.t.Fatalf("at %s controller %d: refused as %s, the auditor thinks %+v", c.now, i, r, v)
		case was && r.Fault != c.auditor.claims[i].struck && r.Fault:
			c.t.Fatalf("at %s controller %d: found at fault, the auditor counts %v", c.now, i, c.auditor.claims[i].strikes)
		case was:
			c.refused++
		case v.judged:
			c.good++
		}
	}
}

func (c *campaign) checkJoint(i, k int, sends, asked bool) {
	l := &c.auditor.joints[i]
	before := l.mode
	o := output{mode: c.g.Mode(i)}
	if s := c.drives[i]; s != nil {
		o.sent, o.control, o.arm = sends, c.bus.Control[k], c.bus.Arm[k]
		o.p, o.w, o.e = c.bus.Position[k:k+1], c.bus.Velocity[k:k+1], c.bus.Effort[k:k+1]
		if c.bus.Mode[k] != o.mode {
			c.t.Fatalf("joint %d is in %s and sends %s", i, o.mode, c.bus.Mode[k])
		}
	} else {
		out := c.virtual[i]
		o.sent, o.arm = c.g.Virtual(i, out), c.g.joints[i].arm
		o.control, o.p, o.w, o.e = out.Control[0], out.Position, out.Velocity, out.Effort
	}
	if err := c.auditor.check(i, c.now, c.in.Snapshot, c.drives[i], o, asked); err != nil {
		c.t.Fatalf("at %s joint %s: %v\ncommand %+v\nsent %+v\nbefore %v %v\n%+v", c.now, c.auditor.config.Joints[i].Name, err, c.in.Commands[l.claim], o, l.lastP, l.lastW, c.g.Status()[i])
	}
	if before.Passes() && o.mode.Stops() {
		c.stopped++
	}
	if o.mode.Passes() && o.sent {
		c.moved++
	}
}

// TestAMillionRandomDecisionsAgreeWithAnIndependentChecker runs worlds of six joints with random commands, bad ones among
// them, faults of drives, lost states, restarts of controllers, and people who stop and re-arm.
func TestAMillionRandomDecisionsAgreeWithAnIndependentChecker(t *testing.T) {
	const runs, joints = 40, 6
	cycles := 1_100_000 / joints / runs
	if raceEnabled {
		cycles /= 10
	}
	var decisions, good, refused, armed, stopped, moved int
	for run := range runs {
		seed := *campaignSeed + uint64(run)
		c := newCampaign(t, seed)
		t.Logf("seed %d", seed) // printed where the test fails
		for range cycles {
			c.step()
		}
		decisions += cycles * joints
		good, refused, armed, stopped, moved = good+c.good, refused+c.refused, armed+c.armed, stopped+c.stopped, moved+c.moved
	}
	t.Logf("%d decisions, %d good and %d refused commands, %d re-arms on request, %d stops, %d joint cycles under way", decisions, good, refused, armed, stopped, moved)
	if good < decisions/20 || refused < decisions/2000 || armed < decisions/5000 || stopped < decisions/5000 || moved < decisions/5 {
		t.Error("the campaign has become too tame to say anything")
	}
}
