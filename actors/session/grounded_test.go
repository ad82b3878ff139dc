package session

import (
	"math"
	"path/filepath"
	"testing"
	"time"

	"google.golang.org/protobuf/proto"

	"github.com/robo-actors/robo-actors/actors/record"
	"github.com/robo-actors/robo-actors/internal/foxglove/schemas"
)

// No sensor measures where the base of a robot on wheels is. It is drawn as its observers know it:
// turned as it is, with its wheels on the floor.
func TestABaseThatNobodyMeasuresIsDrawnOnTheFloor(t *testing.T) {
	wholeTestOnly(t)
	path := filepath.Join(t.TempDir(), "run.mcap")
	if _, _, err := simulate(t, "../../examples/upkie/app.yaml", []Option{WithDuration(2 * time.Second), WithRecording(path)}, "at 100ms acknowledge upkie"); err != nil {
		t.Fatal(err)
	}
	r, err := record.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	compared := 0
	for m, err := range r.Messages(record.Filter{Topics: []string{"/tf"}}) {
		if err != nil {
			t.Fatal(err)
		}
		var frames schemas.FrameTransforms
		if err := proto.Unmarshal(m.Data, &frames); err != nil {
			t.Fatal(err)
		}
		at := map[string]*schemas.FrameTransform{}
		for _, f := range frames.Transforms {
			at[f.ChildFrameId] = f
		}
		estimate, truth := at["upkie/torso"], at["true/robot/torso"]
		if estimate == nil || truth == nil || estimate.Timestamp.AsTime().UnixMilli() < 100 {
			continue
		}
		compared++
		if high, is := estimate.Translation.Z, truth.Translation.Z; math.Abs(high-is) > 0.01 {
			t.Fatalf("at %v the torso is drawn %g m high; it is %g m high", estimate.Timestamp.AsTime(), high, is)
		}
		a, b := estimate.Rotation, truth.Rotation
		if dot := a.X*b.X + a.Y*b.Y + a.Z*b.Z + a.W*b.W; math.Abs(dot) < 0.9999 {
			t.Fatalf("at %v the torso is drawn turned by %v; it is turned by %v", estimate.Timestamp.AsTime(), a, b)
		}
	}
	if compared < 30 {
		t.Errorf("%d poses were compared; expected 30 a second", compared)
	}
}
