package session

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"google.golang.org/protobuf/proto"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/kinds"
	"github.com/robo-actors/robo-actors/actors/record"
	"github.com/robo-actors/robo-actors/actors/view"
	"github.com/robo-actors/robo-actors/actors/view/viewtest"
	"github.com/robo-actors/robo-actors/internal/foxglove/schemas"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// recordedRun records 3 s of the example, with a panic after 1 s, and returns the path.
func recordedRun(t *testing.T, with ...Option) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "run.mcap")
	if _, _, err := simulate(t, example, append([]Option{WithDuration(3 * time.Second), WithRecording(path)}, with...), "at 1s panic mobile_base/wheels", "at 2s acknowledge mobile_base"); err != nil {
		t.Fatal(err)
	}
	return path
}

// play serves a recording until the test ends.
func play(t *testing.T, path string, registry *actors.Registry) (ctx context.Context, v *viewtest.Viewer, address string) {
	t.Helper()
	r, err := record.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	p, err := PlayRecording(r, registry, view.Options{Address: "127.0.0.1:0"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := errors.Join(p.Close(), r.Close()); err != nil {
			t.Error(err)
		}
	})
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	t.Cleanup(cancel)
	address = strings.Replace(p.URLs()[0], "http", "ws", 1) + "ws"
	if v, err = viewtest.Connect(ctx, address, http.Header{}, nil); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(v.Close)
	return ctx, v, address
}

func standardKinds(t testing.TB) *actors.Registry {
	t.Helper()
	r, err := kinds.Standard()
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestARecordingIsPlayedPausedAndSought(t *testing.T) {
	path := recordedRun(t)
	ctx, v, address := play(t, path, standardKinds(t))
	if err := v.Subscribe(ctx, "/tf", "/scene/robots", "/status", "/application", "events", "/log", "health"); err != nil {
		t.Fatal(err)
	}
	if p, err := v.Played(ctx, "a paused recording", func(p viewtest.Playback) bool { return p.Status == 1 }); err != nil || p.Time != 0 {
		t.Fatalf("playback begins with %+v, %v; expected a pause at the first message", p, err)
	}
	var scene schemas.SceneUpdate
	newest(t, ctx, v, "/scene/robots", 1, &scene)
	if len(scene.Entities) < 10 {
		t.Errorf("the scene has %d entities; expected those of both worlds and of the plant", len(scene.Entities))
	}
	sought := func(at time.Duration) view.Status {
		t.Helper()
		v.Forget()
		if err := v.Control(ctx, false, 1, int64(at)); err != nil {
			t.Fatal(err)
		}
		for n := 1; ; n++ {
			all, err := v.Messages(ctx, "/status", n)
			if err != nil {
				t.Fatal(err)
			}
			var s view.Status
			if err := json.Unmarshal(all[n-1].Data, &s); err != nil {
				t.Fatal(err)
			}
			if s.NowSeconds == at.Seconds() {
				return s
			}
		}
	}
	if s := sought(1500 * time.Millisecond); s.Worlds["mobile_base"].Joints[0].Mode == messages.ModeRun || len(s.Summary) == 0 || len(s.Actors) == 0 {
		t.Errorf("after the panic the status is %+v; expected stopped wheels and the health of the actors", s)
	}
	events, err := v.Messages(ctx, "events", 5)
	if err != nil {
		t.Fatal(err)
	}
	var frames schemas.FrameTransforms
	newest(t, ctx, v, "/tf", 1, &frames)
	if at := frames.Transforms[0].Timestamp; at.Seconds != 1 || at.Nanos < 4e8 {
		t.Errorf("after the jump the robot is drawn at %v; expected just before 1.5 s", at)
	}
	for _, e := range events {
		if e.LogTime > uint64(1500*time.Millisecond) {
			t.Errorf("an event of %d ns is sent at 1.5 s", e.LogTime)
		}
	}
	if s := sought(2500 * time.Millisecond); s.Worlds["mobile_base"].Joints[0].Mode != messages.ModeRun {
		t.Errorf("after the re-arm the mode is %v; expected run", s.Worlds["mobile_base"].Joints[0].Mode)
	}
	if s := sought(700 * time.Millisecond); s.Worlds["mobile_base"].Joints[0].Mode != messages.ModeRun {
		t.Errorf("back at 0.7 s the mode is %v; expected run", s.Worlds["mobile_base"].Joints[0].Mode)
	}
	if s := sought(100 * time.Millisecond); s.Worlds["mobile_base"].Joints[0].Mode != messages.ModeOff {
		t.Errorf("back at 0.1 s the mode is %v; expected off, before the first arming", s.Worlds["mobile_base"].Joints[0].Mode)
	}
	sought(2500 * time.Millisecond)
	sought(1500 * time.Millisecond)
	late, err := viewtest.Connect(ctx, address, http.Header{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer late.Close()
	if err := late.Subscribe(ctx, "events", "/status"); err != nil {
		t.Fatal(err)
	}
	if _, err := late.Messages(ctx, "/status", 1); err != nil {
		t.Fatal(err)
	}
	v.Forget()
	if err := v.Control(ctx, true, 20, -1); err != nil {
		t.Fatal(err)
	}
	if p, err := v.Played(ctx, "the end", func(p viewtest.Playback) bool { return p.Status == 3 }); err != nil || p.Time < 2900e6 {
		t.Errorf("playback ends with %+v, %v; expected the end of the recording", p, err)
	}
	recorded := timesOfEvents(t, path)
	all, err := late.Messages(ctx, "events", len(recorded))
	if err != nil {
		t.Fatal(err)
	}
	for i, e := range all {
		if e.LogTime != recorded[i] {
			t.Fatalf("a viewer that came at 1.5 s gets as event %d one of %d ns; the recording has one of %d ns", i, e.LogTime, recorded[i])
		}
	}
	if all, err := v.Messages(ctx, "/tf", 2); err != nil || all[0].LogTime >= all[len(all)-1].LogTime {
		t.Errorf("playing moves nothing: %v", err)
	}
}

// timesOfEvents returns the times of the events of a recording, ns.
func timesOfEvents(t *testing.T, path string) []uint64 {
	t.Helper()
	r, err := record.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	events, err := record.Series[messages.Event](r, record.EventsTopic)
	if err != nil {
		t.Fatal(err)
	}
	var times []uint64
	for i := range events {
		times = append(times, uint64(events[i].LogTime))
	}
	return times
}

// An old recording lacks the topics for viewers: they are made from its application.
func TestTopicsThatARecordingLacksAreMadeFromItsApplication(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes long under the race detector; the whole test has it")
	}
	full := topicsOf(t, recordedRun(t))
	bare := recordedWithoutView(t)
	if have := topicsOf(t, bare); have["/tf"] != "" || have["whole_body/perception.snapshot"] == "" {
		t.Fatalf("the old recording has the topics %v", have)
	}
	ctx, v, _ := play(t, bare, standardKinds(t))
	if err := v.Subscribe(ctx, "/tf", "/scene/robots", "/log", "/whole_body/joint_states"); err != nil {
		t.Fatal(err)
	}
	if err := v.Control(ctx, true, 10, -1); err != nil {
		t.Fatal(err)
	}
	for _, topic := range []string{"/tf", "/scene/robots", "/log", "/whole_body/joint_states"} {
		if _, err := v.Messages(ctx, topic, 1); err != nil {
			t.Error(err)
		}
	}
	for topic, schema := range full {
		if got := v.Topics()[topic]; got != schema {
			t.Errorf("the topic %s has the schema %q; expected %q as in recordings of today", topic, got, schema)
		}
	}
	if err := v.Status(ctx, func(text string) bool { return strings.Contains(text, "made from its application") }); err != nil {
		t.Error(err)
	}
}

// recordedWithoutView records a copy of the example that excludes the topics for viewers.
func recordedWithoutView(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	if err := os.CopyFS(folder, os.DirFS(filepath.Dir(example))); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(folder, "app.yaml")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, append(text, `
recording: {exclude: ["/*", "/*/*"]}
`...), 0o600); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(folder, "bare.mcap")
	if _, _, err := simulate(t, file, []Option{WithDuration(time.Second), WithRecording(path)}); err != nil {
		t.Fatal(err)
	}
	return path
}

func topicsOf(t *testing.T, path string) map[string]string {
	t.Helper()
	r, err := record.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	topics := map[string]string{}
	for _, c := range r.Channels() {
		topics[c.Topic] = c.Schema.Name
	}
	return topics
}

func TestARecordingOfUnknownKindsShowsWhatItHas(t *testing.T) {
	ctx, v, _ := play(t, recordedRun(t), actors.NewRegistry())
	if err := v.Status(ctx, func(text string) bool { return strings.Contains(text, "application cannot be read") }); err != nil {
		t.Error(err)
	}
	if err := v.Subscribe(ctx, "/tf", "/scene/robots"); err != nil {
		t.Fatal(err)
	}
	if _, err := v.Messages(ctx, "/scene/robots", 1); err != nil {
		t.Error(err)
	}
}

func TestRecordingsHaveTheTopicsOfViewers(t *testing.T) {
	path := recordedRun(t)
	r, err := record.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	count := map[string]int{}
	for m, err := range r.Messages(record.Filter{Topics: []string{"/tf", "/scene/robots", "/log", "events"}}) {
		if err != nil {
			t.Fatal(err)
		}
		count[m.Channel.Topic]++
		var f schemas.FrameTransforms
		if m.Channel.Topic == "/tf" && (proto.Unmarshal(m.Data, &f) != nil || len(f.Transforms) == 0) {
			t.Error("a message of /tf has no frames")
		}
	}
	if count["/tf"] < 85 || count["/tf"] > 92 || count["/scene/robots"] != 1 || count["/log"] != count["events"] {
		t.Errorf("3 s have the messages %v; expected 30 a second of /tf, one scene, and a line for each event", count)
	}
}

// The arrows of the contacts, turned into the room by the frames of the feet, carry the weight.
func TestTheContactForcesInARecordingCarryTheRobot(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes long under the race detector; the whole test has it")
	}
	const humanoid = "../../examples/humanoid/app.yaml"
	path := filepath.Join(t.TempDir(), "stand.mcap")
	s, _, err := simulate(t, humanoid, []Option{WithDuration(300 * time.Millisecond), WithRecording(path)})
	if err != nil {
		t.Fatal(err)
	}
	weight := 0.0
	for _, b := range s.Config.Plants[0].Model.Bodies() {
		weight += 9.81 * b.Inertia.Mass
	}
	r, err := record.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	turns := map[string]spatial.Quat{}
	var forces schemas.SceneUpdate
	for m, err := range r.Messages(record.Filter{Topics: []string{"/tf", "/scene/contacts"}}) {
		if err != nil {
			t.Fatal(err)
		}
		var frames schemas.FrameTransforms
		if m.Channel.Topic == "/scene/contacts" {
			err = proto.Unmarshal(m.Data, &forces)
		} else {
			err = proto.Unmarshal(m.Data, &frames)
		}
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range frames.Transforms {
			turns[f.ChildFrameId] = quat(f.Rotation)
		}
	}
	lifted := 0.0
	for _, e := range forces.Entities {
		a := e.Arrows[0]
		direction := turns[e.FrameId].Rotate(quat(a.Pose.Orientation).Rotate(spatial.Vec{X: 1}))
		lifted += direction.Z * (a.ShaftLength + a.HeadLength) / 0.002 // m for each N
	}
	if len(forces.Entities) != 2 || lifted < 0.8*weight || lifted > 1.2*weight {
		t.Errorf("%d contacts carry %.0f N; expected two feet that carry the weight of %.0f N", len(forces.Entities), lifted, weight)
	}
}

func quat(q *schemas.Quaternion) spatial.Quat {
	return spatial.Quat{W: q.W, X: q.X, Y: q.Y, Z: q.Z}
}
