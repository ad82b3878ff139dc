package wholebody

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/robo-actors/robo-actors/actors/controllers/internal/taskspace"
	"github.com/robo-actors/robo-actors/messages"
)

// everyKind has a task of every kind, and task sets that share them: most begin where the robot is.
func everyKind() Options {
	o := steady(armOptions())
	slow := o.Tasks[1].Motion
	calm := GainOptions{Force: []float64{0}}
	o.Tasks = append(o.Tasks,
		TaskOptions{Name: "place", Kind: "frame_pose", Frame: "hand"},
		TaskOptions{Name: "slow_place", Kind: "frame_pose", Frame: "hand", Motion: slow},
		TaskOptions{Name: "free_reach", Kind: "frame_position", Frame: "hand"},
		TaskOptions{Name: "free_posture", Kind: "posture"},
		TaskOptions{Name: "mass", Kind: "centre_of_mass"},
		TaskOptions{Name: "push", Kind: "force", Frame: "hand", Gains: calm},
		TaskOptions{Name: "both", Kind: "hybrid", Frame: "hand", ForceAxes: "x", Gains: calm},
		TaskOptions{Name: "still", Kind: "momentum"},
		TaskOptions{Name: "beside", Kind: "relative_pose", Frame: "hand", Base: "upper"},
		TaskOptions{Name: "look", Kind: "gaze", Frame: "hand", Goal: GoalOptions{Position: []float64{2, 0.1, 0.4}}})
	o.TaskSets = append(o.TaskSets,
		TaskSetOptions{Name: "placing", Levels: [][]string{{"limits"}, {"place"}, {"free_posture"}, {"calm"}}},
		TaskSetOptions{Name: "placing_too", Levels: [][]string{{"place", "slow_place"}, {"free_reach", "mass"}, {"free_posture"}}},
		TaskSetOptions{Name: "forces", Levels: [][]string{{"push", "both"}, {"still", "beside"}, {"look"}, {"free_reach", "slow_place", "mass", "calm"}}})
	for i, set := range []string{"placing", "placing_too", "forces"} {
		o.Behavior.States = append(o.Behavior.States, StateOptions{Name: fmt.Sprint("s", i), TaskSet: set, ByRequest: true})
	}
	return o
}

// values are the parameters of a task in a set as users see them.
func values(t *testing.T, s *set, task string) map[string]string {
	t.Helper()
	all, err := s.fresh.Parameters(task)
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]string{}
	for i := range all {
		seen[all[i].Name] = fmt.Sprint(all[i].Value)
	}
	return seen
}

// drawn is a value for a parameter, which may be anything that a user can send.
func drawn(r *rand.Rand, p *taskspace.Parameter) (q messages.TaskRequest) {
	n := len(p.Value.Real)
	if r.IntN(6) == 0 {
		n = r.IntN(8)
	}
	if len(p.Lengths) > 0 && r.IntN(3) == 0 {
		n = p.Lengths[r.IntN(len(p.Lengths))]
	}
	hostile := []float64{0, -1, 1, math.NaN(), math.Inf(1), math.Inf(-1), 1e308, -1e308, math.MaxFloat64, 5e-324, 1e-300, 1e200, 1e30, -1e12, math.Copysign(0, -1)}
	for range n {
		switch r.IntN(8) {
		case 0:
			q.Numbers = append(q.Numbers, hostile[r.IntN(len(hostile))])
		default:
			q.Numbers = append(q.Numbers, math.Abs(r.NormFloat64())*math.Pow(10, float64(r.IntN(3))))
		}
	}
	if strings.Contains(p.Name, "orientation") && r.IntN(2) == 0 {
		s, c := math.Sincos(r.Float64())
		q.Numbers = []float64{c, 0, s, 0}
	}
	if len(p.Choices) > 0 || r.IntN(30) == 0 {
		q.Numbers, q.Text = nil, append(slices.Clone(p.Choices), "luck", "off")[r.IntN(len(p.Choices)+2)]
	}
	return q
}

// Users set parameters at random, of every kind of task and to whatever a number can be, while
// states change: a value that is taken is the task's in every set that has it, what is refused
// changes nothing, no other parameter changes, and the law runs on.
func TestDrawnParametersAreTakenByEverySetOrByNone(t *testing.T) {
	const seed = 21
	t.Logf("seed %d", seed)
	for _, law := range bothLaws() {
		r := rand.New(rand.NewPCG(seed, 2))
		results := map[messages.TaskResult]int{}
		trials := 4000
		if testing.Short() {
			trials = 400
		}
		o := everyKind()
		o.Law = law
		p := newPursuit(t, o)
		for trial := range trials {
			if trial%40 == 0 { // parameters that were set before may leave the arm anywhere
				p = newPursuit(t, o)
				p.law.Answer(&messages.TaskRequest{Verb: messages.TaskState, Name: o.Behavior.States[r.IntN(7)].Name}, p.in)
				for range 20 {
					p.tick(nil)
				}
			}
			l := p.law
			task := r.IntN(len(l.tasks))
			var parameters []taskspace.Parameter
			before := map[*set]map[string]string{}
			for _, s := range l.sets {
				if slices.Contains(s.tasks, task) {
					before[s] = values(t, s, l.tasks[task])
					parameters, _ = s.fresh.Parameters(l.tasks[task])
				}
			}
			chosen := &parameters[r.IntN(len(parameters))]
			q := drawn(r, chosen)
			q.Verb, q.Task, q.Parameter = messages.TaskSet, l.tasks[task], chosen.Name
			what := fmt.Sprintf("%s, trial %d: %s of %s = %v%s in state %s", law, trial, q.Parameter, q.Task, q.Numbers, q.Text, l.machine.StateName(l.status.State))
			reply, _ := l.Answer(&q, p.in)
			results[reply.Result]++
			first := ""
			for s, was := range before {
				for name, is := range values(t, s, q.Task) {
					switch {
					case name != q.Parameter || reply.Result != messages.TaskSuccess:
						if is != was[name] {
							t.Fatalf("%s is answered %v, and %s of set %s was %s and is %s", what, reply, name, s.name, was[name], is)
						}
					case first == "":
						first = is
					case first != is:
						t.Fatalf("%s is %s in one set and %s in set %s", what, first, is, s.name)
					}
				}
			}
			copy(p.q, armStart)
			clear(p.v)
			for range 2 {
				copy(p.in.Position, p.q)
				if err := l.Step(p.in, p.out); err != nil {
					t.Fatalf("%s is answered %v, and then: %v", what, reply, err)
				}
			}
		}
		t.Logf("%s: %v", law, results)
	}
}
