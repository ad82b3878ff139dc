package faults_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"text/tabwriter"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/actortest"
	"github.com/robo-actors/robo-actors/actors/kinds"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/faults"
	"github.com/robo-actors/robo-actors/worlds/app"
)

const ms = time.Millisecond

// scene is where a kind of fault is tried on the mobile manipulator, with the times on which its
// bound depends.
type scene struct {
	world, target string
	command       string // output of the controller
	gate, state   string // outputs of gate and bus
	joint         int    // on the bus
	timing        faults.Timing
}

var (
	// arm is commanded at 100 Hz, and a command may be 30 ms old.
	arm = scene{world: "whole_body", command: "whole_body/controller.command", gate: "whole_body/gate.arm", state: "whole_body/arm.state",
		timing: faults.Timing{Period: 10 * ms, Source: 10 * ms, MaxAge: 30 * ms, Hang: 200 * ms, Tolerated: 1}}
	// wheels answer at 1 kHz to a gate of 500 Hz, for which a state may be 6 ms old and a stop
	// takes 100 ms at most.
	wheels = scene{world: "mobile_base", target: "mobile_front_left", command: "mobile_base/controller.command", gate: "mobile_base/gate.wheels",
		state: "mobile_base/wheels.state", timing: faults.Timing{Period: 2 * ms, Source: 1 * ms, MaxAge: 10 * ms, Silence: 6 * ms, Tolerated: 1}}
)

// sceneOf returns where a kind is tried.
func sceneOf(k faults.Kind) scene {
	switch k.Acts {
	case "joint":
		return wheels
	case "actor":
		s := arm
		s.target = "whole_body/controller"
		return s
	}
	s := arm
	s.target = "whole_body/controller.command->whole_body/gate.command_controller"
	if k.Name == "quaternion" {
		s.target = "whole_body/path.reference->whole_body/controller.reference"
	}
	return s
}

// full has the parameters with which a fault is there all the time and cannot be overlooked.
var full = map[string]string{"delay": "delay=1s", "delay_random": "mean=1s", "corrupt": "bits=64", "slow_reader": "interval=10s", "clock_skew": "by=-1",
	"slow": "delay=1s", "tick_late": "delay=1s", "tick_missed": "p=1 burst=500", "tick_burst": "pause=1s", "suspend": "pause=1s", "overheats": "trip=50ms",
	"sensor_intermittent": "p=1", "voltage": "share=0.1", "sensor_extreme": "value=nan", "stamp": "how=frozen", "no_reply": "p=1 burst=500"}

// beside are faults without which a kind shows nothing: news of a death are late only if somebody
// dies, a change of mode is rejected only if there is one.
var beside = map[string]string{"watch_late": "panic whole_body/controller", "rejects_mode": "stop mobile_base mode=off"}

// unseen are kinds that do not have to be seen with every value: a forged one is refused by the
// link while the true ones go on, and bits may be flipped that nobody reads.
var unseen = []string{"masquerade", "corrupt"}

// measurement is one run.
type measurement struct {
	kind       faults.Kind
	scene      scene
	begin      messages.Instant
	seen       messages.Instant // the release at which the detector's condition holds; zero for never
	by         string
	stopped    messages.Instant // when the safe command was handed to the driver; zero for never
	refused    messages.Instant // the first refusal
	refusals   int
	lastGood   messages.Instant // stamp of the newest command that the fault has not touched
	lastAnswer messages.Instant
}

// see notes a condition of a detector; the first one counts.
func (m *measurement) see(at messages.Instant, by string) {
	if m.seen == 0 && at >= m.begin {
		m.seen, m.by = at, by
	}
}

// measure tries a kind, and computes from what is sent, answered and told when its detector's
// condition holds.
func measure(t *testing.T, config *app.Config, k faults.Kind, begin time.Duration) *measurement {
	t.Helper()
	m := &measurement{kind: k, scene: sceneOf(k), begin: messages.Instant(begin)}
	s := &m.scene
	lab := actortest.FromConfig(t, config, 1)
	lab.Inject(strings.TrimSpace(fmt.Sprintf("at %v %s %s %s", begin, k.Name, s.target, full[k.Name])))
	if other := beside[k.Name]; other != "" {
		lab.Inject(fmt.Sprintf("at %v %s", begin, other))
	}
	commands, drives, answers := actortest.Probe[messages.JointCommand](lab, s.command), actortest.Probe[messages.DriveCommand](lab, s.gate), actortest.Probe[messages.DriveState](lab, s.state)
	told := 0
	look := func(v *actortest.View) error {
		for _, e := range v.Events()[told:] {
			m.tell(e)
		}
		told = len(v.Events())
		for _, a := range answers.Samples() {
			m.answer(a)
		}
		for _, c := range commands.Samples() {
			// What is sent later over a link with a fault is touched.
			if k.Acts != "link" || c.Stamp.Time < m.begin || k.Name == "quaternion" || !k.Detection.Detected() || slices.Contains(unseen, k.Name) {
				m.lastGood = max(m.lastGood, c.Stamp.Time)
			}
		}
		for _, d := range drives.Samples() {
			m.release(d)
		}
		answers.Clear()
		commands.Clear()
		drives.Clear()
		return nil
	}
	lab.Always("the watch", look)
	var end *actors.Failure
	after := 350 * ms
	if k.Name == "tick_late" { // by a second
		after = 1100 * ms
	}
	if err := lab.TryRun(begin + after); err != nil && !errors.As(err, &end) { // a hang ends the process
		t.Errorf("%v", err)
	}
	if err := look(lab.View()); err != nil {
		t.Error(err)
	}
	lab.Close()
	return m
}

// tell looks at what the runtime tells.
func (m *measurement) tell(e messages.Event) {
	if e.Time < m.begin || !strings.HasPrefix(e.Source, m.scene.world) {
		return
	}
	switch e.Kind {
	case messages.EventFailed, messages.EventHang:
		if m.kind.Name != "watch_late" { // whose point is that this is not heard
			m.see(e.Time, e.Kind.String()+" "+e.Source)
		}
	case messages.EventRestarting:
		if m.kind.Name == "parent_dies" {
			m.see(e.Time, "the supervisor fails")
		}
	case messages.EventRefused:
		if m.refused == 0 {
			m.refused = e.Time
		}
		if m.refusals++; m.refusals == 3 {
			m.see(e.Time, "three commands were refused")
		}
	case messages.EventStopSent:
		if e.Joint == "" && m.stopped == 0 { // by the supervisor or the watchdog, past the gate
			m.stopped = e.Time
		}
	case messages.EventEscalated:
		if m.kind.Name == "rejects_mode" {
			m.see(e.Time, "the drive does not obey")
		}
	}
}

// answer looks at what the drive answers.
func (m *measurement) answer(a actortest.Sample[messages.DriveState]) {
	if j := m.scene.joint; a.Value.Answered[j] {
		m.lastAnswer = a.Stamp.Time
		if a.Stamp.Time >= m.begin && m.kind.Acts == "joint" && m.kind.Name != "rejects_mode" && (a.Value.Fault[j] != 0 || a.Value.Mode[j].Stops()) {
			m.see(a.Stamp.Time, "the drive shows it")
		}
	}
}

// release looks at a release of the gate, with the command that it hands over.
func (m *measurement) release(d actortest.Sample[messages.DriveCommand]) {
	now := d.Stamp.Time
	if now < m.begin {
		return
	}
	if now.Sub(m.lastGood) > m.scene.timing.MaxAge {
		m.see(now, "the command is too old")
	}
	if m.scene.timing.Silence > 0 && now.Sub(m.lastAnswer) > m.scene.timing.Silence {
		m.see(now, "the answer is too old")
	}
	if m.stopped == 0 && d.Value.Mode[m.scene.joint].Stops() {
		m.stopped = now
	}
}

// judge compares with what the kind promises.
func (m *measurement) judge(t *testing.T) {
	t.Helper()
	bound, detected := m.bound()
	switch name := m.kind.Name; {
	case name == "rejects_mode": // the stop was asked for; what has to be seen is that it has no effect
		if m.seen == 0 || m.seen.Sub(m.begin) > bound {
			t.Errorf("%s: seen %v after its beginning, by %q, not within %v", name, m.seen.Sub(m.begin), m.by, bound)
		}
	case slices.Contains(unseen, name) || !detected:
	case m.seen == 0:
		t.Errorf("%s: its detector's condition never holds; it should within %v", name, bound)
	case m.detection() > bound:
		t.Errorf("%s: it is seen after %v (%s), not within %v", name, m.detection(), m.by, bound)
	case m.stopped == 0:
		t.Errorf("%s: it is seen at %s (%s), and no safe command is handed to the driver", name, m.seen, m.by)
	case m.reaction() > m.scene.timing.Period:
		t.Errorf("%s: it is seen at %s (%s), and the safe command handed over %v later; expected one period of the world, %v", name, m.seen, m.by, m.reaction(), m.scene.timing.Period)
	}
	if m.stopped != 0 && m.seen == 0 && m.kind.Detection.Detected() {
		t.Errorf("%s: the joint is stopped at %s, and the test sees no reason", m.kind.Name, m.stopped)
	}
}

// bound is what the kind states for the times of its scene.
func (m *measurement) bound() (time.Duration, bool) {
	timing := m.scene.timing
	if m.kind.Name == "rejects_mode" {
		timing.Silence = 100 * ms // within which a stop has to be confirmed
	}
	return m.kind.Detection.Bound(timing)
}

// detection is how long it takes until the detector's condition holds, for what is refused until
// the first refusal.
func (m *measurement) detection() time.Duration {
	at := m.seen
	if m.refused != 0 && m.refused < at {
		at = m.refused
	}
	if m.stopped != 0 && m.stopped < at {
		at = m.stopped
	}
	return at.Sub(m.begin)
}

// reaction is how long it takes from there to the safe command; something else may have asked for
// it before.
func (m *measurement) reaction() time.Duration { return max(0, m.stopped.Sub(m.seen)) }

// row is the measurement in the table that go test -v prints.
func (m *measurement) row() string {
	bound, detected := m.bound()
	switch {
	case !detected:
		return fmt.Sprintf("%s\tborne\t\t\t%s", m.kind.Name, m.kind.Detection.By)
	case m.seen == 0 || m.stopped == 0:
		return fmt.Sprintf("%s\tno stop\t%v\t\t%s", m.kind.Name, bound, m.kind.Detection.By)
	}
	return fmt.Sprintf("%s\t%v\t%v\t%v\t%s", m.kind.Name, m.detection(), bound, m.reaction(), m.by)
}

// upkies reports whether a kind needs a bus of frames, an inertial unit or an agent, as an Upkie
// has.
func upkies(k faults.Kind) bool {
	return k.Acts == "sensor" || k.Acts == "agent" || k.WholeBus || k.Name == "mute"
}

// TestTheSafeCommandFollowsWithinOnePeriodOfTheDetection tries every kind that runs in virtual time
// on the mobile manipulator. From what is sent, answered and told it computes the release at which
// the detector's condition holds; that must be within the bound that the kind states, and the safe
// command handed to the driver within one period of the world. With -v it prints the table of both
// times.
func TestTheSafeCommandFollowsWithinOnePeriodOfTheDetection(t *testing.T) {
	if testing.Short() {
		t.Skip("more than a hundred runs of the whole robot take a minute under the race detector, which the short run is for; the plain run of this test makes them")
	}
	registry, err := kinds.Standard()
	if err != nil {
		t.Fatal(err)
	}
	config, err := app.LoadFile("../../examples/mobile_manipulator/app.yaml", registry)
	if err != nil {
		t.Fatal(err)
	}
	begins := []time.Duration{603 * ms, 608*ms + 500*time.Microsecond} // early and late in a cycle
	var table strings.Builder
	w := tabwriter.NewWriter(&table, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "KIND\tDETECTION\tBOUND\tREACTION\tBY")
	measured := 0
	for _, k := range faults.Kinds() {
		if k.Verb != faults.Inject || !k.Virtual || k.Acts == "recording" || k.Acts == "job" || k.Acts == "body" || k.Name == "brake" || upkies(k) { // no actor of the example starts jobs or has an environment, and no drive has a brake
			continue
		}
		t.Run(k.Name, func(t *testing.T) {
			for _, begin := range begins {
				m := measure(t, config, k, begin)
				m.judge(t)
				fmt.Fprintln(w, m.row())
				if m.seen != 0 && m.stopped != 0 && k.Detection.Detected() {
					measured++
				}
			}
		})
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	t.Logf("world whole_body of 10ms, commands at most 30ms old; world mobile_base of 2ms\n%s", table.String())
	if measured < 35*len(begins) {
		t.Errorf("%d measurements, expected those of 35 kinds at least", measured)
	}
}
