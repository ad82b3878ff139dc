package motion

import (
	"math"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/internal/testkit"
	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/planning"
)

// turned is a motion of the crane's shoulder by hand: from and to an angle within a second.
func turned(from, to float64) (*PlanRequest, *PlanReply) {
	q := &PlanRequest{From: []float64{0, from, 0, 0}, Goals: []Goal{{Positions: []float64{0, to, 0, 0}}}}
	return q, &PlanReply{Status: planning.Solved, Times: []time.Duration{time.Second}, Positions: [][]float64{q.Goals[0].Positions}}
}

// beside is a scene with a ball of 0.1 m that the hand, a ball of 0.04 m at 1 m from the shoulder,
// passes at a distance when the arm is straight.
func beside(distance float64) map[string]worlds.Shape {
	return map[string]worlds.Shape{"post": ball(1+0.04+0.1+distance, 0, 0.1)}
}

func TestMotionsKeepALeastClearanceThatNobodyAskedFor(t *testing.T) {
	s := craneSearcher(t, nil)
	q, straight := turned(-0.5, 0.5+1.0/128) // the nearest place lies between the points of a grid of 1/64
	for _, c := range []struct {
		distance         float64
		direct, accepted bool
	}{{0.0045, true, true}, {0.0038, false, true}, {0.0022, false, true}, {0.0019, false, false}, {0.0001, false, false}} {
		scene := hall(t, beside(c.distance))
		if r := mustPlan(t, s, scene, *q); r.Status != planning.Solved || (len(r.Path) == 2) != c.direct {
			t.Errorf("past a ball at %g m: %v with %d configurations; expected the direct way: %v", c.distance, r.Status, len(r.Path), c.direct)
		} else if why := verify(t, scene, q, r); why != "" {
			t.Errorf("past a ball at %g m: the planned motion is refused: %s", c.distance, why)
		}
		if why := verify(t, scene, q, straight); (why == "") != c.accepted {
			t.Errorf("past a ball at %g m: the direct way is judged %q; expected accepted: %v", c.distance, why, c.accepted)
		}
	}
}

// The arm begins 1 mm from the ball: it can go away from it, and not nearer.
func TestAMotionThatBeginsTooNearMayGoAway(t *testing.T) {
	s, scene := craneSearcher(t, nil), hall(t, beside(0.001))
	away, reply := turned(0, 0.5)
	if r := mustPlan(t, s, scene, *away); r.Status != planning.Solved || verify(t, scene, away, r) != "" {
		t.Errorf("away from the ball: %v, %s; %q", r.Status, r.Detail, verify(t, scene, away, r))
	}
	reply.Positions = [][]float64{{0.0008, 0, 0, 0}, reply.Positions[0]} // nearer, and then away
	reply.Times = []time.Duration{time.Second, 2 * time.Second}
	if why := verify(t, scene, away, reply); !strings.Contains(why, "hand touches post") {
		t.Errorf("a motion that goes nearer first is judged %q", why)
	}
	if why, err := Blocked(scene, "crane", s.joints, away, [][]float64{away.From, {0, 0.2, 0, 0}}); why != "" || err != nil {
		t.Errorf("what is left of a motion away from the ball is judged %q, %v", why, err)
	}
}

func TestAMotionForALineStaysOnIt(t *testing.T) {
	s, scene := craneSearcher(t, nil), hall(t, nil)
	from := []float64{0, 0.5, 0.8, -0.3}
	begin := tip(from)
	q := &PlanRequest{From: from, Line: &[3]float64{begin[0] + 0.2, begin[1] - 0.3, 0}}
	r := mustPlan(t, s, scene, *q)
	if why := verify(t, scene, q, r); r.Status != planning.Solved || why != "" {
		t.Fatalf("%v, %q", r.Status, why)
	}
	middle, last := len(r.Positions)/2, len(r.Positions)-1
	for name, c := range map[string]struct {
		change func(*PlanReply)
		want   string
	}{
		"beside the line":             {func(r *PlanReply) { r.Positions[middle][0] += 0.01 }, "off its line"},
		"with another orientation":    {func(r *PlanReply) { r.Positions[middle][3] += 0.03 }, "the tool is 0.000 m and 0.02"},
		"beyond the end and back":     {func(r *PlanReply) { r.Positions[last-1][0] += 0.01 }, "off its line"},
		"by the joints' straight way": {func(r *PlanReply) { r.Times, r.Positions = r.Times[last:], r.Positions[last:] }, "at point 0 the tool is"},
	} {
		wrong := copied(r)
		c.change(wrong)
		for i := range wrong.Times { // the limits of velocity are not the point
			wrong.Times[i] *= 100
		}
		if why := verify(t, scene, q, wrong); !strings.Contains(why, c.want) {
			t.Errorf("%s: the reason is %q; expected %q", name, why, c.want)
		}
	}
}

func TestOnlyTheNamedLinksMayTouchAnObject(t *testing.T) {
	s := craneSearcher(t, nil)
	q, direct := turned(-1, 1)
	q.Touch, q.TouchLinks = []string{"curtain"}, []string{"hand"}
	for name, c := range map[string]struct {
		curtain worlds.Shape
		want    string
	}{
		"at the hand":      {ball(1.08, 0, 0.05), ""},
		"at the lower arm": {ball(0.7, 0, 0.1), "crane/lower touches curtain"},
	} {
		scene := hall(t, map[string]worlds.Shape{"curtain": c.curtain})
		if why := verify(t, scene, q, direct); (why == "") != (c.want == "") {
			t.Errorf("a curtain %s: the direct way is judged %q", name, why)
		}
		if r := mustPlan(t, s, scene, *q); r.Status != planning.Solved || (len(r.Path) == 2) != (c.want == "") {
			t.Errorf("a curtain %s: %v with %d configurations", name, r.Status, len(r.Path))
		}
	}
	q.TouchLinks = []string{"foot"}
	if _, err := s.plan(hall(t, map[string]worlds.Shape{"curtain": ball(1, 1, 0.1)}), q, nil, nil); err == nil || !strings.Contains(err.Error(), "foot") {
		t.Errorf("an unknown link: %v", err)
	}
}

// Distorted lines never pass: what they may touch is no excuse to go elsewhere.
func TestDistortedLinesAreRefused(t *testing.T) {
	s, scene := craneSearcher(t, nil), hall(t, nil)
	from := []float64{0, 0.5, 0.8, -0.3}
	begin := tip(from)
	q := &PlanRequest{From: from, Line: &[3]float64{begin[0] + 0.2, begin[1] - 0.3, 0}}
	r, draw, refused := mustPlan(t, s, scene, *q), testkit.Random(t), 0
	for i := range 100 {
		wrong := r.Distorted(false, draw).(*PlanReply)
		off := 0.0
		for _, p := range wrong.Positions {
			at := tip(p)
			off = max(off, math.Abs((at[0]-begin[0])*0.3+(at[1]-begin[1])*0.2)/math.Hypot(0.2, 0.3))
		}
		switch why := verify(t, scene, q, wrong); {
		case why != "":
			refused++
		case off > placeTolerance:
			t.Fatalf("distorted line %d is %.3f m off, and accepted", i, off)
		}
	}
	if refused < 90 {
		t.Errorf("%d of 100 are refused", refused)
	}
}
