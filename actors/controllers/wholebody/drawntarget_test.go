package wholebody

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors/internal/shelltest"
	"github.com/robo-actors/robo-actors/internal/testkit"
	"github.com/robo-actors/robo-actors/messages"
)

// realisers are the tasks of everyKind that may realise a floating joint.
var realisers = []string{"place", "free_reach", "mass", "push", "both", "still", "beside", "look"}

// targetScript is one of an arm with a floating joint, whose commands come and go, and which passes
// from task to task.
func targetScript(t *testing.T, r *rand.Rand, law string, trial int) *script {
	t.Helper()
	text := strings.Replace(armText, "    - {name: hand}\n", "    - {name: hand}\n    - {name: wish, inertial: {mass: 0.001, inertia: {ixx: 1e-5, iyy: 1e-5, izz: 1e-5}}}\n", 1)
	text = strings.Replace(text, "  joint_groups:", "    - "+wishes["floating"]+"\n  joint_groups:", 1)
	w := shelltest.World(t, text)
	g, err := w.Group("all")
	if err != nil {
		t.Fatal(err)
	}
	o := everyKind()
	o.Law, o.DegradedFor, o.Target = law, time.Minute, TargetOptions{Joint: "wish", Task: realisers[r.IntN(len(realisers))]}
	s := &script{stepS: 1e-3, name: fmt.Sprintf("trial %d, law %s", trial, law)}
	s.make = func() *Law {
		l, err := New(w, g, time.Millisecond, &o)
		if err != nil {
			t.Fatal(err)
		}
		return l
	}
	low, high := []float64{}, []float64{}
	for _, l := range w.Limits()[:4] {
		low, high = append(low, l.Lower), append(high, l.Upper)
	}
	move := wander(r, armStart, low, high)
	command := (*messages.JointCommand)(nil)
	for k := range 140 {
		now := told{passes: true, effort: make([]float64, w.NumVelocities())}
		now.q, now.v = move(1e-3 * float64(k))
		now.q = append(now.q, 0, 0, 0, 1, 0, 0, 0)
		now.v = append(now.v, make([]float64, 6)...)
		switch {
		case r.IntN(15) == 0:
			command = nil
		case command == nil && r.IntN(8) == 0:
			command = &messages.JointCommand{Control: []messages.ControlMode{inMotion | byEffort}, Effort: make([]float64, 6)}
			for i := range 6 {
				command.Velocity = append(command.Velocity, r.NormFloat64()/4)
				command.Effort[i] = 10 * r.NormFloat64()
			}
			a := r.Float64()
			command.Position = []float64{0.4 + 0.2*r.NormFloat64(), 0.2 * r.NormFloat64(), 0.4 + 0.2*r.NormFloat64(), math.Cos(a), math.Sin(a), 0, 0}
		case command != nil: // it moves on
			next := *command
			next.Position = slices.Clone(command.Position)
			for i := range 3 {
				next.Position[i] += 1e-3 * command.Velocity[i]
			}
			command = &next
		}
		now.target = command
		if r.IntN(10) == 0 {
			now.asks = append(now.asks, messages.TaskRequest{Verb: messages.TaskTarget, Task: realisers[r.IntN(len(realisers))]})
		}
		if k == 0 || r.IntN(25) == 0 {
			now.asks = append(now.asks, messages.TaskRequest{Verb: messages.TaskState, Name: []string{"s1", "s2"}[r.IntN(2)]})
		}
		s.ticks = append(s.ticks, now)
	}
	return s
}

// Commands come, go, and change the task that they move, of every kind and in the middle of
// hand-overs before: no effort steps by more than the bound.
func TestDrawnCommandsOfAJointKeepTheBoundOfTheTorqueStep(t *testing.T) {
	r := testkit.Random(t)
	trials := 20
	if testing.Short() {
		trials = 4
	}
	seen, worst := map[string]int{}, 0.0
	for trial := range trials {
		worst = math.Max(worst, targetScript(t, r, []string{"exact", "constrained"}[trial%2], trial).bounded(t, seen))
	}
	t.Logf("%d trials: %v; the worst step is %.3f of the bound", trials, seen, worst)
	for _, what := range []string{"target", "parameter", "state", "undisturbed"} {
		if seen[what] == 0 {
			t.Errorf("no tick was a change of the kind %q", what)
		}
	}
}
