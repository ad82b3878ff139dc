package session

import (
	"bytes"
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

	"google.golang.org/protobuf/proto"

	"github.com/robo-actors/robo-actors/actors/record"
	"github.com/robo-actors/robo-actors/actors/session/report"
	"github.com/robo-actors/robo-actors/actors/view/draw"
	"github.com/robo-actors/robo-actors/internal/foxglove/schemas"
	"github.com/robo-actors/robo-actors/messages"
)

// withParts is an application with three parts.
const withParts = "../../examples/cascade/parts.yaml"

// recorded is a run that several tests read.
var recorded struct {
	sync.Once
	run, page []byte
	report    *report.Report
}

// recordedParts returns copies of the files of one run.
func recordedParts(t *testing.T) (path, page string, r *report.Report) {
	t.Helper()
	recorded.Do(func() {
		path, page, r := recordParts(t)
		recorded.run, recorded.page, recorded.report = content(t, path), content(t, page), r
	})
	if recorded.report == nil {
		t.Fatal("the run failed in an earlier test")
	}
	folder := t.TempDir()
	path, page = filepath.Join(folder, "run.mcap"), filepath.Join(folder, "run.html")
	if err := errors.Join(os.WriteFile(path, recorded.run, 0o600), os.WriteFile(page, recorded.page, 0o600)); err != nil {
		t.Fatal(err)
	}
	return path, page, recorded.report
}

// recordParts records a run in which a second arm is opened, stopped by an operator, closed and
// opened again, and a world that observes the first arm is opened and closed.
func recordParts(t *testing.T) (path, page string, r *report.Report) {
	t.Helper()
	folder := t.TempDir()
	path, page = filepath.Join(folder, "run.mcap"), filepath.Join(folder, "run.html")
	_, r, err := simulate(t, withParts, []Option{WithDuration(5500 * time.Millisecond), WithRecording(path), WithReportPage(page, "robo-actors sim")},
		"at 500ms open parts/second_arm.yaml", "at 500ms open parts/monitor.yaml", "at 2s stop second_servo", "at 3s close parts/monitor.yaml", "at 3s close parts/second_arm.yaml",
		"at 3.5s open parts/second_arm.yaml", "at 5s for 100ms no_reply second_wrist")
	if err != nil {
		t.Fatal(err)
	}
	return path, page, r
}

// What parts add is in the recording as everything else is: values with the names of their joints,
// the topics that viewers draw, and the files.
func TestARecordingHasThePartsThatWereOpen(t *testing.T) {
	path, _, _ := recordedParts(t)
	r, err := record.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	for topic, name := range map[string]string{"second_servo/arm.state": "second_wrist", "second_servo/exports.state_second_elbow": "second_elbow", "second/gate.joint_second_wrist": "second_wrist",
		"plant/second.state": "second_shoulder", "monitor/perception.snapshot": "elbow"} {
		c, err := r.Channel(topic)
		if err != nil {
			t.Fatal(err)
		}
		names, _ := c.Value("names")
		if !strings.Contains(names, name) {
			t.Errorf("%s has the names %q, want %s", topic, names, name)
		}
	}
	counts, drawn := map[string]int{}, map[string]bool{}
	var deletions []time.Duration
	for m, err := range r.Messages(record.Filter{}) {
		if err != nil {
			t.Fatal(err)
		}
		counts[m.Channel.Topic]++
		switch m.Channel.Topic {
		case draw.FramesTopic:
			var frames schemas.FrameTransforms
			if err := proto.Unmarshal(m.Data, &frames); err != nil {
				t.Fatal(err)
			}
			at := time.Duration(m.LogTime)
			for _, f := range frames.Transforms {
				world, _, _ := strings.Cut(f.ChildFrameId, "/")
				drawn[world] = true
				if world == "monitor" && (at < 500*time.Millisecond || at > 3100*time.Millisecond) {
					t.Errorf("%s is drawn at %v", f.ChildFrameId, at)
				}
			}
		case draw.RobotsTopic:
			var scene schemas.SceneUpdate
			if err := proto.Unmarshal(m.Data, &scene); err != nil {
				t.Fatal(err)
			}
			if len(scene.Deletions) > 0 {
				deletions = append(deletions, time.Duration(m.LogTime))
			}
		}
	}
	for _, topic := range []string{"/second/joint_states", "/second_servo/joint_states", "/second_servo/joint_commands", "/monitor/joint_states"} {
		if counts[topic] < 40 {
			t.Errorf("%s has %d messages", topic, counts[topic])
		}
	}
	if !drawn["second"] || !drawn["monitor"] || len(deletions) < 3 || deletions[0] < 499*time.Millisecond {
		t.Errorf("drawn are %v, anew at %v", drawn, deletions)
	}
	for _, file := range []string{"parts/second_arm.yaml", "parts/monitor.yaml"} {
		if !slices.Contains(r.Files(), file) {
			t.Errorf("%s is not in the recording: %v", file, r.Files())
		}
	}
}

func TestARunWithPartsIsRecordedAlikeEachTime(t *testing.T) {
	first, _, _ := recordedParts(t)
	second, _, _ := recordParts(t)
	if a, b := content(t, first), content(t, second); !bytes.Equal(a, b) {
		t.Error("two recordings differ")
	}
}

func content(t *testing.T, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// A recording is explained with what its parts declare, and only what was there is explained.
func TestStopsOfPartsAreExplained(t *testing.T) {
	path, page, rep := recordedParts(t)
	r, err := record.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	explained := func(at time.Duration, joints ...string) string {
		all, err := ExplainRecording(r, standardKinds(t), joints, messages.Instant(at))
		if err != nil {
			return err.Error()
		}
		return strings.Join(ExplanationTexts(all), "\n")
	}
	if text := explained(2500 * time.Millisecond); !strings.Contains(text, "joints second_elbow, second_shoulder, second_wrist of world second_servo are in ramp_hold") || !strings.Contains(text, "re-arm: acknowledge; run: robo-actors rearm second_servo") {
		t.Errorf("while it is open:\n%s", text)
	}
	if text := explained(3200 * time.Millisecond); text != "" {
		t.Errorf("while it is closed:\n%s", text)
	}
	if text := explained(3200*time.Millisecond, "second_servo/second_wrist"); !strings.Contains(text, `world "second_servo" is no part of the application at 3.200000s`) {
		t.Errorf("while it is closed:\n%s", text)
	}
	if text := explained(4900 * time.Millisecond); text != "" {
		t.Errorf("after it was opened again:\n%s", text)
	}
	for _, s := range rep.Stops {
		if s.World == "second_servo" && s.At < messages.Instant(3*time.Second) && (s.At.Add(s.Length) < messages.Instant(3*time.Second) || s.At.Add(s.Length) > messages.Instant(3010*time.Millisecond)) {
			t.Errorf("%+v did not end as its world was closed", s)
		}
	}
	if len(rep.Stops) < 3 || !slices.ContainsFunc(rep.Injected, func(i report.InjectedFault) bool { return strings.Contains(fmt.Sprint(i), "second_wrist") }) {
		t.Errorf("the stops are %v, injected was %v", rep.Stops, rep.Injected)
	}
	data := content(t, page)
	for _, want := range []string{`"title":"second: position"`, `"name":"second_wrist"`, `"title":"monitor: position"`, ">second_servo<", ">joint_space · 100 Hz<"} {
		if !bytes.Contains(data, []byte(want)) {
			t.Errorf("the page does not have %s", want)
		}
	}
}

func TestARecordingWithPartsIsPlayed(t *testing.T) {
	path, _, _ := recordedParts(t)
	ctx, v, _ := play(t, path, standardKinds(t))
	if err := v.Subscribe(ctx, "/application", "/scene/robots", "/second/joint_states"); err != nil {
		t.Fatal(err)
	}
	all, err := v.Messages(ctx, "/application", 1)
	if err != nil {
		t.Fatal(err)
	}
	var a draw.Application
	if err := json.Unmarshal(all[0].Data, &a); err != nil {
		t.Fatal(err)
	}
	for _, world := range []string{"servo", "second", "monitor"} {
		if !slices.ContainsFunc(a.Worlds, func(w draw.WorldInfo) bool { return w.Name == world }) {
			t.Errorf("the view has no world %s: %v", world, a.Worlds)
		}
	}
	if err := v.Control(ctx, false, 1, int64(1500*time.Millisecond)); err != nil {
		t.Fatal(err)
	}
	if _, err := v.Messages(ctx, "/second/joint_states", 1); err != nil {
		t.Error(err)
	}
}
