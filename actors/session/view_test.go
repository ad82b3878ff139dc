package session

import (
	"context"
	"encoding/json"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"google.golang.org/protobuf/proto"

	"github.com/robo-actors/robo-actors/actors/kinds"
	"github.com/robo-actors/robo-actors/actors/view"
	"github.com/robo-actors/robo-actors/actors/view/viewtest"
	"github.com/robo-actors/robo-actors/internal/foxglove/schemas"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/gate"
)

const token = "00112233445566778899aabbccddeeff"

// viewed runs an application file with a view until the test ends, and returns the address of the
// view without its token.
func viewed(t *testing.T, file string, o view.Options, with ...Option) (ctx context.Context, address string) {
	t.Helper()
	registry, err := kinds.Standard()
	if err != nil {
		t.Fatal(err)
	}
	opened := make(chan string, 1)
	o.Address, o.Token = "127.0.0.1:0", token
	o.Opened = func(urls []string) { opened <- urls[0] }
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	with = append([]Option{WithLogger(nil), WithoutRecording(), WithDuration(time.Minute), WithView(o)}, with...)
	ended := make(chan error, 1)
	go func() {
		_, err := Run(ctx, registry, file, with...)
		ended <- err
	}()
	t.Cleanup(func() {
		cancel()
		<-ended
	})
	select {
	case u := <-opened:
		address, _, _ = strings.Cut(u, "#")
		return ctx, address
	case err := <-ended:
		ended <- err
		t.Fatal(err)
	}
	return ctx, ""
}

func connect(t *testing.T, ctx context.Context, address, query string) *viewtest.Viewer {
	t.Helper()
	v, err := viewtest.Connect(ctx, strings.Replace(address, "http", "ws", 1)+"ws"+query, http.Header{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(v.Close)
	return v
}

// newest returns the newest message of a topic, after at least n.
func newest(t *testing.T, ctx context.Context, v *viewtest.Viewer, topic string, n int, to any) {
	t.Helper()
	all, err := v.Messages(ctx, topic, n)
	if err != nil {
		t.Fatal(err)
	}
	data := all[len(all)-1].Data
	if m, is := to.(proto.Message); is {
		err = proto.Unmarshal(data, m)
	} else {
		err = json.Unmarshal(data, to)
	}
	if err != nil {
		t.Fatalf("%s: %v", topic, err)
	}
}

func TestAViewerSeesTheRobotAndItsTruth(t *testing.T) {
	ctx, address := viewed(t, example, view.Options{})
	v := connect(t, ctx, address, "")
	if err := v.Subscribe(ctx, "/tf", "/scene/robots", "/scene/targets", "/application", "/status", "/log", "whole_body/perception.snapshot", "/whole_body/joint_states", "/whole_body/joint_commands"); err != nil {
		t.Fatal(err)
	}
	var frames schemas.FrameTransforms
	newest(t, ctx, v, "/tf", 40, &frames)
	places := map[string]*schemas.Vector3{}
	for _, f := range frames.Transforms {
		places[f.ChildFrameId] = f.Translation
	}
	estimate, truth, base := places["whole_body/arm_gripper"], places["true/robot/arm_gripper"], places["mobile_base/mobile_mount"]
	if estimate == nil || truth == nil || base == nil {
		t.Fatalf("there are the frames %v", places)
	}
	if d := distance(estimate, truth); d > 0.05 || d == 0 {
		t.Errorf("the estimate of the gripper is %.3f m from the truth, %v and %v; expected some millimetres", d, estimate, truth)
	}
	if d := distance(base, places["whole_body/mobile_mount"]); d > 0.05 {
		t.Errorf("the base of its own world is %.3f m from that of the other one: a virtual joint does not follow", d)
	}
	var scene schemas.SceneUpdate
	newest(t, ctx, v, "/scene/robots", 1, &scene)
	for _, e := range scene.Entities {
		if places[e.FrameId] == nil {
			t.Errorf("entity %s is in the frame %s, which /tf does not have", e.Id, e.FrameId)
		}
	}
	if i := slices.IndexFunc(scene.Entities, func(e *schemas.SceneEntity) bool { return e.Id == "true/robot/arm_link_1" }); i < 0 || len(scene.Entities[i].Models) != 1 || len(scene.Entities[i].Models[0].Data) == 0 {
		t.Error("the first link of the arm has no mesh; expected the one of its description")
	}
	var about map[string]any
	newest(t, ctx, v, "/application", 1, &about)
	if about["name"] != "mobile_manipulator" || about["control"] != false {
		t.Errorf("/application has %v", about)
	}
	var states schemas.JointStates
	newest(t, ctx, v, "/whole_body/joint_states", 1, &states)
	if names := namesOf(&states); !slices.Contains(names, "arm_joint_1") || !slices.Contains(names, "mobile_planar.theta") {
		t.Errorf("the joint states are of %v", names)
	}
	newest(t, ctx, v, "/whole_body/joint_commands", 1, &states)
	newest(t, ctx, v, "/scene/targets", 1, &scene)
	if len(scene.Entities) != 1 || len(scene.Entities[0].Arrows) != 3 {
		t.Errorf("the targets are %v; expected the axes of one reference", scene.Entities)
	}
	if _, err := v.Messages(ctx, "whole_body/perception.snapshot", 2); err != nil {
		t.Error(err)
	}
	if err := v.Call(ctx, "stop", Arguments{World: "whole_body"}, nil); err == nil || !strings.Contains(err.Error(), "--control") {
		t.Errorf("a stop of a view without control gives %v; expected a hint at --control", err)
	}
}

func distance(a, b *schemas.Vector3) float64 {
	return max(abs(a.X-b.X), abs(a.Y-b.Y), abs(a.Z-b.Z))
}

func abs(x float64) float64 { return max(x, -x) }

func namesOf(s *schemas.JointStates) (names []string) {
	for _, j := range s.Joints {
		names = append(names, j.Name)
	}
	return names
}

func TestAnOperatorStopsAndRearmsFromAView(t *testing.T) {
	ctx, address := viewed(t, calmExample(t), view.Options{Control: true})
	v := connect(t, ctx, address, "?token="+token)
	if err := v.Subscribe(ctx, "/status"); err != nil {
		t.Fatal(err)
	}
	// A busy machine may stop joints in a more severe mode than the operator asked for.
	awaited := func(stopped bool) view.Status {
		t.Helper()
		for n := 1; ; n++ {
			var s view.Status
			newest(t, ctx, v, "/status", n, &s)
			if all := s.Worlds["mobile_base"].Joints; len(all) > 0 && !slices.ContainsFunc(all, func(j gate.JointStatus) bool { return j.Mode.Stops() != stopped }) {
				return s
			}
		}
	}
	awaited(false)
	reader := connect(t, ctx, address, "")
	if err := reader.Call(ctx, "stop", Arguments{World: "mobile_base"}, nil); err == nil || !strings.Contains(err.Error(), "token") {
		t.Errorf("a stop without the token gives %v; expected a word about the token", err)
	}
	var stopped gate.Status
	if err := v.Call(ctx, "stop", Arguments{World: "mobile_base"}, &stopped); err != nil {
		t.Fatal(err)
	}
	s := awaited(true)
	if len(s.Summary) == 0 || !strings.Contains(strings.Join(s.Summary, "\n"), "robo-actors rearm mobile_base") {
		t.Errorf("the summary is %q; expected the command that re-arms", s.Summary)
	}
	seen := s.Worlds["mobile_base"]
	if err := v.Call(ctx, "rearm", Arguments{World: "mobile_base"}, nil); err == nil {
		t.Error("a re-arm without the condition that was seen is carried out")
	}
	way := map[string]any{"world": "mobile_base", "way": "acknowledge", "seen": Seen{seen.Nonce, seen.Incarnation}}
	for err := v.Call(ctx, "rearm", way, nil); err != nil; err = v.Call(ctx, "rearm", way, nil) {
		if ctx.Err() != nil {
			t.Fatal(err)
		}
		v.Forget()
		seen = awaited(true).Worlds["mobile_base"] // the condition has changed
		way["seen"] = Seen{seen.Nonce, seen.Incarnation}
	}
	v.Forget()
	awaited(false)
}

func TestAViewerOfVirtualTimeSeesModesAndCannotOperate(t *testing.T) {
	ctx, address := viewed(t, example, view.Options{Control: true}, WithVirtualTime())
	v := connect(t, ctx, address, "?token="+token)
	if err := v.Subscribe(ctx, "/status", "/tf"); err != nil {
		t.Fatal(err)
	}
	for n := 1; ; n++ {
		var s view.Status
		newest(t, ctx, v, "/status", n, &s)
		if all := s.Worlds["mobile_base"].Joints; len(all) == 4 && all[0].Mode == messages.ModeRun {
			break
		}
	}
	if _, err := v.Messages(ctx, "/tf", 3); err != nil {
		t.Error(err)
	}
	if control, err := v.Metadata(ctx, "control"); control != "off" || err != nil {
		t.Errorf("metadata control is %q, %v; expected off", control, err)
	}
}

func TestAnOperatorSetsParametersOfTasks(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes long under the race detector; the whole test has it")
	}
	ctx, address := viewed(t, example, view.Options{Control: true})
	const gain = "whole_body/controller/gripper.gains.proportional"
	reader, operator := connect(t, ctx, address, ""), connect(t, ctx, address, "?token="+token)
	var before any
	for before == nil { // a controller answers once it runs
		values, err := reader.Parameters(ctx)
		if err != nil {
			t.Fatal(err)
		}
		before = values[gain]
	}
	if err := reader.SetParameter(ctx, gain, 3.5); err != nil {
		t.Fatal(err)
	}
	if err := reader.Status(ctx, func(text string) bool { return strings.Contains(text, "token") }); err != nil {
		t.Error("a viewer without the token gets no word about it: ", err)
	}
	if err := operator.SetParameter(ctx, gain, []float64{3.5}); err != nil {
		t.Fatal(err)
	}
	if err := operator.Parameter(ctx, gain, []float64{3.5, 3.5, 3.5, 3.5, 3.5, 3.5}); err != nil {
		t.Errorf("%v; it was %v", err, before)
	}
	if err := operator.SetParameter(ctx, "whole_body/controller/nothing.x", 1); err != nil {
		t.Fatal(err)
	}
	if err := operator.Status(ctx, func(text string) bool { return strings.Contains(text, "gripper") }); err != nil {
		t.Error("an unknown task is not answered with the known ones: ", err)
	}
}

func TestAPartThatIsOpenedIsDrawn(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes long under the race detector; the whole test has it")
	}
	ctx, address := viewed(t, example, view.Options{Control: true})
	v := connect(t, ctx, address, "?token="+token)
	if err := v.Subscribe(ctx, "/tf", "/scene/robots"); err != nil {
		t.Fatal(err)
	}
	if _, err := v.Messages(ctx, "/tf", 1); err != nil {
		t.Fatal(err)
	}
	if err := v.Call(ctx, "open", Arguments{Part: filepath.Join(filepath.Dir(example), "second_arm.yaml")}, nil); err != nil {
		t.Fatal(err)
	}
	for n := 1; ; n++ {
		var frames schemas.FrameTransforms
		newest(t, ctx, v, "/tf", n, &frames)
		if slices.ContainsFunc(frames.Transforms, func(f *schemas.FrameTransform) bool { return strings.HasPrefix(f.ChildFrameId, "second_arm/") }) {
			break
		}
	}
	var scene schemas.SceneUpdate
	newest(t, ctx, v, "/scene/robots", 2, &scene)
	if len(scene.Deletions) != 1 || !slices.ContainsFunc(scene.Entities, func(e *schemas.SceneEntity) bool { return strings.HasPrefix(e.Id, "second_arm/") }) {
		t.Errorf("the new scene has %d deletions and %d entities; expected that it replaces the old one and has the new world", len(scene.Deletions), len(scene.Entities))
	}
}
