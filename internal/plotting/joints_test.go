package plotting

import (
	"bytes"
	"fmt"
	"math"
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
		data, err := Joints(r, topic, small)
		if err != nil {
			t.Errorf("%s: %v", topic, err)
			continue
		}
		var seen []string
		for _, label := range []string{"position", "velocity", "effort"} {
			if bytes.Contains(data, []byte(label+" (")) {
				seen = append(seen, label)
			}
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
		data, err := Joints(r, topic, small)
		if err != nil {
			t.Fatal(err)
		}
		panels := 0
		for _, q := range quantities {
			if bytes.Contains(data, []byte(q.label)) {
				panels++
			}
		}
		if panels != want || !bytes.Contains(data, []byte("effort (")) {
			t.Errorf("%s has %d panels, want %d", topic, panels, want)
		}
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
		"drives alone":         {drives.open(), nil, []string{"/a [0]", "/b [0]", ">modes<"}},
		"the snapshot is best": {both.open(), nil, []string{"modes of /world", "joint_1"}},
	} {
		data, err := Modes(test.reader, test.topics, small)
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range test.want {
			if !bytes.Contains(data, []byte(want)) {
				t.Errorf("%s: the picture does not say %q", name, want)
			}
		}
		if bytes.Contains(data, []byte("/c")) || bytes.Contains(data, []byte("/drives")) {
			t.Errorf("%s: a topic was drawn that nobody asked for", name)
		}
	}
	data, err := Modes(drives.reopen(), []string{"/c", "/d"}, small)
	if err != nil || !bytes.Contains(data, []byte("/c [0]")) || !bytes.Contains(data, []byte("/d [0]")) || !bytes.Contains(data, []byte(">damp<")) {
		t.Errorf("two topics that were asked for: %v", err)
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
	data, err := Modes(w.open(), nil, small)
	if err != nil {
		t.Fatal(err)
	}
	picture := read(t, data)
	at := rulerOf(t, picture.class("times"), "x", 0, false)
	got := barsIn(t, picture, 1)[0]
	if len(got) != 2 || got[0].mode != messages.ModeRun || math.Abs(got[0].right-at.place(1)) > 1 || got[1].mode != messages.ModeDamp {
		t.Errorf("the bars are %v; expected run up to 1 s, at %g px, and damp at 3 s", got, at.place(1))
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
