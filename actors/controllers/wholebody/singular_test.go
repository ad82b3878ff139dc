package wholebody

import (
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors/internal/shelltest"
	"github.com/robo-actors/robo-actors/messages"
)

// nearStretched steps once next to the stretched arm, and returns the note about singular
// directions.
func nearStretched(t *testing.T, spoil func(*Options)) string {
	t.Helper()
	p := newPilot(t, limitedArm(spoil))
	copy(p.q, []float64{0.1, 0.2, -0.01, 0.005})
	p.step()
	if p.out.Status.Phase != messages.TaskRunning {
		t.Fatalf("the phase is %s, because %v", p.out.Status.Phase, p.out.Why)
	}
	return p.singular.note
}

// The number that the event shows is the one that the option takes: a ratio just below it damps the
// direction, and one just above does not.
func TestTheApparentInertiaOfTheEventIsWhatTheOptionComparesWith(t *testing.T) {
	exact := func(ratio float64) string {
		return nearStretched(t, func(o *Options) { o.Law, o.SingularInertiaRatio = "exact", ratio })
	}
	note := exact(0)
	found := regexp.MustCompile(`task set "go", level 0 \(reach\): 1 direction damped near a singularity: the apparent inertia there is ([0-9.e+]+) times the robot's typical one; above singular_inertia_ratio 4444`).FindStringSubmatch(note)
	if found == nil {
		t.Fatalf("the note reads %q", note)
	}
	inertia, err := strconv.ParseFloat(found[1], 64)
	if err != nil || !(inertia > defaultInertiaRatio) {
		t.Fatalf("the apparent inertia is %q times the typical one: %v", found[1], err)
	}
	if note := exact(0.99 * inertia); !strings.Contains(note, "1 direction damped") {
		t.Errorf("at a ratio 1 %% below %g the note reads %q", inertia, note)
	}
	if note := exact(1.01 * inertia); note != "" {
		t.Errorf("at a ratio 1 %% above %g the note reads %q", inertia, note)
	}
}

// The fastest direction of the stretched arm is about its first joint, across the arm.
func TestTheSpeedRatioOfTheConstrainedLawSaysFromWhereItDamps(t *testing.T) {
	constrained := func(ratio float64) string {
		return nearStretched(t, func(o *Options) { o.SingularSpeedRatio = ratio })
	}
	if note := constrained(0); !strings.Contains(note, `task set "go", level 0 (reach): 1 direction damped`) || !strings.Contains(note, "singular_speed_ratio 16.67") {
		t.Errorf("by default the note reads %q", note)
	}
	if note := constrained(1e6); note != "" {
		t.Errorf("at a ratio of a million the note reads %q", note)
	}
}

// A robot of other masses has the same singular places: only the ratio to its own typical inertia
// counts.
func TestTheSingularPlacesDoNotDependOnTheMassOfTheRobot(t *testing.T) {
	heavy := regexp.MustCompile(`(mass|ixx|iyy|izz): ([0-9.]+)`).ReplaceAllStringFunc(armText, func(s string) string {
		key, number, _ := strings.Cut(s, ": ")
		v, err := strconv.ParseFloat(number, 64)
		if err != nil {
			t.Fatal(err)
		}
		return key + ": " + strconv.FormatFloat(10*v, 'g', -1, 64)
	})
	if heavy == armText {
		t.Fatal("the robot is no heavier")
	}
	ratio := func(text string) float64 {
		w := shelltest.World(t, text)
		g, err := w.Group("all")
		if err != nil {
			t.Fatal(err)
		}
		o := limitedArm(func(o *Options) { o.Law = "exact" })
		l, err := New(w, g, time.Millisecond, &o)
		if err != nil {
			t.Fatal(err)
		}
		in, out := l.NewInput(), l.NewOutput()
		copy(in.Position, []float64{0.1, 0.2, -0.01, 0.005})
		in.StepS = 1e-3
		for i := range in.Valid {
			in.Valid[i], in.Passes[i] = true, true
		}
		if err := l.Step(in, out); err != nil {
			t.Fatal(err)
		}
		return l.active().solver.lost().inertia
	}
	if light, weighty := ratio(armText), ratio(heavy); !(light > 1 && math.Abs(weighty-light) <= 1e-6*light) {
		t.Errorf("the apparent inertia is %g times the typical one, and %g times for ten times the mass", light, weighty)
	}
}

// An arm that stays at a singular place is reported once, and again only after a second elsewhere.
func TestASingularPlaceIsReportedOncePerVisit(t *testing.T) {
	p := newPilot(t, limitedArm(func(o *Options) { o.Law = "exact" }))
	reports := 0
	visit := func(elbow float64, ticks int) {
		for range ticks {
			copy(p.q, []float64{0.1, 0.2, elbow, 0.005})
			clear(p.v)
			p.step()
			if p.singular.note != "" {
				reports++
			}
		}
	}
	visit(-0.01, 300)
	visit(-1, 500)
	visit(-0.01, 300)
	if reports != 1 {
		t.Errorf("%d reports after half a second elsewhere; expected 1", reports)
	}
	visit(-1, 1100)
	visit(-0.01, 300)
	if reports != 2 {
		t.Errorf("%d reports after more than a second elsewhere; expected 2", reports)
	}
}

func TestEachWrongSingularRatioIsRefusedByName(t *testing.T) {
	for name, c := range map[string]struct {
		spoil func(*Options)
		want  []string
	}{
		"inertia of the constrained law": {func(o *Options) { o.SingularInertiaRatio = 100 }, []string{"singular_inertia_ratio", "singular_speed_ratio"}},
		"speed of the exact law":         {func(o *Options) { o.Law, o.SingularSpeedRatio = "exact", 100 }, []string{"singular_speed_ratio", "singular_inertia_ratio"}},
		"speed of a weighted problem":    {func(o *Options) { o.Weighted, o.SingularSpeedRatio = true, 100 }, []string{"singular_speed_ratio", "weighted"}},
		"a ratio of a half":              {func(o *Options) { o.SingularSpeedRatio = 0.5 }, []string{"singular_speed_ratio: 0.5", "above 1"}},
		"a ratio that is not a number":   {func(o *Options) { o.Law, o.SingularInertiaRatio = "exact", math.NaN() }, []string{"singular_inertia_ratio", "NaN", "above 1"}},
	} {
		text := refusalOf(shelltest.World(t, armText), "all", limitedArm(c.spoil))
		for _, want := range c.want {
			if !strings.Contains(text, want) {
				t.Errorf("%s: the error reads %q, want %q in it", name, text, want)
			}
		}
	}
}
