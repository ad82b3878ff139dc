package motion

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/environment"
	"github.com/robo-actors/robo-actors/worlds/planning"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// found plans a motion around a post, and returns it with its request and scene.
func found(t *testing.T) (*environment.Scene, *PlanRequest, *PlanReply) {
	t.Helper()
	scene := hall(t, map[string]worlds.Shape{"post": ball(0.8, 0, 0.1)})
	q := wideTurn()
	r := mustPlan(t, craneSearcher(t, nil), scene, q)
	if r.Status != planning.Solved || len(r.Positions) < 20 {
		t.Fatalf("%v: %s", r.Status, r.Detail)
	}
	return scene, &q, r
}

// copied returns a reply that shares nothing with another one.
func copied(r *PlanReply) *PlanReply {
	out := *r
	out.Times, out.Positions = slices.Clone(r.Times), nil
	for _, p := range r.Positions {
		out.Positions = append(out.Positions, slices.Clone(p))
	}
	return &out
}

func verify(t *testing.T, scene *environment.Scene, q *PlanRequest, r *PlanReply) string {
	t.Helper()
	why, err := Verify(scene, "crane", "hand", []string{"slide", "shoulder", "elbow", "wrist"}, q, r)
	if err != nil {
		t.Fatal(err)
	}
	return why
}

func TestEachErrorOfAMotionIsNamed(t *testing.T) {
	scene, q, r := found(t)
	if why := verify(t, scene, q, r); why != "" {
		t.Fatalf("a good motion is refused: %s", why)
	}
	last := len(r.Positions) - 1
	for want, change := range map[string]func(r *PlanReply){
		"points":                    func(r *PlanReply) { r.Times = r.Times[1:] },
		"point 3 has 3 numbers":     func(r *PlanReply) { r.Positions[3] = r.Positions[3][1:] },
		"do not ascend at point 4":  func(r *PlanReply) { r.Times[4] = r.Times[3] },
		"do not ascend at point 0":  func(r *PlanReply) { r.Times[0] = 0 },
		"NaN":                       func(r *PlanReply) { r.Positions[5][2] = math.NaN() },
		"leads to goal 1 of 1":      func(r *PlanReply) { r.Goal = 1 },
		"leads to goal -1 of 1":     func(r *PlanReply) { r.Goal = -1 },
		"to point 0 joint shoulder": func(r *PlanReply) { r.Positions[0][1] += 0.2 },
		"beyond its limits":         func(r *PlanReply) { r.Positions[last][3] = 3.1; r.Times[last] += time.Minute },
		"the motion ends at":        func(r *PlanReply) { r.Positions[last][3] += 0.01; r.Times[last] += time.Second },
		"touches post": func(r *PlanReply) { // straight on
			for i, p := range r.Positions {
				for k := range p {
					p[k] = q.From[k] + float64(i+1)/float64(last+1)*(q.Goals[0].Positions[k]-q.From[k])
				}
				r.Times[i] *= 10
			}
		},
		"the motion ends at [0": func(r *PlanReply) { r.Times, r.Positions = nil, nil },
	} {
		wrong := copied(r)
		change(wrong)
		if why := verify(t, scene, q, wrong); !strings.Contains(why, want) {
			t.Errorf("the reason is %q; expected %q", why, want)
		}
	}
}

func TestTheEndOfALineAndOfAPoseIsVerified(t *testing.T) {
	s, scene := craneSearcher(t, nil), hall(t, nil)
	begin := tip([]float64{0, 0.5, 0.8, -0.3})
	line := &PlanRequest{From: []float64{0, 0.5, 0.8, -0.3}, Line: &[3]float64{begin[0] + 0.2, begin[1] - 0.3, 0}}
	pose := &PlanRequest{From: []float64{0, 0.5, 0.8, -0.3}, Goals: []Goal{{Tool: spatial.PoseFromRPY([3]float64{0.5, -0.4, 0}, [3]float64{0, 0, 0.3})}}}
	for name, q := range map[string]*PlanRequest{"line": line, "pose": pose} {
		r := mustPlan(t, s, scene, *q)
		if why := verify(t, scene, q, r); r.Status != planning.Solved || why != "" {
			t.Fatalf("%s: %v, %q", name, r.Status, why)
		}
		short := copied(r)
		short.Times, short.Positions = short.Times[:len(short.Times)*3/4], short.Positions[:len(short.Positions)*3/4]
		if why := verify(t, scene, q, short); !strings.Contains(why, "m and") || !strings.Contains(why, "from its goal") {
			t.Errorf("%s: a motion that ends too early is refused by %q", name, why)
		}
	}
}

// A distorted reply is refused, or its motion happens to be good: then a finer check finds it so.
func TestDistortedRepliesAreRefused(t *testing.T) {
	scene, q, r := found(t)
	before := copied(r)
	const seed = 9
	draw := rand.New(rand.NewPCG(seed, 0))
	fine, err := scene.Space(mustHandle(t, scene), environment.SpaceOptions{Group: "arm", Step: 1.0 / 512})
	if err != nil {
		t.Fatal(err)
	}
	refused := 0
	for i := range 300 {
		wrong, is := r.Distorted(i%2 == 0, draw).(*PlanReply)
		if !is {
			t.Fatal("the distorted reply has another type")
		}
		if verify(t, scene, q, wrong) != "" {
			refused++
			continue
		}
		if i%2 == 0 {
			t.Fatalf("seed %d: malformed reply %d is accepted", seed, i)
		}
		last := q.From
		for k, p := range wrong.Positions {
			if !fine.FreeEdge(last, p) {
				t.Fatalf("seed %d: reply %d is accepted, and not free at point %d: %s", seed, i, k, fine.Explain(p))
			}
			last = p
		}
		if d := planning.Distance(last, q.Goals[0].Positions); d > 2*endTolerance {
			t.Fatalf("seed %d: reply %d is accepted, and ends %g from its goal", seed, i, d)
		}
	}
	if refused < 250 {
		t.Errorf("seed %d: %d of 300 are refused", seed, refused)
	}
	if why := verify(t, scene, q, r); why != "" || len(before.Positions) != len(r.Positions) || before.Positions[7][1] != r.Positions[7][1] || before.Times[7] != r.Times[7] {
		t.Errorf("distorting has changed the original: %q", why)
	}
	failed := &PlanReply{Status: planning.Failed, Goal: -1}
	if wrong := failed.Distorted(false, draw).(*PlanReply); wrong.Status != planning.Solved || verify(t, scene, q, wrong) == "" {
		t.Errorf("a failure becomes %+v", wrong)
	}
}
