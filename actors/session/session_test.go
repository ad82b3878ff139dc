package session

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/kinds"
	"github.com/robo-actors/robo-actors/actors/record"
	"github.com/robo-actors/robo-actors/actors/session/report"
	"github.com/robo-actors/robo-actors/internal/control"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/faults"
	"github.com/robo-actors/robo-actors/worlds/gate"
)

func TestTheReportSaysWhatADomainWasGranted(t *testing.T) {
	for want, g := range map[string]actors.Grant{
		"domain main: SCHED_OTHER, waits on futex (a note)":                                      {Domain: "main", Policy: "SCHED_OTHER", Wait: "futex", Note: "a note"},
		"domain fast: SCHED_FIFO priority 80, waits on futex, awake 50µs before a release":       {Domain: "fast", Policy: "SCHED_FIFO", Priority: 80, Wait: "futex", Spin: 50 * time.Microsecond},
		"domain main: default, waits on timer (real-time scheduling is supported on Linux only)": {Domain: "main", Policy: "default", Wait: "timer", Note: "real-time scheduling is supported on Linux only"},
	} {
		if got := granted(g); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// warnings collects what a session warns of, from any goroutine.
type warnings struct {
	mu  sync.Mutex
	all []string
}

func (w *warnings) add(err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.all = append(w.all, err.Error())
}

func (w *warnings) text() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return strings.Join(w.all, "\n")
}

func parsed(t *testing.T, line string) faults.Action {
	t.Helper()
	a, err := faults.Parse(line)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func newSession(t *testing.T, file string, with []Option, schedule ...string) (*Session, error) {
	t.Helper()
	r, err := kinds.Standard()
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range schedule {
		with = append(with, WithSchedule(parsed(t, line)))
	}
	return New(r, file, append(with, WithLogger(nil))...)
}

// wholeTestOnly skips what runs in virtual time on one goroutine when the test is short: the race
// detector, which the short test is for, slows it down twenty times and sees nothing there.
func wholeTestOnly(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("it runs on one goroutine; the whole test has it")
	}
}

// simulate runs the example in virtual time, with a schedule.
func simulate(t *testing.T, file string, with []Option, schedule ...string) (*Session, *report.Report, error) {
	t.Helper()
	s, err := newSession(t, file, append(with, WithVirtualTime()), schedule...)
	if err != nil {
		t.Fatal(err)
	}
	r, err := s.Run(context.Background())
	if r == nil {
		t.Fatalf("there is no report: %v", err)
	}
	goleak.VerifyNone(t)
	return s, r, err
}

// editedExample is a copy of the example with texts replaced, each of which it has.
func editedExample(t *testing.T, pairs ...string) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(filepath.Dir(example))); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, filepath.Base(example))
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	text := string(data)
	for i := 0; i < len(pairs); i += 2 {
		if !strings.Contains(text, pairs[i]) {
			t.Fatalf("the example has no %q", pairs[i])
		}
		text = strings.ReplaceAll(text, pairs[i], pairs[i+1])
	}
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

func eventsOf(t *testing.T, path string) string {
	t.Helper()
	r, err := record.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if d := r.Damage(); d != nil {
		t.Errorf("the recording is damaged: %s", d)
	}
	var b strings.Builder
	if err := record.Cat(r, &b, record.CatOptions{Filter: record.Filter{Topics: []string{"events"}, ByTime: true}}); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestAScheduleIsPerformedAtItsTimes(t *testing.T) {
	path := filepath.Join(t.TempDir(), "run.mcap")
	var w warnings
	_, r, err := simulate(t, example, []Option{WithDuration(2 * time.Second), WithRecording(path), WithWarnings(w.add)},
		"at 1s stop mobile_base mode=damp", "at 1.2s acknowledge mobile_base",
		"at 1.4s panic whole_body/path", "at 1.6s for 50ms drop mobile_base/controller.state")
	if err != nil || w.text() != "" || r.Unrecorded != "" {
		t.Fatal(err, w.text(), r.Unrecorded)
	}
	events := eventsOf(t, path)
	for _, want := range []struct{ at, text string }{
		{"1.00", `kind=mode_changed cause=operator`},
		{"1.20", `kind=acknowledged`},
		{"1.40", `kind=fault_injected`},
		{"1.4", `kind=failed cause=panic incarnation=1 source="whole_body/path"`},
		{"1.60", `kind=fault_injected`},
		{"1.65", `kind=fault_ended`},
	} {
		found := false
		for line := range strings.Lines(events) {
			found = found || strings.HasPrefix(line, want.at) && strings.Contains(line, want.text)
		}
		if !found {
			t.Errorf("at %s... there is no %s", want.at, want.text)
		}
	}
	if len(r.Faults) == 0 || r.Faults[0].Actor != "whole_body/path" || r.Faults[0].Cause != "panic" || r.Faults[0].At < messages.Instant(1400*time.Millisecond) {
		t.Errorf("the stories are %+v", r.Faults)
	}
}

func TestAPlanIsFollowedAgainAndAgainWithTheDrawsOfTheSeed(t *testing.T) {
	wholeTestOnly(t)
	const plan = `faults:
  - {every: 100ms, until: 1s, p: 0.5, for: 20ms, kind: drop, target: mobile_base/controller.state}
  - at 1.1s for 100ms sensor_bias mobile_front_left by=0.01
  - at 1.3s silent_reset mobile_front_left
`
	schedule, err := faults.ParsePlan("plan.yaml", []byte(plan))
	if err != nil {
		t.Fatal(err)
	}
	run := func(seed uint64) string {
		path := filepath.Join(t.TempDir(), "run.mcap")
		var w warnings
		if _, _, err := simulate(t, example, []Option{WithDuration(1500 * time.Millisecond), WithSeed(seed), WithRecording(path), WithWarnings(w.add), WithPlan(schedule)}); err != nil || w.text() != "" {
			t.Fatal(err, w.text())
		}
		return eventsOf(t, path)
	}
	first := run(3)
	if n := strings.Count(first, "kind=fault_injected"); n < 6 || n > 22 {
		t.Errorf("%d faults", n)
	}
	for _, want := range []string{`text="for 100ms sensor_bias mobile_front_left by=0.01"`, "silent_reset mobile_front_left", `kind=mode_changed cause=drive`} {
		if !strings.Contains(first, want) {
			t.Errorf("there is no %s in\n%s", want, first)
		}
	}
	if run(3) != first {
		t.Error("the same seed gave another run")
	}
	if run(4) == first {
		t.Error("another seed gave the same run")
	}
}

func TestARunContinuesWhenItsRecordingCannot(t *testing.T) {
	for fault, want := range map[string]string{"disk_full recording": "no space left", "disk_error recording of=write": "input/output error",
		"partial_write recording": "file too large", "read_only recording": "read-only", "disk_error recording of=close": "input/output error"} {
		path := filepath.Join(t.TempDir(), "run.mcap")
		var w warnings
		_, r, err := simulate(t, example, []Option{WithDuration(time.Second), WithRecording(path), WithWarnings(w.add)}, "at 500ms "+fault)
		if err != nil || r.Duration != time.Second || !strings.Contains(w.text(), want) || !strings.Contains(r.Unrecorded, want) {
			t.Errorf("%s: %v after %v: %s; the report says %q", fault, err, r.Duration, w.text(), r.Unrecorded)
		}
		reader, err := record.Open(path)
		if err != nil {
			t.Errorf("%s: %v", fault, err)
			continue
		}
		if c, err := reader.Channel("mobile_base/controller.state"); err != nil || c == nil { // what stood there before
			t.Errorf("%s: %v", fault, err)
		}
		if err := reader.Close(); err != nil {
			t.Error(err)
		}
	}
}

func TestATornTailAndBitRotAreFoundByTheReader(t *testing.T) {
	for _, fault := range []string{"torn_tail recording bytes=777", "bit_rot recording bits=40"} {
		path := filepath.Join(t.TempDir(), "run.mcap")
		var w warnings
		if _, _, err := simulate(t, example, []Option{WithDuration(time.Second), WithRecording(path), WithWarnings(w.add)}, "at 700ms "+fault); err != nil {
			t.Fatal(err)
		}
		reader, err := record.Open(path)
		if err != nil {
			continue // it finds that at once
		}
		if reader.Damage() == nil {
			t.Errorf("%s: nobody notices", fault)
		}
		if err := reader.Close(); err != nil {
			t.Error(err)
		}
	}
}

func TestTheReportTellsTheStoryOfAFault(t *testing.T) {
	wholeTestOnly(t)
	seed := uint64(9)
	_, r, err := simulate(t, example, []Option{WithDuration(2 * time.Second), WithSeed(seed)}, "at 1s panic mobile_base/wheels", "at 1.5s acknowledge mobile_base")
	if err != nil {
		t.Fatal(err)
	}
	if r.Application != "mobile_manipulator" || r.Clock != "virtual" || r.Seed != 9 || r.Duration != 2*time.Second || r.Recording != "" || r.Reason != "the time was over" {
		t.Errorf("the report begins with %+v", r)
	}
	if len(r.Faults) != 1 {
		t.Fatalf("%d stories, expected 1: %+v", len(r.Faults), r.Faults)
	}
	f := r.Faults[0]
	if f.Actor != "mobile_base/wheels" || f.Cause != "panic" || f.At != messages.Instant(time.Second) {
		t.Errorf("the story is %+v", f)
	}
	if f.SafeCommand != 0 {
		t.Errorf("the safe command came %v after the failure, expected the same instant", f.SafeCommand)
	}
	if f.Restarted < 100*time.Millisecond || f.Restarted > 150*time.Millisecond {
		t.Errorf("it was restarted after %v, expected the back-off of 100 ms and some jitter", f.Restarted)
	}
	if f.Rearmed < 500*time.Millisecond || f.Rearmed > 550*time.Millisecond {
		t.Errorf("its joints ran again after %v, expected soon after the acknowledgement at 500 ms", f.Rearmed)
	}
	if len(r.Couplings) != 2 {
		t.Errorf("%d couplings, expected 2", len(r.Couplings))
	}
	for _, c := range r.Couplings {
		if c.MaxAge != 30*time.Millisecond || c.Ages.Count == 0 {
			t.Errorf("coupling %+v", c)
		}
	}
	if len(r.Tracking) != 1 || r.Tracking[0].Samples < 90 || !(r.Tracking[0].PositionMax > 0 && r.Tracking[0].PositionMax < 0.1) {
		t.Errorf("the tracking is %+v", r.Tracking)
	}
	var text strings.Builder
	if err := r.Text(&text); err != nil || !strings.Contains(text.String(), "safe command handed to the driver") {
		t.Errorf("the text is %v, %s", err, text.String())
	}
}

func TestTheReportHasWhatActorsSay(t *testing.T) {
	_, r, err := simulate(t, "../../examples/arm_levels/app.yaml", []Option{WithDuration(20 * time.Millisecond)})
	if err != nil || len(r.Notes) != 2 || r.Notes[1].Actor != "arm/controller" || r.Notes[1].Text != "law: running" {
		t.Errorf("the notes are %+v (%v)", r.Notes, err)
	}
}

func TestWithoutAFaultThereIsNoStory(t *testing.T) {
	s, r, err := simulate(t, example, []Option{WithDuration(300 * time.Millisecond)})
	if err != nil || len(r.Faults) != 0 {
		t.Errorf("%v, %+v", err, r.Faults)
	}
	if missed, ticks := r.Missed(); missed != 0 || ticks < 1000 {
		t.Errorf("%d of %d releases missed", missed, ticks)
	}
	if s.Config.Duration != 300*time.Millisecond {
		t.Errorf("the duration was not replaced: %v", s.Config.Duration)
	}
}

func TestTheDurationOfTheFileHoldsWhereNoneIsGiven(t *testing.T) {
	_, r, err := simulate(t, editedExample(t, "duration: 10s", "duration: 200ms"), []Option{})
	if err != nil || r.Duration != 200*time.Millisecond {
		t.Errorf("%v, it took %v", err, r.Duration)
	}
	if _, err := newSession(t, editedExample(t, "  duration: 10s\n", ""), []Option{WithVirtualTime()}); err == nil || !strings.Contains(err.Error(), "needs an end") {
		t.Errorf("virtual time without an end: %v", err)
	}
}

func TestWhatCanHappenAtNoMomentIsRefusedBeforeTheStart(t *testing.T) {
	folder := t.TempDir()
	_, err := newSession(t, example, []Option{WithVirtualTime(), WithDuration(300 * time.Millisecond), WithRecording(filepath.Join(folder, "run.mcap")), WithPlan(faults.Schedule{{Action: faults.Action{At: messages.Instant(time.Second), Verb: faults.Reset, World: "mobile_base"}}})},
		"at 100ms stop nowhere", "at 120ms panic nobody")
	if err == nil {
		t.Fatal("it ran")
	}
	for _, want := range []string{`at 100ms stop nowhere mode=ramp_hold: unknown world "nowhere"; known: mobile_base, whole_body`,
		`at 120ms panic nobody: actor "nobody" is unknown; known: `, "at 1s reset mobile_base: it comes after the end of the run at 300ms"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%q is not in %v", want, err)
		}
	}
	if left, err := os.ReadDir(folder); err != nil || len(left) > 0 {
		t.Errorf("%v is left of a recording, %v", left, err)
	}
}

func TestAReportNamesTheJointsThatDoNotRunAtTheEndAndWhy(t *testing.T) {
	wholeTestOnly(t)
	_, r, err := simulate(t, example, []Option{WithDuration(1500 * time.Millisecond)}, "at 1s fault_code mobile_rear_left code=38")
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	if err := r.Text(&text); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"joints that do not run at the end:\n", "  mobile_base mobile_front_left, mobile_front_right, mobile_rear_right: damp since 1.0", "  whole_body mobile_planar: ramp_hold since 1.0",
		"  mobile_base mobile_rear_left: off since 1.0",
		"1.000000s injected fault: ", "    the drive of mobile_rear_left: its newest fault code is 38, over-temperature\n"} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("%q is not in%s", want, text.String())
		}
	}
	for _, s := range r.Stopped {
		if slices.Contains(s.Joints, "arm_joint_1") {
			t.Errorf("the arm runs, and is listed: %+v", s)
		}
	}
	if _, r, err = simulate(t, example, []Option{WithDuration(time.Second)}); err != nil || len(r.Stopped) > 0 {
		t.Errorf("%v; of a run without faults %+v is listed", err, r.Stopped)
	}
}

func TestWhatAGateRefusesIsWarnedOf(t *testing.T) {
	var w warnings
	if _, _, err := simulate(t, example, []Option{WithDuration(300 * time.Millisecond), WithWarnings(w.add)}, "at 200ms stop mobile_base mode=run"); err != nil {
		t.Fatal(err)
	}
	if want := "mode run does not stop a joint"; !strings.Contains(w.text(), want) {
		t.Errorf("%q is not in %s", want, w.text())
	}
}

func TestAFailureLeavesAWholeRecording(t *testing.T) {
	for _, c := range []struct {
		name, line string
		want       error
		text       string
	}{
		{"beyond its restarts", "at 100ms crash_loop mobile_base/controller", nil, "no supervisor could handle a failure"},
		{"a hang", "at 100ms hang mobile_base/controller", actors.ErrHung, "hang"},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "run.mcap")
			_, r, err := simulate(t, example, []Option{WithDuration(30 * time.Second), WithRecording(path)}, c.line)
			if err == nil || !strings.Contains(err.Error(), c.text) || c.want != nil && !errors.Is(err, c.want) {
				t.Fatalf("got %v", err)
			}
			if r.Reason != err.Error() || r.Recording != path || r.Duration >= 30*time.Second {
				t.Errorf("the report says %q, %q, %v", r.Reason, r.Recording, r.Duration)
			}
			events := eventsOf(t, path)
			for _, source := range []string{"mobile_base/wheels", "whole_body/arm"} {
				if !strings.Contains(events, fmt.Sprintf("source=%q", source)) || !strings.Contains(events, "kind=stopped") {
					t.Errorf("the recording does not tell the end of %s", source)
				}
			}
		})
	}
}

func TestFaultsAreRefusedBeforeAnythingIsWritten(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "new")
	file := editedExample(t, "  faults: allowed\n", "", "\nworlds:\n", "\nrecording: {directory: "+folder+"}\nworlds:\n")
	_, err := newSession(t, file, []Option{WithVirtualTime(), WithDefaultRecording()}, "at 1s panic mobile_base/wheels")
	if !errors.Is(err, actors.ErrFaultsNotAllowed) {
		t.Errorf("got %v", err)
	}
	if _, err := os.Stat(folder); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the folder of the recording was made: %v", err)
	}
}

func TestTheFileSaysWhereARunIsRecordedAndWhether(t *testing.T) {
	elsewhere := filepath.Join(t.TempDir(), "logs", "today")
	recording := func(section string) string {
		return editedExample(t, "\nworlds:\n", "\nrecording: {"+section+"}\nworlds:\n")
	}
	beside := recording("directory: logs")
	asked := filepath.Join(t.TempDir(), "asked.mcap")
	const named = "mobile_manipulator-sim-*.mcap"
	for name, c := range map[string]struct {
		file string
		with []Option
		want string // pattern of the path; empty if the run is not recorded
	}{
		"a folder beside the file":        {beside, nil, filepath.Join(filepath.Dir(beside), "logs", named)},
		"a folder elsewhere":              {recording("directory: " + elsewhere), []Option{WithDefaultRecording()}, filepath.Join(elsewhere, named)},
		"nothing":                         {recording("enabled: false"), []Option{WithDefaultRecording()}, ""},
		"nothing, but an option asks":     {recording("enabled: false, directory: logs"), []Option{WithRecording(asked)}, asked},
		"a folder, and an option forbids": {recording("directory: logs"), []Option{WithoutRecording()}, ""},
		"no section, and no option":       {editedExample(t), nil, ""},
	} {
		t.Run(name, func(t *testing.T) {
			s, err := newSession(t, c.file, append(c.with, WithVirtualTime(), WithDuration(100*time.Millisecond)))
			if err != nil {
				t.Fatal(err)
			}
			r, err := s.Run(context.Background())
			if err != nil {
				t.Fatal(err)
			}
			if is, err := filepath.Match(c.want, r.Recording); err != nil || !is {
				t.Errorf("it is recorded in %q; expected %q", r.Recording, c.want)
			}
			if r.Recording != "" {
				_ = eventsOf(t, r.Recording)
			}
		})
	}
}

func TestAFolderForRecordingsThatCannotBeMadeIsReportedWithItsPlace(t *testing.T) {
	file := editedExample(t, "\nworlds:\n", "\nrecording: {directory: app.yaml}\nworlds:\n")
	_, err := newSession(t, file, []Option{WithVirtualTime(), WithDefaultRecording()})
	if err == nil || !strings.Contains(err.Error(), "recording.directory: the folder for recordings cannot be created") {
		t.Errorf("got %v", err)
	}
}

func TestARecordingIsNeverWrittenOver(t *testing.T) {
	path := filepath.Join(t.TempDir(), "run.mcap")
	if err := os.WriteFile(path, []byte("precious"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := newSession(t, example, []Option{WithVirtualTime(), WithRecording(path)}); !errors.Is(err, os.ErrExist) {
		t.Errorf("got %v", err)
	}
	if data, err := os.ReadFile(path); err != nil || string(data) != "precious" {
		t.Errorf("the file has %q, %v", data, err)
	}
}

// calmExample tolerates a slow machine.
func calmExample(t *testing.T, pairs ...string) string {
	return editedExample(t, append([]string{
		"    rate: 100Hz\n    models:", "    rate: 50Hz\n    on_overrun: {missed: 1000000}\n    models:",
		"    rate: 500Hz\n    models:", "    rate: 100Hz\n    on_overrun: {missed: 1000000}\n    models:",
		"        type: simulated\n", "        type: simulated\n        max_age: 2s\n        options: {silence: 5s}\n",
		"        gear_ratio:", "        watchdog: 1s\n        gear_ratio:",
		"rate: 1kHz", "rate: 100Hz", "max_age: 30ms", "max_age: 2s"}, pairs...)...)
}

// live is a session that runs in real time, with its socket.
type live struct {
	t      *testing.T
	path   string
	ended  chan struct{}
	report *report.Report
	reason error
}

func runLive(t *testing.T, file string, with ...Option) *live {
	t.Helper()
	base, err := os.MkdirTemp("", "ra") // short: it holds a socket
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(base) })
	t.Setenv("XDG_RUNTIME_DIR", base)
	s, err := newSession(t, file, append(with, WithControl()))
	if err != nil {
		t.Fatal(err)
	}
	dir, err := control.Directory()
	if err != nil {
		t.Fatal(err)
	}
	l := &live{t: t, path: control.SocketPath(dir, s.Config.Name, os.Getpid()), ended: make(chan struct{})}
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		defer close(l.ended)
		l.report, l.reason = s.Run(ctx)
	}()
	t.Cleanup(func() {
		cancel()
		<-l.ended
		goleak.VerifyNone(t)
	})
	l.until("status", nil, func(st *Status) bool { return running(st, "mobile_base") && running(st, "whole_body") })
	return l
}

// running reports whether every driven joint of a world runs.
func running(st *Status, world string) bool {
	n := 0
	for _, j := range st.Worlds[world].Joints {
		if j.Mode == messages.ModeRun {
			n++
		}
	}
	return n >= 4
}

// until asks until the reply is as wanted.
func (l *live) until(verb string, arguments any, good func(*Status) bool) {
	l.t.Helper()
	var err error
	for begin := time.Now(); time.Since(begin) < time.Minute; time.Sleep(10 * time.Millisecond) {
		var st Status
		if err = control.Call(context.Background(), l.path, verb, arguments, &st); err == nil && good(&st) {
			return
		}
		select {
		case <-l.ended:
			l.t.Fatalf("the run ended: %v", l.reason)
		default:
		}
	}
	l.t.Fatalf("%s never was as expected: %v", verb, err)
}

func (l *live) refused(verb string, a any, want string) {
	l.t.Helper()
	if err := control.Change(context.Background(), l.path, verb, a, nil); err == nil || !strings.Contains(err.Error(), want) {
		l.t.Errorf("%s %+v: got %v, expected %q", verb, a, err, want)
	}
}

func TestARunningApplicationIsOperatedOverItsSocket(t *testing.T) {
	path := filepath.Join(t.TempDir(), "run.mcap")
	l := runLive(t, calmExample(t), WithDuration(time.Hour), WithRecording(path))
	client := OnSocket(l.path)
	if links, err := client.Links(t.Context()); err != nil || len(links) < 10 {
		t.Errorf("%d links, %v", len(links), err)
	}
	stopped, err := client.Stop(t.Context(), "mobile_base", messages.ModeDamp)
	if err != nil {
		t.Fatal(err)
	}
	if running(&Status{Worlds: map[string]gate.Status{"w": stopped}}, "w") {
		t.Errorf("after a stop the joints are %+v", stopped.Joints)
	}
	l.until("status", nil, func(st *Status) bool { return !running(st, "mobile_base") && running(st, "whole_body") })
	for begin := time.Now(); ; time.Sleep(10 * time.Millisecond) {
		_, err := client.Rearm(t.Context(), "mobile_base")
		if err == nil {
			break
		}
		if time.Since(begin) > time.Minute {
			t.Fatal(err)
		}
	}
	l.until("status", nil, func(st *Status) bool { return running(st, "mobile_base") })

	l.refused("stop", Arguments{World: "nowhere"}, `has no world "nowhere"; known: whole_body, mobile_base`)
	l.refused("stop", map[string]string{"world": "mobile_base", "mode": "asleep"}, `mode "asleep" is unknown`)
	l.refused("stop", Arguments{World: "mobile_base", Joints: []string{"nothing"}}, `unknown joint "nothing"`)
	l.refused("rearm", Arguments{World: "nowhere", Seen: &Seen{}}, `has no world "nowhere"; known: whole_body, mobile_base`)
	l.refused("rearm", Arguments{World: "mobile_base"}, "does not say which condition the operator has seen")
	l.refused("inject", Arguments{Fault: "panic nobody"}, `actor "nobody" is unknown`)
	l.refused("inject", Arguments{Fault: "panic mobile_base/wheel"}, `did you mean "mobile_base/wheels"?`)
	l.refused("stop", Arguments{World: "mobile_base", Joints: []string{"mobile_front_lft"}}, `did you mean "mobile_front_left"?`)
	l.refused("inject", Arguments{Fault: "stop mobile_base"}, "use the verbs rearm and stop")
	if err := control.Call(context.Background(), l.path, "stop", json.RawMessage(`"text"`), nil); err == nil || !strings.Contains(err.Error(), "invalid arguments") {
		t.Errorf("arguments of another type: %v", err)
	}

	if done, err := client.Inject(t.Context(), "panic whole_body/path"); err != nil || done != "panic whole_body/path" {
		t.Errorf("inject: %q, %v", done, err)
	}
	l.until("status", nil, func(st *Status) bool {
		for _, h := range st.Health {
			if h.Actor == "whole_body/path" && h.Restarts > 0 {
				return true
			}
		}
		return false
	})
	if err := OnSocket(l.path).End(t.Context()); err != nil {
		t.Fatal(err)
	}
	<-l.ended
	if !errors.Is(l.reason, ErrEnded) || l.report == nil || l.report.Clock != "real" || !strings.Contains(l.report.Reason, ErrEnded.Error()) {
		t.Errorf("it ended with %v, %+v", l.reason, l.report)
	}
	if _, err := os.Stat(l.path); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the socket is still there: %v", err)
	}
	events := eventsOf(t, path)
	for _, want := range []string{"kind=mode_changed cause=operator", "kind=acknowledged", "kind=failed cause=panic"} {
		if !strings.Contains(events, want) {
			t.Errorf("the recording has no %s", want)
		}
	}
}

func TestFaultsAreRefusedOverTheSocketWhereTheFileDoesNotAllowThem(t *testing.T) {
	l := runLive(t, calmExample(t, "  faults: allowed\n", ""), WithDuration(time.Hour))
	l.refused("inject", Arguments{Fault: "panic mobile_base/wheels"}, "faults are not allowed")
	if err := OnSocket(l.path).End(t.Context()); err != nil {
		t.Fatal(err)
	}
	<-l.ended
	for _, f := range l.report.Faults {
		if f.Cause == "panic" {
			t.Errorf("a refused fault was injected: %+v", f)
		}
	}
}

func TestARunWhoseRecordingIsDeletedOrCutGoesOnAndSaysSo(t *testing.T) {
	for _, virtual := range []bool{true, false} {
		for want, spoil := range map[string]func(path string) error{
			"was deleted": os.Remove,
			"was cut":     func(path string) error { return os.Truncate(path, 100) },
		} {
			if virtual && want == "was cut" {
				continue // it is written at the end
			}
			path := filepath.Join(t.TempDir(), "run.mcap")
			var w warnings
			with := []Option{WithDuration(time.Second), WithRecording(path), WithWarnings(w.add)}
			if virtual {
				with = append(with, WithVirtualTime())
			}
			s, err := newSession(t, example, with)
			if err != nil {
				t.Fatal(err)
			}
			var spoiled error
			s.System.At(messages.Instant(500*time.Millisecond), func() { spoiled = spoil(path) })
			r, err := s.Run(context.Background())
			if err != nil || spoiled != nil || r.Duration < time.Second || !strings.Contains(w.text(), want) || !strings.Contains(r.Unrecorded, want) {
				t.Errorf("virtual %t: %v, %v after %v: %s; the report says %q", virtual, spoiled, err, r.Duration, w.text(), r.Unrecorded)
			}
		}
	}
}
