package core

import (
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/modes"
)

// ready is a joint that passes every check.
func ready() Readiness {
	return Readiness{Silent: 2 * time.Millisecond, MaxAge: 6 * time.Millisecond, Position: 0.5, Lower: -2, Upper: 2.5, Outside: 0.01, Explicable: 0.1,
		Standstill: 0.02, Brake: true, Settled: 40 * time.Millisecond, Closes: 40 * time.Millisecond}
}

func TestEachCheckOfTheStartUpSequenceFailsByItself(t *testing.T) {
	good := ready()
	if failed, problem := good.Check(); failed != NoCheck || problem != "" {
		t.Fatalf("a joint that is ready fails %s: %s", failed, problem)
	}
	seen := map[StartupCheck]bool{}
	for name, c := range map[string]struct {
		spoil func(*Readiness)
		want  StartupCheck
		says  string
	}{
		"silent":                  {func(r *Readiness) { r.Silent = 7 * time.Millisecond }, Answers, "has not answered for 7ms; expected an answer within 6ms"},
		"silent for long enough":  {func(r *Readiness) { r.Silent = 6 * time.Millisecond }, NoCheck, ""},
		"not configured":          {func(r *Readiness) { r.Fault, r.DriveStop = 36, true }, Configuration, "lost its limits and its watchdog"},
		"another fault":           {func(r *Readiness) { r.Fault = 33 }, FaultCode, "reports fault code 33"},
		"the fault of the stop":   {func(r *Readiness) { r.Fault, r.DriveStop = 33, true }, NoCheck, ""},
		"a limit that is there":   {func(r *Readiness) { r.Fault, r.DriveStop = 98, true }, FaultCode, "reports fault code 98"},
		"above":                   {func(r *Readiness) { r.Position = 2.511 }, InsideLimits, "position is 2.511; expected [-2, 2.5]"},
		"below":                   {func(r *Readiness) { r.Position = -2.011 }, InsideLimits, "position is -2.011"},
		"a little outside":        {func(r *Readiness) { r.Position = 2.509 }, NoCheck, ""},
		"nowhere":                 {func(r *Readiness) { r.Position = math.NaN() }, InsideLimits, "NaN"},
		"jumped":                  {func(r *Readiness) { r.Unexplained = -0.11 }, Plausible, "jumped by -0.11, of which motion explains at most 0.1"},
		"jumped by what may be":   {func(r *Readiness) { r.Unexplained = 0.1 }, NoCheck, ""},
		"moves":                   {func(r *Readiness) { r.Speed = 0.021 }, AtRest, "moves at 0.021; expected at most 0.02"},
		"unknown speed":           {func(r *Readiness) { r.Speed = math.NaN() }, AtRest, "NaN"},
		"seems to move":           {func(r *Readiness) { r.Speed, r.Stays = 0.03, 50*time.Millisecond }, NoCheck, ""},
		"moves after a rest":      {func(r *Readiness) { r.Speed, r.Stays = 0.061, time.Second }, AtRest, "moves at 0.061"},
		"has not stayed for long": {func(r *Readiness) { r.Speed, r.Stays = 0.03, 49*time.Millisecond }, AtRest, "moves at 0.03"},
		"a brake under way":       {func(r *Readiness) { r.Settled = 39 * time.Millisecond }, BrakeKnown, "confirmed for 39ms; its brake takes 40ms"},
		"no brake":                {func(r *Readiness) { r.Settled, r.Brake = 0, false }, NoCheck, ""},
		"the first one is named":  {func(r *Readiness) { r.Silent, r.Fault, r.Speed = time.Second, 33, 9 }, Answers, ""},
		"then the configuration":  {func(r *Readiness) { r.Fault, r.Position = 36, 9 }, Configuration, ""},
		"position before the way": {func(r *Readiness) { r.Position, r.Unexplained = 9, 9 }, InsideLimits, ""},
	} {
		r := ready()
		c.spoil(&r)
		failed, problem := r.Check()
		if failed != c.want || !strings.Contains(problem, c.says) {
			t.Errorf("%s fails %s: %q, want %s: %q", name, failed, problem, c.want, c.says)
		}
		seen[failed] = true
	}
	for _, c := range []StartupCheck{Answers, Configuration, FaultCode, InsideLimits, Plausible, AtRest, BrakeKnown} {
		if !seen[c] || c.String() == "" || strings.HasPrefix(c.String(), "check(") {
			t.Errorf("check %s was not seen to fail", c)
		}
	}
	if StartupCheck(99).String() != "check(99)" {
		t.Error("an undeclared check has no name")
	}
}

// faulty is an arm that a fault of its drive has stopped, and that stands.
func faulty(t *testing.T, c Config) *rig {
	t.Helper()
	r := running(t, c, messages.ControlPosition)
	r.servos[0].fault = 33
	r.read()
	r.run(50)
	r.wantMode(0, messages.ModeRampHold)
	return r
}

// refusedBy asks for a reset and returns the check that it fails.
func refusedBy(t *testing.T, r *rig) StartupCheck {
	t.Helper()
	err := r.acknowledge(modes.Reset)
	if err == nil {
		return NoCheck
	}
	joints, is := errors.AsType[refusedJoints](err)
	if !is || (joints[0].Check == NoCheck) != (joints[0].Problem == "") {
		t.Fatalf("%v", err)
	}
	return joints[0].Check
}

func TestAResetIsRefusedByTheNameOfTheCheckThatFails(t *testing.T) {
	for name, c := range map[string]struct {
		spoil func(r *rig)
		want  StartupCheck
	}{
		"all is well":    {func(r *rig) {}, NoCheck},
		"not configured": {func(r *rig) { r.servos[0].fault = 36; r.read(); r.run(2) }, Configuration},
		"limits itself":  {func(r *rig) { r.servos[0].fault = 98; r.read(); r.run(2) }, FaultCode},
		"moves":          {func(r *rig) { r.servos[0].slides, r.servos[0].v = true, 0.1; r.run(2) }, AtRest},
		"has jumped":     {func(r *rig) { r.servos[0].q += 0.5; r.read(); r.run(2) }, Plausible},
	} {
		r := faulty(t, armConfig())
		c.spoil(r)
		if got := refusedBy(t, r); got != c.want {
			t.Errorf("%s: the reset is refused by %s, want %s", name, got, c.want)
		}
		if mode := r.g.Mode(0); (mode == messages.ModeRun) != (c.want == NoCheck) {
			t.Errorf("%s: it is in %s", name, mode)
		}
	}
}

func TestASecondResetAfterTheReportOfAJumpIsAccepted(t *testing.T) {
	r := faulty(t, armConfig())
	jump := func(by float64) {
		r.servos[0].q += by
		r.read()
		r.run(2)
	}
	jump(0.5)
	if got := refusedBy(t, r); got != Plausible {
		t.Fatalf("the first reset is refused by %s", got)
	}
	jump(0.5) // this one he does not know of
	if got := refusedBy(t, r); got != Plausible {
		t.Fatalf("after another jump it is refused by %s", got)
	}
	if got := refusedBy(t, r); got != NoCheck {
		t.Fatalf("the second reset is refused by %s", got)
	}
	r.wantMode(0, messages.ModeRun)
	if k := r.g.joints[0].track; k.unexplained != 0 || k.reported != 0 {
		t.Errorf("a jump that was taken for right is kept: %+v", k)
	}
}

func TestAnAcknowledgementNeedsNoStartUpChecks(t *testing.T) {
	r := running(t, armConfig(), messages.ControlPosition)
	r.g.Stop(0, messages.ModeRampHold, r.now)
	r.run(20)
	r.servos[0].slides, r.servos[0].v = true, 0.1
	r.run(2)
	if got := refusedBy(t, r); got != AtRest {
		t.Errorf("a reset is refused by %s", got)
	}
	if err := r.acknowledge(modes.Acknowledge); err != nil {
		t.Error(err)
	}
}

// An encoder that stands between two of its steps reads now one, now the other: at any instant the
// joint seems to move.
func TestStepsOfAnEncoderAreNoMotion(t *testing.T) {
	const seems = 0.03 // rad/s; standstill is 0.02
	for name, c := range map[string]struct {
		turns  bool
		cycles int
		want   StartupCheck
	}{
		"to and fro":                          {true, 27, NoCheck},
		"to and fro, not long after a motion": {true, 20, AtRest},
		"in one direction":                    {false, 27, AtRest},
		"in one direction for long":           {false, 500, AtRest},
	} {
		r := faulty(t, armConfig())
		s := r.servos[0]
		s.slides, s.v = true, 1
		r.run(3)
		s.v = seems
		for range c.cycles {
			if r.run(1); c.turns {
				s.v = -s.v
			}
		}
		if got := refusedBy(t, r); got != c.want {
			t.Errorf("%s for %d cycles: the reset is refused by %s, want %s", name, c.cycles, got, c.want)
		}
	}
}

func TestAResetWaitsForTheBrake(t *testing.T) {
	c := armConfig()
	ofKind(&c.Joints[0], modes.Declared{Kind: modes.Vertical})
	c.Joints[0].BrakeCloses = 100 * time.Millisecond
	r := running(t, c, messages.ControlPosition)
	r.g.Stop(0, messages.ModeBrake, r.now)
	r.run(49)
	if got := refusedBy(t, r); got != BrakeKnown {
		t.Errorf("after 98 ms it is refused by %s", got)
	}
	r.run(4)
	if got := refusedBy(t, r); got != NoCheck {
		t.Errorf("after 106 ms it is refused by %s", got)
	}
}

func TestOneJointThatIsNotReadyKeepsTheOthersOfItsController(t *testing.T) {
	r := running(t, twoArms(nil), messages.ControlPosition)
	r.servos[0].fault = 33
	r.read()
	r.run(20)
	r.servos[1].q += 1
	r.read()
	r.run(2)
	if got := refusedBy(t, r); got != Plausible {
		t.Errorf("it is refused by %s", got)
	}
	r.wantMode(0, messages.ModeRampHold)
	r.servos[1].q -= 1 // it has jumped back
	r.read()
	r.run(2)
	if got := refusedBy(t, r); got != NoCheck {
		t.Errorf("it is refused by %s", got)
	}
	r.wantMode(0, messages.ModeRun)
}

func TestADriveWhoseFaultStaysIsStoppedAtOnce(t *testing.T) {
	r := faulty(t, armConfig())
	if err := r.acknowledge(modes.Reset); err != nil {
		t.Fatal(err)
	}
	r.servos[0].deaf = true // it takes the number, and its cause is still there
	r.servos[0].arm, r.servos[0].fault = r.g.Arm(0), 33
	r.read()
	r.run(1)
	r.wantMode(0, messages.ModeRampHold)
	if got := r.events[len(r.events)-1]; len(r.events) < 2 || !strings.Contains(r.events[len(r.events)-2].Text+got.Text, "still reports its fault after the re-arm") {
		t.Errorf("%v", r.events)
	}
}

func TestATrackExplainsMotionAndNothingElse(t *testing.T) {
	const limit = 1.5 // rad/s
	rnd := rand.New(rand.NewPCG(4, 4))
	at := messages.Instant(0)
	var k track
	q := 0.0
	goOn := func(cycles int, reads func(q float64) float64) {
		for range cycles {
			at = at.Add(2 * time.Millisecond)
			q += limit * 0.002 * (2*rnd.Float64() - 1)
			k.see(reads(q), at, limit)
		}
	}
	right := func(q float64) float64 { return q }
	plausible := func() bool { return math.Abs(k.unexplained) <= k.explicable(limit) }
	goOn(1000, right)
	if k.unexplained != 0 {
		t.Fatalf("motion is not explained: %g", k.unexplained)
	}
	at = at.Add(time.Second) // it is not heard for a while, and moves
	q += limit * 0.9
	goOn(10, right)
	if k.unexplained != 0 {
		t.Fatalf("motion in silence is not explained: %g", k.unexplained)
	}
	goOn(100, func(q float64) float64 { return q + 2*math.Pi })
	if plausible() {
		t.Error("a whole turn is believed")
	}
	goOn(500, right)
	if !plausible() {
		t.Errorf("what has jumped back is not believed: %g", k.unexplained)
	}
	goOn(300, func(float64) float64 { return 2*math.Pi*rnd.Float64() - math.Pi }) // garbage
	goOn(500, right)
	if !plausible() {
		t.Errorf("after garbage the joint is not believed: %g of %g", k.unexplained, k.explicable(limit))
	}
	k = track{}
	goOn(100, right)
	goOn(1000, func(q float64) float64 { return q - 0.3 }) // an offset that stays
	if plausible() {
		t.Errorf("an offset that stays is believed: %g of %g", k.unexplained, k.explicable(limit))
	}
	before := k
	k.see(99, at, limit) // an old reading again
	if k != before {
		t.Error("a reading counts twice")
	}
}
