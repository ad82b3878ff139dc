package actortest_test

import (
	"fmt"
	"math"
	"math/rand"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/actortest"
	"github.com/robo-actors/robo-actors/actors/record"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision"
)

// supervised are springs whose supervisor restarts what fails, each time after a tenth of a second
// or little more.
func supervised() actors.Application {
	restart := supervision.DefaultRestart()
	restart.Max, restart.BackoffMax = 1000, restart.BackoffMin
	return under(restart)
}

// under are springs whose supervisor, and the application itself, restart in that way.
func under(restart supervision.Restart) actors.Application {
	app := springs()
	app.Actors[0].Group = "arm"
	app.Groups = []actors.Group{{Name: "arm", Policy: actors.NewPolicy(restart)}}
	app.Policy = actors.NewPolicy(restart)
	return app
}

// swinging is an experiment: the joint swings by 0.5 rad, and the effort must stay within a limit,
// N m.
func swinging(limit float64, more ...func(*actortest.Lab)) actortest.Experiment {
	return func(t actortest.TB, seed uint64) *actortest.Lab {
		lab := actortest.New(t, supervised(), seed)
		state := actortest.Feed[messages.JointState](lab, "arm/spring.state")
		state.Every(10*ms, func(now messages.Instant) (messages.JointState, bool) { return at(0.5 * math.Sin(now.Seconds())), true })
		lab.Always("effort within its limit", func(v *actortest.View) error {
			if c, _, ok := actortest.Value[messages.JointCommand](v, "arm/spring.effort"); ok && !(math.Abs(c.Effort[0]) <= limit) {
				return fmt.Errorf("effort %.2f N m, limit %g N m", c.Effort[0], limit)
			}
			return nil
		})
		for _, declare := range more {
			declare(lab)
		}
		return lab
	}
}

// gentle are kinds that no value is spoilt by.
var gentle = []string{"drop", "delay", "duplicate", "reorder", "error", "panic"}

func TestASearchFindsTheSmallestPlanAndTellsEverything(t *testing.T) {
	text := failsAsTest(t, func(f *failing) {
		actortest.Search(f, actortest.Space{Duration: time.Second, Kinds: []string{"drop", "delay", "panic", "nan"}}, swinging(5))
	})
	mustContain(t, text, `"effort within its limit" does not hold at `, "limit 5 N m", "arm/spring.effort, number ", "Effort [", "N m|N", "fault_injected", "arm/spring started",
		"ACTORTEST_SEED=", "ACTORTEST_PLAN='at ", "go test -count=1 -run '^TestOfAUser$/^of the kit \\(v1\\)$' github.com/robo-actors/robo-actors/actors/actortest", "-rapid.seed=", "the smallest of ")
	planned, _, _ := strings.Cut(text[strings.Index(text, "planned:\n")+9:], "latest events")
	if strings.Count(planned, "\n") != 1 || !strings.Contains(planned, " arm/spring.state") {
		t.Errorf("one fault of the state is enough, not\n%s", planned)
	}
	path := regexp.MustCompile(`recording of the run: (\S+)`).FindStringSubmatch(text)
	if path == nil {
		t.Fatalf("no recording is named in\n%s", text)
	}
	r, err := record.Open(path[1])
	if err != nil {
		t.Fatal(err)
	}
	events, err := record.Series[messages.Event](r, record.EventsTopic)
	if err != nil || len(events) == 0 {
		t.Fatal(len(events), err)
	}
	if last := events[len(events)-1].Value; last.Source != record.CheckSource || !strings.Contains(text, strings.Split(last.Text, "\n")[0][:20]) {
		t.Errorf("the recording ends with %v; expected the failed check of\n%s", last, text)
	}
	defer func() {
		if err := r.Close(); err != nil {
			t.Error(err)
		}
	}()
	efforts, err := record.Series[messages.JointCommand](r, "arm/spring.effort")
	if err != nil || len(efforts) == 0 || math.Abs(efforts[len(efforts)-1].Value.Effort[0]) <= 5 {
		t.Errorf("the recording has %d efforts, %v, and does not end with the one that was too large", len(efforts), err)
	}
	health, err := record.Series[messages.Health](r, record.HealthTopic)
	pulled := func(h record.Sample[messages.Health]) bool {
		return h.Value.Actor == "arm/spring" && h.Value.Inputs[0].Received > 0
	}
	if err != nil || !slices.ContainsFunc(health, pulled) {
		t.Errorf("how the actors were is recorded %d times, %v, and not when the check failed", len(health), err)
	}
}

func TestASearchThatFindsNothingPasses(t *testing.T) {
	actortest.Search(t, actortest.Space{Duration: time.Second, Kinds: gentle}, swinging(5, func(l *actortest.Lab) {
		l.Recovers("it pulls again", 500*ms, func(v *actortest.View) bool {
			_, _, ok := actortest.Value[messages.JointCommand](v, "arm/spring.effort")
			return ok
		})
		l.Sometimes("the spring is restarted", func(v *actortest.View) bool { return v.Health("arm/spring").Incarnation > 1 })
		l.Sometimes("the spring lets go", func(v *actortest.View) bool {
			_, _, ok := actortest.Value[messages.JointCommand](v, "arm/spring.effort")
			return !ok && v.Now() > 0
		})
	}))
}

func TestAPlanOfTheEnvironmentIsRunByItself(t *testing.T) {
	t.Setenv(actortest.SeedVariable, "7")
	t.Setenv(actortest.PlanVariable, "at 200ms for 100ms corrupt arm/spring.state bits=64; at 900ms drop arm/spring.state")
	text := failsAsTest(t, func(f *failing) { actortest.Search(f, actortest.Space{Duration: time.Second}, swinging(5)) })
	mustContain(t, text, "does not hold at 0.2", "at 200ms for 100ms corrupt arm/spring.state bits=64", "seed 7", "recording of the run: "+kept)
	if again := failsAsTest(t, func(f *failing) { actortest.Search(f, actortest.Space{Duration: time.Second}, swinging(5)) }); firstLines(again) != firstLines(text) {
		t.Errorf("the second time it is\n%s\nafter\n%s", again, text)
	}
	t.Setenv(actortest.PlanVariable, "at 200ms drop arm/spring.state")
	actortest.Search(t, actortest.Space{Duration: time.Second}, swinging(5))
	t.Setenv(actortest.PlanVariable, "at noon drop arm/spring.state")
	mustContain(t, failsAsTest(t, func(f *failing) { actortest.Search(f, actortest.Space{}, swinging(5)) }), "ACTORTEST_PLAN:1", "noon")
}

// A plan that was not carried out broke nothing, and says nothing.
func TestAPlanOfTheEnvironmentThatCannotBeCarriedOutFails(t *testing.T) {
	t.Setenv(actortest.SeedVariable, "0")
	for plan, want := range map[string]string{
		"at 1s panic foo": `at 1s panic foo: actor "foo" is unknown; known: `,
		"at 9s drop arm/spring.state; at 1s drop arm/spring.state": "the run ended before:\n\tat 9s drop arm/spring.state\n",
		"at 1s reset base": `unknown world "base"; known: none`,
	} {
		t.Setenv(actortest.PlanVariable, plan)
		mustContain(t, failsAsTest(t, func(f *failing) { actortest.Search(f, actortest.Space{Duration: 8 * time.Second}, swinging(5)) }), want, "the plan is that of ACTORTEST_PLAN")
	}
	t.Setenv(actortest.PlanVariable, "at 10ms brake mobile_front_left")
	mustContain(t, failsAsTest(t, func(f *failing) { actortest.Search(f, actortest.Space{Duration: 20 * ms}, manipulator) }),
		"at 10ms brake mobile_front_left: ", "has no brake", "the plan is that of ACTORTEST_PLAN")
	t.Setenv(actortest.PlanVariable, "at 10ms no_reply elbow")
	mustContain(t, failsAsTest(t, func(f *failing) {
		actortest.Search(f, actortest.Space{Duration: 20 * ms}, func(t actortest.TB, seed uint64) *actortest.Lab {
			return actortest.New(t, actors.Application{FaultSites: []actors.FaultSite{busy{}}}, seed)
		})
	}), "the plan of ACTORTEST_PLAN was not carried out:\nat 10ms no_reply elbow: ", "the elbow is busy")
}

func TestAPlanOfTheEnvironmentReportsWhatItDoesNotRequest(t *testing.T) {
	t.Setenv(actortest.PlanVariable, "at 200ms drop arm/spring.state")
	logged := ""
	actortest.Search(&logging{T: t, logged: &logged}, actortest.Space{Duration: time.Second}, swinging(5, func(l *actortest.Lab) {
		l.Recovers("it swings", time.Second, well)
	}))
	mustContain(t, logged, "no check fails under the plan of ACTORTEST_PLAN with seed 0:\nat 200ms drop arm/spring.state\n", `"it swings": it was not checked`, "never ends")
	t.Setenv(actortest.PlanVariable, "at 5ms for 1ms drop mobile_base/wheels.state")
	actortest.Search(&logging{T: t, logged: &logged}, actortest.Space{Duration: 40 * ms}, func(t actortest.TB, seed uint64) *actortest.Lab {
		l := manipulator(t, seed)
		l.Recovers("it drives", 10*ms, func(*actortest.View) bool { return false })
		return l
	})
	mustContain(t, logged, `"it drives": it was not checked, because joints wait for an operator`, "every 250ms until 8s reset WORLD")
}

// logging keeps what a test logs.
type logging struct {
	*testing.T
	logged *string
}

func (l *logging) Logf(format string, arguments ...any) {
	*l.logged += fmt.Sprintf(format, arguments...)
}

// Rapid writes a file of a failure and begins with it the next time. Nobody asked a search for
// that, and its command would repeat something else.
func TestASearchLeavesNoFilesAndItsCommandRepeatsIt(t *testing.T) {
	t.Chdir(t.TempDir())
	setFlag(t, "rapid.nofailfile", "false")
	experiment := func(f *failing) {
		actortest.Search(f, actortest.Space{Duration: 500 * ms, Kinds: []string{"drop", "nan"}}, swinging(5))
	}
	text := failsAsTest(t, experiment)
	if left, err := os.ReadDir("."); err != nil || len(left) != 0 {
		t.Errorf("the search has left %v, %v", left, err)
	}
	command := regexp.MustCompile(`the search from that run on: go test \S+ -run '\S+ \S+ \S+ \S+' \S+ -rapid\.seed=(\d+)`).FindStringSubmatch(text)
	if command == nil {
		t.Fatalf("no seed is named in\n%s", text)
	}
	setFlag(t, "rapid.seed", command[1])
	again := failsAsTest(t, experiment)
	if firstLines(again) != firstLines(text) {
		t.Errorf("the second time it is\n%s\nafter\n%s", again, text)
	}
	mustContain(t, again, "the first failure, in run 1, had ")
	if err := os.MkdirAll(filepath.Join("testdata", "mine"), 0o750); err != nil {
		t.Fatal(err)
	}
	failsAsTest(t, experiment)
	if left, err := os.ReadDir("testdata"); err != nil || len(left) != 1 || left[0].Name() != "mine" {
		t.Errorf("of the test's own data it has left %v, %v", left, err)
	}
}

// firstLines are those before the path of the recording, which differs.
func firstLines(text string) string {
	before, _, _ := strings.Cut(text, "recording of the run")
	return before
}

// What hangs cannot stop, also where the run ends before anybody has noticed.
func TestAHangInTheLastMomentOfARunIsNoFailureOfASearch(t *testing.T) {
	t.Setenv(actortest.SeedVariable, "0")
	for _, when := range []string{"500ms", "985ms", "999ms", "985ms for 10ms", "999ms for 5ms"} {
		t.Setenv(actortest.PlanVariable, "at "+when+" hang arm/spring")
		actortest.Search(t, actortest.Space{Duration: time.Second}, swinging(5))
	}
}

func TestAWholePlanIsReportedWhereTheApplicationDoesNotStop(t *testing.T) {
	text := failsAsTest(t, func(f *failing) {
		lab := swinging(5)(f, 3)
		lab.Inject("at 999ms hang arm/spring")
		lab.Run(time.Second)
		lab.Close()
	})
	mustContain(t, text, `"the application stops" does not hold at 1.0`, "arm/spring (running)", "planned:\n", "at 999ms hang arm/spring", "recording of the run: "+kept, "seed 3")
}

func TestWhatASearchNeverReachesIsReported(t *testing.T) {
	text := failsAsTest(t, func(f *failing) {
		actortest.Search(f, actortest.Space{Duration: 200 * ms, Kinds: []string{"drop"}}, swinging(5, func(l *actortest.Lab) {
			l.Sometimes("pigs fly", func(*actortest.View) bool { return false })
			l.Sometimes("it begins", func(*actortest.View) bool { return true })
		}))
	})
	mustContain(t, text, `"pigs fly" was never reached in `, "was never reached in")
	if strings.Contains(text, "it begins") {
		t.Errorf("a reached situation is reported too:\n%s", text)
	}
}

// A short search makes a fifth of the runs, but goes on while a situation is missing that all of
// them would come to.
func TestAShortSearchGoesOnUntilItHasReachedWhatItAskedFor(t *testing.T) {
	setFlag(t, "test.short", "true")
	setFlag(t, "rapid.checks", "50")
	setFlag(t, "rapid.seed", "0") // each round draws anew
	for _, c := range []struct{ reached, least, most int }{{1, 10, 14}, {15, 20, 26}, {40, 41, 56}} {
		runs := 0
		actortest.Search(t, actortest.Space{Duration: 20 * ms, Kinds: []string{"drop", "delay"}}, swinging(5, func(l *actortest.Lab) {
			runs++
			at := runs
			l.Sometimes("the run is late enough", func(*actortest.View) bool { return at > c.reached })
		}))
		if runs < c.least || runs > c.most {
			t.Errorf("what run %d reaches took %d; expected %d to %d", c.reached, runs, c.least, c.most)
		}
	}
	runs := 0
	text := failsAsTest(t, func(f *failing) {
		actortest.Search(f, actortest.Space{Duration: 20 * ms, Kinds: []string{"drop", "delay"}}, swinging(5, func(l *actortest.Lab) {
			runs++
			l.Sometimes("pigs fly", func(*actortest.View) bool { return false })
		}))
	})
	if mustContain(t, text, `"pigs fly" was never reached in `); runs < 40 || runs > 56 {
		t.Errorf("it gave up after %d runs; expected as many as without -short", runs)
	}
}

func TestASearchSeesWhatDoesNotComeBack(t *testing.T) {
	text := failsAsTest(t, func(f *failing) {
		actortest.Search(f, actortest.Space{Duration: time.Second, Kinds: []string{"drop", "error"}, Targets: []string{"arm/*"}}, swinging(5, func(l *actortest.Lab) {
			l.Recovers("nobody was restarted", 300*ms, func(v *actortest.View) bool { return v.Health("arm/spring").Incarnation < 2 })
		}))
	})
	mustContain(t, text, `"nobody was restarted" does not hold`, "error arm/spring", "after the last fault, which ended at")
	if strings.Contains(text, "drop") {
		t.Errorf("a drop restarts nobody, and is in the smallest plan:\n%s", text)
	}
}

// A draw from a source that the seed does not know makes two runs differ.
func TestASearchSeesActorsThatAreNotRepeatable(t *testing.T) {
	text := failsAsTest(t, func(f *failing) {
		actortest.Search(f, actortest.Space{Duration: 100 * ms, Kinds: []string{"delay"}}, func(t actortest.TB, seed uint64) *actortest.Lab {
			lab := actortest.New(t, supervised(), seed)
			actortest.Feed[messages.JointState](lab, "arm/spring.state").Every(10*ms, func(messages.Instant) (messages.JointState, bool) {
				return at(rand.Float64()), true
			})
			return lab
		})
	})
	mustContain(t, text, "differ:", "step ", "Context.Rand")
}

func TestASpaceThatCannotBeIsRefused(t *testing.T) {
	for want, space := range map[string]actortest.Space{
		"kind dorp is unknown; did you mean \"drop\"?; see: ": {Kinds: []string{"delay", "dorp"}},
		"kind sigkill does not run":                           {Kinds: []string{"sigkill"}},
		"kind no_reply does not run":                          {Kinds: []string{"no_reply"}},
		"no target: no actor":                                 {Targets: []string{"leg/*"}},
		"runs of 300ms are too short for":                     {Duration: 300 * ms},
		"make the lab with FromFile, or decl":                 {Faults: 1},
	} {
		text := failsAsTest(t, func(f *failing) {
			actortest.Search(f, space, swinging(5, func(l *actortest.Lab) {
				if space.Faults == 1 {
					l.Check()
				}
				l.Recovers("it is well", 250*ms, func(*actortest.View) bool { return true })
			}))
		})
		mustContain(t, text, want)
	}
}

// Faults begin and end with milliseconds: in each one there is a tick for it to fail.
func TestAnApplicationThatNobodyRestartsIsReported(t *testing.T) {
	text := failsAsTest(t, func(f *failing) {
		actortest.Search(f, actortest.Space{Duration: 200 * ms, Kinds: []string{"error"}}, func(t actortest.TB, seed uint64) *actortest.Lab {
			restart := supervision.DefaultRestart()
			restart.Max = 0 // nothing is restarted
			app := under(restart)
			app.Actors[0].Period = ms
			lab := actortest.New(t, app, seed)
			actortest.Feed[messages.JointState](lab, "arm/spring.state").Every(10*ms, holding(0))
			return lab
		})
	})
	mustContain(t, text, "runs the application came to a protective stop: its supervisors")
}

func TestAnExperimentThatFailsWithoutFaultsIsNotSearched(t *testing.T) {
	mustContain(t, failsAsTest(t, func(f *failing) { actortest.Search(f, actortest.Space{Duration: time.Second}, swinging(0.5)) }),
		"without any fault:", "effort within its limit", "recording of the run: "+kept)
	mustContain(t, failsAsTest(t, func(f *failing) {
		actortest.Search(f, actortest.Space{}, func(t actortest.TB, seed uint64) *actortest.Lab { return actortest.New(t, supervised(), seed) })
	}), "without any fault:", "input arm/spring.state")
	mustContain(t, failsAsTest(t, func(f *failing) {
		actortest.Search(f, actortest.Space{}, func(t actortest.TB, seed uint64) *actortest.Lab { t.Fatalf("no way"); return nil })
	}), "the experiment does not make a lab: no way")
}

func TestRecordingsOfRunsThatPassAreNotKept(t *testing.T) {
	before := recordings(t)
	lab := swinging(5)(t, 1)
	lab.Run(100 * ms)
	lab.Close()
	if after := recordings(t); after != before {
		t.Errorf("%d recordings were kept", after-before)
	}
	text := fails(t, func(t actortest.TB) {
		lab := swinging(5)(t, 1)
		lab.Run(100 * ms)
		t.Errorf("the test's own check")
		lab.Close()
	})
	if after := recordings(t); after != before+1 || !strings.Contains(text, "own check") {
		t.Errorf("%d recordings were kept of a test that failed by itself", after-before)
	}
}

func recordings(t *testing.T) int {
	t.Helper()
	all, err := filepath.Glob(filepath.Join(kept, "*.mcap"))
	if err != nil {
		t.Fatal(err)
	}
	return len(all)
}

// Two users of one machine do not share a folder that the first of them has made.
func TestRecordingsAreKeptInAFolderOfTheUser(t *testing.T) {
	folder := t.TempDir()
	t.Setenv("TMPDIR", folder)
	t.Setenv(actortest.DirectoryVariable, "")
	text := fails(t, func(t actortest.TB) { swinging(0.1)(t, 1).Run(time.Second) })
	files, err := filepath.Glob(filepath.Join(folder, fmt.Sprintf("actortest-%d", os.Getuid()), "*.mcap"))
	if err != nil || len(files) != 1 {
		t.Fatalf("recordings are %v, %v", files, err)
	}
	mustContain(t, text, "recording of the run: "+files[0]+"\n\tgo tool robo-actors explain "+files[0]+" explains it, log cat and plot show it", actortest.DirectoryVariable)
}

func TestAFolderThatCannotBeWrittenToIsReported(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv(actortest.DirectoryVariable, file)
	mustContain(t, fails(t, func(t actortest.TB) { swinging(0.1)(t, 1).Run(time.Second) }), "recording of the run: none: ", "effort within its limit")
}
