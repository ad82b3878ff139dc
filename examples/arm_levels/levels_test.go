// Package armlevels proves what the examples claim: app.yaml that a lower level of tasks cannot
// disturb a higher one, exactly in the law and up to the discretisation in the run, and polish.yaml
// that the arm presses as hard as declared while it moves.
package armlevels

import (
	"context"
	"math"
	"slices"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/controllers/wholebody"
	"github.com/robo-actors/robo-actors/examples/internal/run"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/app"
)

// The tasks in the order of the application file.
const (
	place  = iota // level 1, m
	turned        // level 2, rad
	elbow         // level 3, rad
)

// sample is one tick of the controller.
type sample struct {
	state  uint32
	errors [3]float64
}

// watch runs the example for a while, with requests at an instant, and returns what its controller
// said in every tick.
func watch(t *testing.T, duration, at time.Duration, requests ...messages.TaskRequest) (all []sample) {
	t.Helper()
	config := run.Load(t, "app.yaml")
	config.Duration = duration
	system, err := app.New(config)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := actors.Tap(system, "arm/controller.status", func(_ messages.Stamp, s *messages.TaskStatus) {
		all = append(all, sample{s.State, [3]float64(s.Error)})
	}); err != nil {
		t.Fatal(err)
	}
	system.At(messages.Instant(at), func() {
		for _, r := range requests {
			if err := system.Request("arm/controller", r, func(reply any, err error) {
				if got, ok := reply.(messages.TaskReply); err != nil || !ok || got.Result != messages.TaskSuccess {
					t.Errorf("%+v is answered %+v, error %v", r, reply, err)
				}
			}); err != nil {
				t.Error(err)
			}
		}
	})
	if err := system.Run(context.Background()); err != nil {
		t.Fatal(err)
	}
	return all
}

// most is the greatest error of a task from one instant to another.
func most(all []sample, task int, from, until time.Duration) (greatest float64) {
	for _, s := range all[from.Milliseconds():until.Milliseconds()] {
		greatest = math.Max(greatest, s.errors[task])
	}
	return greatest
}

func TestTheWholeRunMissesNothingAndRecordsItsTasksByName(t *testing.T) {
	if testing.Short() {
		t.Skip("9 s of virtual time take a minute under the race detector, which the short run is for; the plain run of this test asserts all of it")
	}
	report, path := run.Simulate(t, "app.yaml", 1)
	if missed, ticks := report.Missed(); missed != 0 || ticks < 40_000 || len(report.Faults) != 0 {
		t.Errorf("%d of %d releases were missed, faults %v", missed, ticks, report.Faults)
	}
	r := run.Open(t, path)
	channel, err := r.Channel("arm/controller.status")
	if err != nil {
		t.Fatal(err)
	}
	if names := channel.ElementNames("error", 3); !slices.Equal(names, []string{"place (m)", "turned (rad)", "elbow (rad|m)"}) {
		t.Errorf("the tasks are recorded as %q", names)
	}
	all := run.Series[messages.TaskStatus](t, r, "arm/controller.status")
	const settled = 500 // ms at the end
	var left [2]float64
	for _, s := range all[len(all)-settled:] {
		if s.Value.State != 4 {
			t.Fatalf("at %v the state is %d", s.Stamp.Time, s.Value.State)
		}
		left[place], left[turned] = left[place]+s.Value.Error[place]/settled, left[turned]+s.Value.Error[turned]/settled
	}
	t.Logf("errors of %.2g m and %.2g rad are left", left[place], left[turned])
	if left[place] > settledPlace || left[turned] > settledTurned {
		t.Errorf("the run ends with errors of %g m and %g rad", left[place], left[turned])
	}
}

// Mean errors that are left of place and turned while nothing moves but the last digits of the
// encoders: 2 pi / 2^20 rad.
const (
	settledPlace  = 3e-6 // m
	settledTurned = 8e-6 // rad
)

// What a lower level may do to a higher one in a run. The law is exact at each tick; until the next
// one, a millisecond later, the torque stays while the arm moves on.
const (
	boundPlace  = 30e-6  // m
	boundTurned = 150e-6 // rad
)

// Users give the posture another goal, and make it nine times as stiff.
func TestALowerLevelThatIsDisturbedLeavesTheHigherOnesAlone(t *testing.T) {
	const at = 1800 * time.Millisecond
	undisturbed := watch(t, 2*time.Second, at)
	for what, requests := range map[string][]messages.TaskRequest{
		"goal": {{Verb: messages.TaskSet, Task: "elbow", Parameter: "goal.joints", Numbers: []float64{0.9, 0.2, -1, 1.2, 0.9, 1, 0.4}}},
		"gains and goal": {{Verb: messages.TaskSet, Task: "elbow", Parameter: "gains.proportional", Numbers: []float64{900}},
			{Verb: messages.TaskSet, Task: "elbow", Parameter: "goal.joints", Numbers: []float64{-0.9, 0.2, 1, 1.2, -0.9, 1, -0.4}}},
	} {
		if testing.Short() && len(requests) > 1 {
			continue
		}
		all := watch(t, 3500*time.Millisecond, at, requests...)
		until := 3400 * time.Millisecond
		for task, bound := range map[int]float64{place: boundPlace, turned: boundTurned} {
			e := most(all, task, at, until)
			t.Logf("%s of level 3: error of level %d at most %.3g, undisturbed %.3g", what, task+1, e, most(undisturbed, task, at, 2*time.Second))
			if e > bound {
				t.Errorf("%s: the error of level %d grew to %g, bound %g", what, task+1, e, bound)
			}
		}
		if moved := most(all, elbow, at, until) - undisturbed[len(undisturbed)-1].errors[elbow]; moved < 0.5 {
			t.Errorf("%s: the elbow was disturbed by %g rad only; expected 0.5 rad at least", what, moved)
		}
	}
}

func TestTheSecondLevelLeavesTheFirstAloneAndIsNotLeftAlone(t *testing.T) {
	if testing.Short() {
		t.Skip("under the race detector, which the short run is for, one level stands for all; the plain run of this test asserts each of them")
	}
	const at = 1800 * time.Millisecond
	turn := messages.TaskRequest{Verb: messages.TaskSet, Task: "turned", Parameter: "goal.orientation", Numbers: []float64{0.1305, 0.1294, 0.9829, -0.0170}}
	all := watch(t, 3500*time.Millisecond, at, turn)
	if e := most(all, place, at, 3400*time.Millisecond); e > boundPlace {
		t.Errorf("the error of level 1 grew to %g m, bound %g", e, boundPlace)
	}
	if most(all, turned, at, 3400*time.Millisecond) < 0.1 || most(all, turned, 3300*time.Millisecond, 3400*time.Millisecond) > boundTurned {
		t.Error("the gripper did not turn")
	}
	if most(all, elbow, at, 3400*time.Millisecond) < most(all, elbow, at-100*time.Millisecond, at)+0.05 {
		t.Error("the elbow was not moved by the levels above it: it could have stood in their way")
	}
}

// The same state, and goals and gains of lower levels that differ: the accelerations of what higher
// levels control do not, to the last digits. This holds for any state, so it is tried at random
// ones.
func TestTheLawGivesHigherLevelsTheSameAccelerationWhateverLowerOnesWant(t *testing.T) {
	config := run.Load(t, "app.yaml")
	world := config.Worlds[0].Model
	options := config.Worlds[0].Actors[0].Instance.(*wholebody.Actor).Options
	options.Tasks = slices.Clone(options.Tasks)
	for k := range options.Tasks { // random errors are great: gains are small, so that torques stay within their limits
		options.Tasks[k].Gains.Proportional, options.Tasks[k].Gains.Derivative = []float64{2}, []float64{2}
	}
	random, worst := newStates(t, world), 0.0
	trials := 200
	if testing.Short() {
		trials = 20
	}
	for trial := range trials {
		q, v := random.next()
		reference := accelerations(t, world, options, q, v)
		for lowest := turned; lowest <= elbow; lowest++ {
			other := options
			other.Tasks = slices.Clone(options.Tasks)
			for k := lowest; k <= elbow; k++ {
				other.Tasks[k] = random.disturb(other.Tasks[k])
			}
			a := accelerations(t, world, other, q, v)
			for i := range 3 * lowest {
				d := math.Abs(a[i]-reference[i]) / (1 + math.Abs(reference[i]))
				worst = math.Max(worst, d)
				if d > 1e-11 {
					t.Fatalf("trial %d: component %d of a higher level accelerates by %g instead of %g", trial, i, a[i], reference[i])
				}
			}
			if d := math.Abs(a[3*lowest] - reference[3*lowest]); lowest == turned && d < 1e-3 {
				t.Errorf("trial %d: the disturbed level moves by %g only", trial, d)
			}
		}
	}
	t.Logf("the worst difference is %.2g of 1 m/s^2 or 1 rad/s^2", worst)
}
