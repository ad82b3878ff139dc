package plotting

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors/record"
	"github.com/robo-actors/robo-actors/messages"
)

var small = Options{WidthCM: 10, PanelCM: 3}

func TestEveryTypeWithJointsIsDrawn(t *testing.T) {
	w := newRecorder(t)
	three := []float64{1, 2, 3}
	for i := range 3 {
		at := time.Duration(i) * time.Second
		write(w, "/joint/state", at, messages.JointState{Position: three, Velocity: three, Effort: three})
		write(w, "/joint/command", at, messages.JointCommand{Velocity: three})
		write(w, "/drive/state", at, messages.DriveState{Position: three})
		write(w, "/drive/command", at, messages.DriveCommand{Position: three, Effort: three})
		write(w, "/snapshot", at, messages.Snapshot{Position: three})
		write(w, "/virtual", at, messages.VirtualState{Position: three, Velocity: three})
	}
	r := w.open()
	for topic, labels := range map[string]string{
		"/joint/state": "position velocity effort", "/joint/command": "velocity", "/drive/state": "position",
		"/drive/command": "position effort", "/snapshot": "position", "/virtual": "position velocity",
	} {
		f, err := Joints(r, topic, nil, small)
		if err != nil {
			t.Errorf("%s: %v", topic, err)
			continue
		}
		var seen []string
		for _, p := range f.Panels {
			quantity, _, _ := strings.Cut(p.Label, " ")
			seen = append(seen, quantity)
		}
		if got := strings.Join(seen, " "); got != labels {
			t.Errorf("%s has panels of %q; expected %q", topic, got, labels)
		}
	}
}

func TestWhatNoJointIsCommandedHasNoPanel(t *testing.T) {
	w := newRecorder(t)
	two := []float64{1, 2}
	efforts := []messages.ControlMode{messages.ControlEffort, messages.ControlNone}
	mixed := []messages.ControlMode{messages.ControlEffort, messages.ControlPositionVelocity}
	for i := range 3 {
		at := time.Duration(i) * time.Second
		write(w, "/efforts", at, messages.JointCommand{Control: efforts, Position: two, Velocity: two, Effort: two})
		write(w, "/mixed", at, messages.DriveCommand{Control: mixed, Position: two, Velocity: two, Effort: two})
	}
	r := w.open()
	for topic, want := range map[string]int{"/efforts": 1, "/mixed": 3} {
		f, err := Joints(r, topic, nil, small)
		if err != nil {
			t.Fatal(err)
		}
		if last := len(f.Panels) - 1; len(f.Panels) != want || f.Panels[last].Label != "effort (N m or N)" {
			t.Errorf("%s has %d panels, want %d", topic, len(f.Panels), want)
		}
	}
}

func TestJointsAreDrawnInDegreesAndMillimetresAndCanBeSelected(t *testing.T) {
	w := newRecorder(t)
	metadata := []record.Entry{record.Names([]string{"elbow", "lift"}), record.FieldUnits("position", []string{"rad", "m"})}
	for i := range 2 {
		write(w, "/s", time.Duration(i)*time.Second, messages.JointState{Position: []float64{math.Pi, 0.25}}, metadata...)
	}
	r := w.open()
	f, err := Joints(r, "/s", nil, small)
	if err != nil {
		t.Fatal(err)
	}
	if len(f.Panels) != 2 || f.Panels[0].Label != "position (deg)" || f.Panels[1].Label != "position (mm)" ||
		math.Abs(f.Panels[0].Lines[0].Value[0]-180) > 1e-12 || f.Panels[1].Lines[0].Value[1] != 250 {
		t.Errorf("panels %+v", f.Panels)
	}
	f, err = Joints(r, "/s", []string{"lift"}, small)
	if err != nil || len(f.Panels) != 1 || len(f.Panels[0].Lines) != 1 || f.Panels[0].Lines[0].Name != "lift" {
		t.Errorf("panels %+v, %v; expected the selected joint alone", f, err)
	}
	if _, err := Joints(r, "/s", []string{"wrist"}, small); err == nil || !strings.Contains(err.Error(), `unknown joint "wrist"; expected one of elbow, lift`) {
		t.Errorf("an unknown joint: %v", err)
	}
}

func TestJointsHaveTheirNamesOrTheirIndexes(t *testing.T) {
	moments := []moment{
		{0, [3][]float64{{1, 2}, {3}}},
		{1, [3][]float64{{4, 5}, {}}}, // a velocity is missing
		{2, [3][]float64{{6, 7}, {8}}},
	}
	named := &record.Channel{Metadata: []record.Entry{record.Names([]string{"left", "right"})}}
	got := jointLines(named, "position", moments, 0)
	if len(got) != 2 || got[0].Name != "left" || got[1].Name != "right" || fmt.Sprint(got[1].Time, got[1].Value) != "[0 1 2] [2 5 7]" {
		t.Errorf("positions %+v", got)
	}
	got = jointLines(named, "velocity", moments, 1)
	if len(got) != 1 || got[0].Name != "[0]" || fmt.Sprint(got[0].Time, got[0].Value) != "[0 1 2] [3 NaN 8]" {
		t.Errorf("velocities %+v; expected an index, since there are two names for one value, and a gap where it is missing", got)
	}
	if got = jointLines(named, "effort", moments, 2); len(got) != 0 {
		t.Errorf("efforts %+v; expected none", got)
	}
}

func TestASelectionTakesLogTimesAndComesByStamp(t *testing.T) {
	w := newRecorder(t)
	for _, at := range []time.Duration{5, 1, 4, 2, 3} {
		write(w, "/p", at*time.Second, messages.Pose{Position: [3]float64{float64(at)}})
	}
	r := w.open()
	second := func(n int) messages.Instant { return messages.Instant(time.Duration(n) * time.Second) }
	for _, test := range []struct {
		from, until messages.Instant
		want        string
	}{
		{0, 0, "1 2 3 4 5"}, {second(2), 0, "2 3 4 5"}, {0, second(3), "1 2"}, {second(2), second(4), "2 3"},
	} {
		samples, err := series[messages.Pose](r, "/p", Options{From: test.from, Until: test.until})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, s := range samples {
			got = append(got, fmt.Sprint(s.Value.Position[0]))
		}
		if strings.Join(got, " ") != test.want {
			t.Errorf("%s to %s: %v; expected %s", test.from, test.until, got, test.want)
		}
	}
}

func TestModesComeFromSnapshotsOrElseFromDrives(t *testing.T) {
	run, off := []messages.Mode{messages.ModeRun}, []messages.Mode{messages.ModeOff}
	drives := newRecorder(t)
	write(drives, "/a", 0, messages.DriveState{Mode: run})
	write(drives, "/b", 0, messages.DriveState{Mode: off})
	write(drives, "/c", 0, messages.DriveCommand{Mode: off})
	write(drives, "/d", 0, messages.VirtualState{Mode: messages.ModeDamp})
	both := newRecorder(t)
	write(both, "/drives", 0, messages.DriveState{Mode: run})
	write(both, "/world", 0, messages.Snapshot{Mode: run}, record.Names([]string{"joint_1"}))
	for name, test := range map[string]struct {
		reader *record.Reader
		topics []string
		want   []string
	}{
		"drives alone":         {drives.open(), nil, []string{"/a [0]", "/b [0]", "modes"}},
		"the snapshot is best": {both.open(), nil, []string{"modes of /world", "joint_1"}},
	} {
		f, err := Modes(test.reader, test.topics, nil, small)
		if err != nil {
			t.Fatal(err)
		}
		text := words(f)
		for _, want := range test.want {
			if !strings.Contains(text, want+"\n") {
				t.Errorf("%s: the picture does not say %q", name, want)
			}
		}
		if strings.Contains(text, "/c") || strings.Contains(text, "/drives") {
			t.Errorf("%s: the picture has a topic that was not requested", name)
		}
	}
	f, err := Modes(drives.reopen(), []string{"/c", "/d"}, nil, small)
	if err != nil || words(f) != "modes\n/c [0]\n/d [0]\n" {
		t.Errorf("two requested topics: %v, %v", f, err)
	}
}

func TestAJointWhoseStateIsLostHasNoModeToDraw(t *testing.T) {
	w := newRecorder(t)
	for i, valid := range []bool{true, false, false, true} {
		mode := messages.ModeDamp
		if i < 3 {
			mode = messages.ModeRun // the last that was known
		}
		write(w, "/s", time.Duration(i)*time.Second, messages.Snapshot{Mode: []messages.Mode{mode}, Valid: []bool{valid}})
	}
	f, err := Modes(w.open(), nil, nil, small)
	if err != nil {
		t.Fatal(err)
	}
	want := []stretch{{0, 1, messages.ModeRun}, {3, 3, messages.ModeDamp}}
	if got := f.Panels[0].Lanes[0].stretches(3); !slices.Equal(got, want) {
		t.Errorf("the lane has %v; expected %v", got, want)
	}
}

func TestALaneThatAppearsLateBeginsLate(t *testing.T) {
	w := newRecorder(t)
	write(w, "/s", 0, messages.Snapshot{Mode: []messages.Mode{messages.ModeRun}})
	write(w, "/s", time.Second, messages.Snapshot{Mode: []messages.Mode{messages.ModeRun, messages.ModeOff}})
	r := w.open()
	channel, err := r.Channel("/s")
	if err != nil {
		t.Fatal(err)
	}
	lanes, err := modeReaders["robo_actors.v1.Snapshot"](r, channel, Options{})
	if err != nil || len(lanes) != 2 || len(lanes[0].Time) != 2 || len(lanes[1].Time) != 1 || lanes[1].Time[0] != 1 {
		t.Errorf("lanes %+v, %v", lanes, err)
	}
}
