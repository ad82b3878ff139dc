package actortest_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/actortest"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/faults/invariant"
	"github.com/robo-actors/robo-actors/worlds/gate"
)

// well is a condition that holds.
func well(*actortest.View) bool { return true }

// Impossible entries are reported before the start, also of what is
// planned for much later.
func TestAPlanOfWhatTheApplicationDoesNotHaveIsRefusedAtTheStart(t *testing.T) {
	for line, want := range map[string]string{
		"at 20s panic nowhere/at_all":     `actor "nowhere/at_all" is unknown; known: `,
		"at 1s drop arm/spring.nothing":   `link "arm/spring.nothing" is unknown; known: `,
		"at 1s sigkill process":           "it needs a process of its own",
		"at 1s quaternion arm/spring.*":   "no matching link carries a quaternion",
		"at 1s no_reply elbow":            "nothing in this application carries it out",
		"at 1s acknowledge base":          `unknown world "base"; known: none`,
		"every 1s from 20s reset base":    `unknown world "base"; known: none`,
		"at 1s stop base mode=damp":       "without an application file, operators act in worlds with a gate actor, such as arm/gate",
		"at 1s p 0.01 panic arm/nobody":   `actor "arm/nobody" is unknown; known: `,
		"at 1s for 1s slow */x delay=1ms": `actor "*/x" is unknown; known: `,
	} {
		var lab *actortest.Lab
		text := fails(t, func(t actortest.TB) {
			lab = swinging(5)(t, 1)
			lab.Inject(line)
			lab.Run(2 * time.Second)
		})
		mustContain(t, text, line+": ", want)
		if lab.Now() != 0 || len(lab.Events()) != 0 {
			t.Errorf("%s: it ran until %s", line, lab.Now())
		}
	}
}

func TestAPlanThatComesDuringARunIsLookedAtAtOnce(t *testing.T) {
	for want, plan := range map[string]func(*actortest.Lab){
		`at 20s panic nowhere/at_all: actor "nowhere/at_all" is unknown`: func(l *actortest.Lab) { l.Inject("at 20s panic nowhere/at_all") },
		`at 20s panic nowhere: actor "nowhere" is unknown`:               func(l *actortest.Lab) { l.At(20*time.Second, actortest.Panic("nowhere")) },
		`at 20s stop base mode=off: unknown world "base"`:                func(l *actortest.Lab) { l.Inject("at 20s stop base mode=off") },
	} {
		text := fails(t, func(t actortest.TB) {
			lab := swinging(5)(t, 1)
			lab.Run(10 * ms)
			plan(lab)
			t.Errorf("it goes on")
		})
		if mustContain(t, text, want); strings.Contains(text, "it goes on") {
			t.Errorf("the test went on:\n%s", text)
		}
	}
}

func TestAnOperatorActsInTheWorldsOfTheApplicationFile(t *testing.T) {
	mustContain(t, fails(t, func(t actortest.TB) {
		lab := manipulator(t, 1)
		lab.Inject("at 1s acknowledge base")
		lab.Run(20 * ms)
	}), `at 1s acknowledge base: unknown world "base"; known: mobile_base, whole_body`)
}

// The checks of campaigns are asked of the run of a lab, too: a situation that it does not reach
// says nothing.
func TestChecksOfCampaignsHaveToBeReached(t *testing.T) {
	never := invariant.Sometimes("pigs fly", func(*invariant.View) bool { return false })
	text := fails(t, func(t actortest.TB) {
		lab := manipulator(t, 1)
		lab.Check(never, invariant.Sometimes("it begins", func(*invariant.View) bool { return true }),
			invariant.Recovers("it is well", time.Second, func(*invariant.View) bool { return true }))
		lab.Run(100 * ms)
	})
	mustContain(t, text, `"pigs fly" does not hold at 0.100000s`, "was not reached", `"it is well" does not hold`, "it was not checked: the run ended at 0.100000s")
	if strings.Contains(text, "it begins") {
		t.Errorf("a reached situation is reported too:\n%s", text)
	}
	setFlag(t, "rapid.checks", "10")
	mustContain(t, failsAsTest(t, func(f *failing) {
		actortest.Search(f, actortest.Space{Duration: 30 * ms, Kinds: []string{"drop"}, Targets: []string{"mobile_base/gate*"}}, func(t actortest.TB, seed uint64) *actortest.Lab {
			lab := manipulator(t, seed)
			lab.Check(never)
			return lab
		})
	}), `"pigs fly" was never reached in `)
	mustContain(t, fails(t, func(t actortest.TB) {
		lab := manipulator(t, 1)
		lab.Check(invariant.Always("it stands", func(v *invariant.View) error { v.Mode("frontleft"); return nil }))
		lab.Run(100 * ms)
	}), `"it stands" does not hold`, `it queries the unknown joint "frontleft"; known: `)
}

func TestAFileNeedsARegistry(t *testing.T) {
	mustContain(t, fails(t, func(t actortest.TB) { actortest.FromFile(t, "../../examples/mobile_manipulator/app.yaml", nil, 1) }),
		"there is no registry for the kinds of ../../examples/mobile_manipulator/app.yaml; expected kinds.Standard()")
}

// asked is an actor with the name of a gate, which refuses everything.
type asked struct{ questions *[]any }

func (a *asked) Receive(c *actors.Context, message any) error {
	*a.questions = append(*a.questions, message)
	c.Reply(errors.New("not now"))
	return nil
}

// Without a file a world is known by its gate, and what the gate rejects is printed with a failure,
// but is no failure.
func TestWithoutAFileAnOperatorActsWhereThereIsAGate(t *testing.T) {
	var questions []any
	experiment := func(t actortest.TB) *actortest.Lab {
		lab := actortest.New(t, actors.Application{Actors: []actors.Spec{{Name: "arm/gate", New: func() any { return &asked{&questions} }}}}, 1)
		lab.Inject("at 10ms acknowledge arm", "at 20ms stop arm mode=damp", "at 30ms acknowledge arm", "at 40ms acknowledge arm")
		return lab
	}
	experiment(t).Run(50 * ms)
	if len(questions) != 4 {
		t.Fatalf("the gate was asked %d times: %v", len(questions), questions)
	}
	_, status := questions[0].(gate.StatusRequest)
	if stop, is := questions[1].(gate.StopRequest); !status || !is || stop.Mode != messages.ModeDamp {
		t.Errorf("the gate was asked %#v", questions)
	}
	mustContain(t, fails(t, func(t actortest.TB) {
		lab := experiment(t)
		lab.Sometimes("pigs fly", func(*actortest.View) bool { return false })
		lab.Run(50 * ms)
	}), "refused:\n\tat 10ms acknowledge arm: not now (and 2 more like it)\n\tat 20ms stop arm mode=damp: not now\n")
}

// A fault after the end of the run breaks nothing.
func TestWhatNeverCameDueIsReportedAtTheEnd(t *testing.T) {
	text := fails(t, func(t actortest.TB) {
		lab := swinging(5)(t, 1)
		lab.Inject("at 20s panic arm/spring", "every 1s from 3s error arm/spring", "at 2s error arm/spring")
		lab.At(4*time.Second, actortest.Panic("arm/spring"))
		lab.At(5*time.Second, func() {})
		lab.At(2*time.Second, func() {})
		lab.Run(2 * time.Second)
	})
	mustContain(t, text, `"everything that was planned comes due" does not hold at 2.000000s`,
		"the run ended before:\n\tat 4s panic arm/spring\n\tat 5s a function of the test\n\tat 20s panic arm/spring\n\tevery 1s from 3s error arm/spring\n\texpected an earlier time or a longer run",
		"planned:\n\tat 2s error arm/spring\n")
}

// Of a run that ended early by a failure, only the failure is reported.
func TestTheReportOfAFailedRunOmitsWhatItMissed(t *testing.T) {
	text := fails(t, func(t actortest.TB) {
		lab := swinging(0.1)(t, 1)
		lab.Inject("at 1s panic arm/spring")
		lab.Recovers("it is well", time.Second, well)
		lab.Within("it is well later", time.Second, time.Second, well)
		lab.Eventually("pigs fly", func(*actortest.View) bool { return false })
		lab.Run(2 * time.Second)
	})
	mustContain(t, text, "effort within its limit")
	for _, missed := range []string{"comes due", "it is well", "pigs fly", "nothing was run"} {
		if strings.Contains(text, missed) {
			t.Errorf("%q is reported too:\n%s", missed, text)
		}
	}
}

func TestALabThatRunsNothingFails(t *testing.T) {
	for want, declare := range map[string]func(*actortest.Lab){
		"nothing was run: 1 checks were declared and 0 faults planned": func(l *actortest.Lab) { l.Eventually("it is well", well) },
		"nothing was run: 0 checks were declared and 2 faults planned": func(l *actortest.Lab) {
			l.Inject("at 1s panic arm/spring")
			l.At(time.Second, actortest.Panic("arm/spring"))
			l.At(time.Second, func() {})
		},
		"nothing was run: 1 checks were declared and 0 faults planned, but Run": func(l *actortest.Lab) {
			l.Within("it is well", 0, time.Second, well)
			l.View() // which starts it
		},
	} {
		mustContain(t, fails(t, func(t actortest.TB) {
			lab := actortest.New(t, supervised(), 1)
			actortest.Feed[messages.JointState](lab, "arm/spring.state")
			declare(lab)
		}), want)
	}
	mustContain(t, fails(t, func(t actortest.TB) {
		manipulator(t, 1).Check(invariant.Always("it is well", func(*invariant.View) error { return nil }))
	}), "nothing was run: 1 checks were declared")
	actortest.New(t, supervised(), 1)        // nothing is expected of it
	lab := actortest.New(t, supervised(), 1) // lets time pass by itself
	actortest.Feed[messages.JointState](lab, "arm/spring.state")
	lab.At(5*ms, actortest.Panic("arm/spring"))
	if err := lab.System().Advance(10 * ms); err != nil {
		t.Fatal(err)
	}
}

// What holds after the last fault is asked for by a run that comes to it. Another one says nothing,
// and passes in a search only.
func TestALabThatRunsByItselfHasToComeToWhatIsAfterTheLastFault(t *testing.T) {
	for line, want := range map[string]string{
		"at 2s panic arm/spring":                        "it was not checked: the run ended at 2.500000s, before its deadline at 3.000000s, 1s after the last fault",
		"at 1s for 1s drop arm/spring.state":            "the run ended at 2.500000s, before its deadline at 3.000000s",
		"at 2s drop arm/spring.state":                   `"at 2s drop arm/spring.state" never ends: it has no duration`,
		"every 500ms error arm/spring":                  `"every 500ms error arm/spring" never ends: it has no until`,
		"at 200ms stop_actor arm/spring":                `"at 200ms stop_actor arm/spring" leaves something permanently stopped, lost or wrong`,
		"at 200ms for 10ms half_open arm/spring.state":  `leaves something permanently stopped, lost or wrong`,
		"every 500ms until 2s for 1ms error arm/spring": "the run ended at 2.500000s, before its deadline at 3.001000s",
	} {
		text := fails(t, func(t actortest.TB) {
			lab := swinging(5)(t, 1)
			lab.Inject(line)
			lab.Recovers("it swings", time.Second, func(*actortest.View) bool { t.Errorf("looked at"); return false })
			lab.Run(2500 * ms)
		})
		if mustContain(t, text, `"it swings" does not hold at 2.5`, "it was not checked", want); strings.Contains(text, "looked at") {
			t.Errorf("%s: it was looked at", line)
		}
	}
	lab := swinging(5)(t, 1)
	lab.At(200*ms, actortest.Drop("arm/spring.state", 300*ms))
	lab.Recovers("it swings", time.Second, well)
	lab.Run(1500 * ms) // to the moment
}

// At the end of a test everything is stopped and withdrawn. What a failure shows is of before that.
func TestTheReportAtTheEndIsOfBeforeTheStop(t *testing.T) {
	text := fails(t, func(t actortest.TB) {
		lab := swinging(5)(t, 1)
		lab.Inject("at 100ms for 20ms drop arm/spring.state", "every 200ms from 400ms until 1800ms error arm/spring")
		lab.Sometimes("it pushes hard", func(v *actortest.View) bool {
			c, _, ok := actortest.Value[messages.JointCommand](v, "arm/spring.effort")
			return ok && c.Effort[0] > 4
		})
		lab.Run(2 * time.Second)
	})
	mustContain(t, text, `"it pushes hard" does not hold at 2.000000s`, "values:\n\tarm/spring.effort, number ", "Effort [-2.27",
		"injected:\n\t0.100000s actortest/feeds/arm/spring/state.value->arm/spring.state fault_injected: for 20ms drop arm/spring.state\n", "1.800000s arm/spring fault_injected", "1.9")
	if strings.Contains(text, "stopped") {
		t.Errorf("the stop of everything is among the events:\n%s", text)
	}
}

// A mode that a check has read is shown with the event that told it, however long ago.
func TestAFailureShowsTheModesThatItsCheckHasRead(t *testing.T) {
	text := fails(t, func(t actortest.TB) {
		lab := manipulator(t, 1)
		lab.Inject("at 600ms stop mobile_base mode=damp")
		lab.Within("the wheel runs again", 700*ms, 100*ms, func(v *actortest.View) bool {
			_, _ = v.Mode("mobile_front_right")
			mode, ok := v.Mode("mobile_front_left")
			return ok && mode == messages.ModeRun
		})
		lab.Run(time.Second)
	})
	mustContain(t, text, "mode of joint mobile_front_left: damp, reported by 0.6", "mode_changed joint mobile_front_left run -> damp",
		"mode of joint mobile_front_right: damp, reported by 0.6")
	mustContain(t, fails(t, func(t actortest.TB) {
		lab := actortest.New(t, modes(time.Hour), 1)
		lab.Eventually("elbow held", held)
		lab.Run(20 * ms)
	}), "values:\n\tmode of joint elbow: not reported yet\n")
}

func TestAJointThatTheFileDoesNotHaveIsAMistake(t *testing.T) {
	mustContain(t, fails(t, func(t actortest.TB) {
		lab := manipulator(t, 1)
		lab.Always("it stands", func(v *actortest.View) error { _, _ = v.Mode("frontleft"); return nil })
		lab.Run(20 * ms)
	}), `unknown joint "frontleft"; known: mobile_planar, arm_joint_1, `, "arm_joint_7, mobile_front_left, mobile_front_right, mobile_rear_left, mobile_rear_right")
	lab := manipulator(t, 1)
	if mode, ok := lab.View().Mode("mobile_front_left"); ok {
		t.Errorf("before its first event a joint is in %s", mode)
	}
}

// refusing is an actor whose Stop fails.
type refusing struct{}

func (*refusing) Tick(*actors.Tick) error { return nil }
func (*refusing) Stop(*actors.Context, actors.StopReason) error {
	return errors.New("it will not stop")
}

// A drive that rejects commands may not confirm its stop; nothing else excuses an actor that fails
// while it stops.
func TestAnActorThatFailsWhileItStopsFailsATestWithoutFaults(t *testing.T) {
	app := func() actors.Application {
		return actors.Application{Name: "test", Actors: []actors.Spec{{Name: "arm/stubborn", New: func() any { return &refusing{} }, Period: 10 * ms}}}
	}
	text := fails(t, func(t actortest.TB) {
		lab := actortest.New(t, app(), 1)
		lab.Run(100 * ms)
		lab.Close()
	})
	mustContain(t, text, `"the application stops" does not hold`, "arm/stubborn", "while stopping: it will not stop")
	lab := actortest.New(t, app(), 1)
	lab.Inject("at 20ms for 10ms slow arm/stubborn delay=1ms")
	lab.Run(100 * ms)
	lab.Close()
}
