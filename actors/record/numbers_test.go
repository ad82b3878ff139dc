package record

import (
	"errors"
	"math"
	"strings"
	"testing"
)

func TestNumbersAreAColumnOfTheTable(t *testing.T) {
	r := story(t)
	samples, err := Numbers(r, "/arm/state", "position[2]") // the first message has two positions
	if err != nil {
		t.Fatal(err)
	}
	if len(samples) != 2 || !math.IsNaN(samples[0].Value) || samples[1].Value != 3 ||
		samples[1].LogTime != 2_500_000_000 || samples[1].Stamp.Time != 2_499_999_995 {
		t.Errorf("%+v; expected NaN and then 3 at 2.5 s", samples)
	}
	samples, err = Numbers(r, "/arm/state", "position[0]")
	if err != nil || samples[0].Value != 0.1 || !math.IsInf(samples[1].Value, -1) {
		t.Errorf("%+v, %v; expected 0.1 and then -Inf", samples, err)
	}
	if samples, err = Numbers(r, "/arm/hand", "pose.orientation.w"); err != nil || len(samples) != 1 || samples[0].Value != 1 {
		t.Errorf("%+v, %v; expected 1", samples, err)
	}
}

func TestAColumnWithoutNumbersIsRefused(t *testing.T) {
	r := story(t)
	for column, want := range map[string]string{
		"pose":          `topic /arm/state has no column "pose"; columns: position[0], position[1]`,
		"mode[elbow]":   `column "mode[elbow]" of topic /arm/state has "ramp_hold"; expected numbers`,
		"log_time_s":    `no column "log_time_s"`,
		"position[2] x": `no column`,
	} {
		if _, err := Numbers(r, "/arm/state", column); !errors.Is(err, ErrColumn) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v; expected %q", column, err, want)
		}
	}
	if _, err := Numbers(r, "/nothing", "pose"); !errors.Is(err, ErrTopic) {
		t.Errorf("%v; expected an unknown topic", err)
	}
}
