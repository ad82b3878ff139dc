package plotting

import (
	"errors"
	"math"
	"testing"
	"time"
)

func TestValuesAreDrawnAsTheyAreRecorded(t *testing.T) {
	f, err := Values(run(t), []Value{{"/arm/hand/state", "pose.position.x"}, {"/arm/snapshot", "position[elbow]"}},
		Options{From: 1_000_000_000, Until: 3_000_000_000})
	if err != nil {
		t.Fatal(err)
	}
	if len(f.Panels) != 2 {
		t.Fatalf("%d panels; expected one for each value", len(f.Panels))
	}
	for i, at := range []func(s float64) float64{
		func(s float64) float64 { return 0.3 * math.Cos(s-0.005) }, func(s float64) float64 { return math.Sin(1.6*s + 2) },
	} {
		line := f.Panels[i].Lines[0]
		if len(line.Time) != 1000 || line.Time[0] != time.Second.Seconds() {
			t.Fatalf("%d values from %g s; expected 1000 from 1 s", len(line.Time), line.Time[0])
		}
		for k, s := range line.Time {
			if math.Abs(line.Value[k]-at(s)) > 1e-12 {
				t.Fatalf("%s is %g at %g s; expected %g", line.Name, line.Value[k], s, at(s))
			}
		}
	}
}

func TestAValueIsNamedByItsTopicAndColumn(t *testing.T) {
	v, err := ParseValue("arm/wheels.state:position[left] (rad)")
	if want := (Value{"arm/wheels.state", "position[left] (rad)"}); err != nil || v != want {
		t.Errorf("%+v, %v; expected %+v", v, err, want)
	}
	for _, text := range []string{"", ":", "arm/wheels.state", ":pitch", "arm/wheels.state:"} {
		if _, err := ParseValue(text); !errors.Is(err, ErrOptions) {
			t.Errorf("%q: %v; expected it refused", text, err)
		}
	}
}
