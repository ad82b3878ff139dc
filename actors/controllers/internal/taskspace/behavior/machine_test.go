package behavior

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/messages"
)

const ms = time.Millisecond

// door is the behaviour that the tests speak of: approach, grasp, turn and push inside work,
// release.
func door() Definition {
	return Definition{
		Sets: []TaskSet{
			{Name: "rest", Levels: [][]string{{"posture"}}},
			{Name: "reach", Levels: [][]string{{"hand"}, {"gaze", "posture"}}},
			{Name: "turn", Levels: [][]string{{"hand"}, {"wrist"}}},
		},
		Initial: "idle",
		States: []State{
			{Name: "idle", TaskSet: "rest", ByRequest: true, Transitions: []Transition{{To: "work", On: "begin"}}},
			{Name: "work", Initial: "approach", TaskSet: "reach", Transitions: []Transition{
				{To: "release", On: "let_go"},
				{To: "release", When: []string{"signal alarm above 0.5"}},
				{To: "release", After: 20 * time.Second},
			}},
			{Name: "approach", Parent: "work", Entry: []Setting{{Task: "hand", Parameter: "goal.position", Numbers: []float64{1, 2, 3}}},
				Transitions: []Transition{{To: "grasp", When: []string{"error of hand below 5 mm for 200 ms"}}}},
			{Name: "grasp", Parent: "work", Transitions: []Transition{
				{To: "turn", On: "grasped", When: []string{"signal grip above 3 N"}},
				{To: "approach", After: 2 * time.Second}}},
			{Name: "turn", Parent: "work", TaskSet: "turn", Transitions: []Transition{
				{To: "push", When: []string{"position of handle above 30 deg", "velocity of handle below 5 deg/s for 100 ms"}}}},
			{Name: "push", Parent: "work"},
			{Name: "release", TaskSet: "rest"},
		},
	}
}

var doorTerms = []Term{{"error", "hand", "m", true}, {"velocity", "hand", "m/s", true}, {"position", "handle", "rad", false}, {"velocity", "handle", "rad/s", false},
	{"signal", "grip", "N", false}, {"signal", "alarm", "", false}}

func doorVocabulary() Vocabulary {
	return Vocabulary{Tasks: []string{"posture", "hand", "gaze", "wrist"}, Terms: doorTerms}
}

func newDoor(t *testing.T) *Machine {
	t.Helper()
	m, err := New(door(), doorVocabulary())
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// walk is a machine that runs in steps of 1 ms.
type walk struct {
	t  *testing.T
	m  *Machine
	s  Status
	in Input
}

func newWalk(t *testing.T, m *Machine) *walk {
	w := &walk{t: t, m: m, s: m.Begin(0)}
	w.in.Values = slices.Repeat([]float64{math.NaN()}, len(m.Terms()))
	w.in.Prepared = math.MaxUint64
	return w
}

func (w *walk) steps(n int) (last Outcome) {
	for range n {
		w.in.Now += ms
		w.s, last = w.m.Step(w.s, &w.in)
	}
	return last
}

func (w *walk) is(name string) {
	w.t.Helper()
	if got := w.m.StateName(w.s.State); got != name {
		w.t.Fatalf("at %v the state is %q, want %q", w.in.Now, got, name)
	}
}

func (w *walk) ask(event string) *Refusal {
	var r *Refusal
	w.s, r = w.m.Ask(w.s, event, &w.in)
	return r
}

func TestADoorIsOpenedStateByState(t *testing.T) {
	w := newWalk(t, newDoor(t))
	w.steps(1000)
	w.is("idle")
	if r := w.ask("begin"); r != nil {
		t.Fatal(r)
	}
	w.steps(1)
	w.is("approach")
	w.in.Values[0] = 0.004
	w.steps(200)
	w.is("approach")
	w.in.Values[0] = 0.006 // the break starts the 200 ms anew
	w.steps(1)
	w.in.Values[0] = 0.004
	w.steps(200)
	w.is("approach")
	w.steps(1)
	w.is("grasp")
	if r := w.ask("grasped"); r == nil || r.Result != NotNow || !strings.Contains(r.Text, `"signal grip above 3 N" (not known)`) {
		t.Fatalf("the grip is unknown, and the answer is %v", r)
	}
	w.in.Values[4] = 5
	if r := w.ask("grasped"); r != nil {
		t.Fatal(r)
	}
	w.steps(1)
	w.is("turn")
	w.in.Values[2], w.in.Values[3] = 0.6, 0.1
	w.steps(500)
	w.is("turn")
	w.in.Values[3] = 0.01
	w.steps(100)
	w.is("turn")
	w.steps(1)
	w.is("push")
	w.in.Values[5] = 1 // a condition of the state around it
	w.steps(1)
	w.is("release")
	if r := w.ask("begin"); r == nil || r.Result != NotNow {
		t.Errorf("nothing leads out of release, and the answer is %v", r)
	}
}

func TestATimeoutCountsFromTheEntryOfItsOwnState(t *testing.T) {
	w := newWalk(t, newDoor(t))
	w.ask("begin")
	w.steps(1)
	entered := w.in.Now
	w.in.Values[0] = 0
	w.steps(201)
	w.is("grasp")
	w.in.Values[0] = 1
	w.steps(1999)
	w.is("grasp")
	w.steps(1)
	w.is("approach")
	for w.in.Now-entered < 20*time.Second-ms { // inner states come and go, the state around them stays
		w.steps(1)
		w.is("approach")
	}
	w.steps(1)
	w.is("release")
}

func TestATransitionIsCompletedWhenItsNumberIsPrepared(t *testing.T) {
	w := newWalk(t, newDoor(t))
	w.in.Prepared = 0
	w.ask("begin")
	if o := w.steps(10); o.Completed || w.s.Pending.Request != 1 {
		t.Fatalf("pending is %d after %+v", w.s.Pending.Request, o)
	}
	w.is("idle")
	if r := w.ask("begin"); r == nil || r.Result != TryAgain || !strings.Contains(r.Error(), "try again") {
		t.Errorf("a second transition is answered %v", r)
	}
	var r *Refusal
	if w.s, r = w.m.Request(w.s, "idle", &w.in); r == nil || r.Result != TryAgain {
		t.Errorf("a second transition is answered %v", r)
	}
	w.in.Prepared = 1
	o := w.steps(1)
	if !o.Completed || o.Request != 1 || o.Entered != 2 || w.m.StateName(w.m.EnteredState(&o, 0)) != "work" || w.m.StateName(w.m.EnteredState(&o, 1)) != "approach" {
		t.Errorf("the outcome is %+v", o)
	}
	w.is("approach")
}

func TestStatesOfTheSameTaskSetNeedNothingPrepared(t *testing.T) {
	w := newWalk(t, newDoor(t))
	w.ask("begin")
	w.steps(1)
	w.in.Prepared, w.in.Values[0] = 0, 0
	w.steps(201)
	w.is("grasp")
}

func TestWhatIsNotPreparedInTimeIsGivenUpAndMayBeAskedForAgain(t *testing.T) {
	w := newWalk(t, newDoor(t))
	w.in.Prepared = 0
	w.ask("begin")
	if o := w.steps(999); o.GivenUp {
		t.Fatal("given up too early")
	}
	if o := w.steps(1); !o.GivenUp || o.Request != 1 {
		t.Fatalf("the outcome is %+v", o)
	}
	w.is("idle")
	w.in.Prepared = 1 // an answer that comes too late is no answer to the next request
	if r := w.ask("begin"); r != nil {
		t.Fatal(r)
	}
	w.steps(5)
	w.is("idle")
	w.in.Prepared = 2
	w.steps(1)
	w.is("approach")
}

// The machine pauses: its conditions and timeouts do not notice, but the user who waits for a
// transition does.
func TestAPauseOfTheMachineEndsWhatIsPendingAndNothingElse(t *testing.T) {
	w := newWalk(t, newDoor(t))
	w.in.Prepared = 0
	before := w.s
	var o Outcome
	if w.s, o = w.m.Wait(w.s, w.in.Now, time.Hour); w.s != before || o != (Outcome{From: w.s.State, To: w.s.State}) {
		t.Errorf("with nothing pending an hour changes the status from %+v to %+v, with the outcome %+v", before, w.s, o)
	}
	w.ask("begin")
	asked, target := w.s, w.s.Pending.Target
	w.s, _ = w.m.Wait(w.s, w.in.Now, 600*time.Millisecond)
	if o := w.steps(399); o.GivenUp {
		t.Fatal("given up too early")
	}
	if w.s, o = w.m.Wait(w.s, w.in.Now, time.Millisecond); !o.GivenUp || o.Request != 1 || o.To != target || o.From != asked.State || w.s.Pending.Request != 0 {
		t.Errorf("after 600 ms of standing still, 399 of moving and another of standing still the outcome is %+v", o)
	}
	if w.s.Entered != asked.Entered || w.s.Since != asked.Since {
		t.Errorf("standing still moved the times of states and conditions")
	}
	w.in.Prepared = math.MaxUint64
	w.steps(5)
	w.is("idle")
}

func TestWhatTheMachineDecidesItselfIsAskedForOnce(t *testing.T) {
	w := newWalk(t, newDoor(t))
	w.ask("begin")
	w.steps(1)
	w.in.Prepared, w.in.Values[5] = 0, 1
	if o := w.steps(1); !o.Asked || w.s.Pending.Request != 2 {
		t.Fatalf("the outcome is %+v", o)
	}
	if o := w.steps(10); o.Asked || w.s.Requests != 2 {
		t.Errorf("asked again: %+v, %d requests", o, w.s.Requests)
	}
}

// The reply to an event without effect says what is missing, and how far off it is.
func TestTheReportOfAWaitingEventNamesWhatItWaitsFor(t *testing.T) {
	d := door()
	d.States[2].Transitions = append(d.States[2].Transitions, Transition{To: "push", On: "hurry", When: []string{"error of hand below 5 mm for 200 ms", "signal grip above 3 N"}, After: time.Second})
	d.States[1].Transitions = append(d.States[1].Transitions, Transition{To: "release", On: "hurry", When: []string{"signal alarm above 0.5"}})
	m, err := New(d, doorVocabulary())
	if err != nil {
		t.Fatal(err)
	}
	w := newWalk(t, m)
	w.ask("begin")
	w.steps(1)
	w.in.Values[0], w.in.Values[4] = 0.001, 2.5
	w.steps(50)
	r := w.ask("hurry")
	if r == nil || r.Result != NotNow {
		t.Fatalf("it is answered %v", r)
	}
	for _, want := range []string{`event "hurry"`, `out of state "approach"`, `state "approach" to be active for 1s (50ms so far)`, `"error of hand below 5 mm for 200 ms" (held for 49ms)`,
		`"signal grip above 3 N" (2.5 N)`, `, or for "signal alarm above 0.5" (not known)`} {
		if !strings.Contains(r.Text, want) {
			t.Errorf("it is answered %q, want %q in it", r.Text, want)
		}
	}
}

func TestAStateMayBeAskedForOnlyWhereItIsDeclared(t *testing.T) {
	w := newWalk(t, newDoor(t))
	w.ask("begin")
	w.steps(1)
	var r *Refusal
	for name, want := range map[string]Result{"push": NotAllowed, "pull": UnknownState} {
		if w.s, r = w.m.Request(w.s, name, &w.in); r == nil || r.Result != want || !strings.Contains(r.Text, "idle") || slices.Contains(r.Known, "idle") != (want == UnknownState) {
			t.Errorf("%s is answered %v", name, r)
		}
	}
	if w.s, r = w.m.Request(w.s, "idle", &w.in); r != nil {
		t.Fatal(r)
	}
	w.steps(1)
	w.is("idle")
	if r := w.ask("bgin"); r == nil || r.Result != UnknownEvent || !strings.Contains(r.Text, "begin, let_go, grasped") || !slices.Equal(r.Known, []string{"begin", "let_go", "grasped"}) {
		t.Errorf("an unknown event is answered %v", r)
	}
}

func TestAStepIsAFunctionOfItsArguments(t *testing.T) {
	w := newWalk(t, newDoor(t))
	w.ask("begin")
	before := w.s
	w.in.Now += ms
	a, oa := w.m.Step(before, &w.in)
	b, ob := w.m.Step(before, &w.in)
	if a != b || oa != ob || before != w.s {
		t.Error("two steps from the same status differ")
	}
}

func TestAStepDoesNotAllocate(t *testing.T) {
	w := newWalk(t, newDoor(t))
	if n := testing.AllocsPerRun(100, func() {
		w.ask("begin")
		w.steps(3)
		w.in.Values[5] = 1
		w.s, _ = w.m.Request(w.s, "idle", &w.in)
		w.steps(3)
		w.in.Values[5] = 0
	}); n != 0 {
		t.Errorf("it allocates %g times", n)
	}
}

func TestDeadEndsAreShownAndAllowed(t *testing.T) {
	if got := newDoor(t).DeadEnds(); !slices.Equal(got, []string{"release"}) {
		t.Errorf("dead ends are %v; push has a way out by the state around it", got)
	}
}

// Each case breaks the door in one place; the error must lead there.
func TestEachFaultOfADefinitionIsNamed(t *testing.T) {
	for name, c := range map[string]struct {
		spoil func(*Definition)
		want  []string
	}{
		"unknown target":   {func(d *Definition) { d.States[0].Transitions[0].To = "wrk" }, []string{"states[0].transitions[0].to", `"wrk"`, "approach"}},
		"unknown task set": {func(d *Definition) { d.States[0].TaskSet = "rst" }, []string{"states[0].task_set", `"rst"`, "rest, reach, turn"}},
		"missing task set": {func(d *Definition) { d.States[6].TaskSet = "" }, []string{"states[6].task_set", "release", "no task set"}},
		"unknown task":     {func(d *Definition) { d.Sets[1].Levels[1][0] = "gase" }, []string{"sets[1].levels[1]", `"gase"`, "gaze"}},
		"task twice":       {func(d *Definition) { d.Sets[1].Levels[1][0] = "hand" }, []string{"sets[1].levels[1]", "twice"}},
		"empty level":      {func(d *Definition) { d.Sets[2].Levels[1] = nil }, []string{"sets[2].levels[1]", "empty"}},
		"no level":         {func(d *Definition) { d.Sets[2].Levels = nil }, []string{"sets[2].levels", "0 levels"}},
		"set twice":        {func(d *Definition) { d.Sets[2].Name = "rest" }, []string{"sets[2].name", "0 and 2"}},
		"state twice":      {func(d *Definition) { d.States[3].Name = "approach" }, []string{"states[3].name", "2 and 3"}},
		"bad name":         {func(d *Definition) { d.States[3].Name = "gr asp" }, []string{"states[3].name", "gr asp"}},
		"unreachable": {func(d *Definition) { d.States[2].Transitions = nil },
			[]string{"states[3]", `"grasp" cannot be reached`, `"turn" cannot be reached`, `"push" cannot be reached`}},
		"unknown parent":   {func(d *Definition) { d.States[2].Parent = "wrk" }, []string{"states[2].parent", `"wrk"`}},
		"inside itself":    {func(d *Definition) { d.States[1].Parent = "push" }, []string{"states[1].parent", "inside itself"}},
		"no inner initial": {func(d *Definition) { d.States[1].Initial = "" }, []string{"states[1].initial", "approach, grasp, turn, push"}},
		"initial outside":  {func(d *Definition) { d.States[1].Initial = "idle" }, []string{"states[1].initial", `"idle"`, "approach"}},
		"initial of leaf":  {func(d *Definition) { d.States[0].Initial = "work" }, []string{"states[0].initial", "no inner states"}},
		"initial unknown":  {func(d *Definition) { d.Initial = "" }, []string{"initial", "idle"}},
		"initial inner":    {func(d *Definition) { d.Initial = "approach" }, []string{"initial", "outermost"}},
		"no trigger":       {func(d *Definition) { d.States[0].Transitions[0].On = "" }, []string{"states[0].transitions[0]", "neither on, nor when, nor after"}},
		"negative timeout": {func(d *Definition) { d.States[1].Transitions[2].After = -1 }, []string{"states[1].transitions[2].after"}},
		"unknown quantity": {func(d *Definition) { d.States[2].Transitions[0].When[0] = "eror of hand below 5 mm" }, []string{"states[2].transitions[0].when[0]", "eror", "error, velocity, position, signal"}},
		"unknown name":     {func(d *Definition) { d.States[2].Transitions[0].When[0] = "error of hnd below 5 mm" }, []string{"when[0]", `"hnd"`, "known: hand"}},
		"wrong unit":       {func(d *Definition) { d.States[2].Transitions[0].When[0] = "error of hand below 5 deg" }, []string{"when[0]", `"deg"`, "m, cm, mm, um"}},
		"no unit":          {func(d *Definition) { d.States[2].Transitions[0].When[0] = "error of hand below 5" }, []string{"when[0]", "no unit"}},
		"unit too much":    {func(d *Definition) { d.States[1].Transitions[1].When[0] = "signal alarm above 5 m" }, []string{"when[0]", "plain number"}},
		"no number":        {func(d *Definition) { d.States[2].Transitions[0].When[0] = "error of hand below NaN m" }, []string{"when[0]", "NaN"}},
		"no comparison":    {func(d *Definition) { d.States[2].Transitions[0].When[0] = "error of hand is 5 mm" }, []string{"when[0]", "below or above"}},
		"no value does": {func(d *Definition) {
			d.States[1].Transitions[1].When = []string{"signal grip above 3 N", "signal alarm above 0.5", "signal grip below 3 N for 1 s"}
		},
			[]string{"states[1].transitions[1].when", `"signal grip above 3 N" and "signal grip below 3 N for 1 s" never hold together`}},
		"no task there": {func(d *Definition) { d.States[0].Transitions[0].When = []string{"error of hand below 5 mm"} }, []string{"states[0].transitions[0].when[0]", `task "hand" is in no task set of state`, "known: "}},
		"below a norm":  {func(d *Definition) { d.States[2].Transitions[0].When[0] = "error of hand below -5 mm" }, []string{"states[2].transitions[0].when[0]", "never holds", "never below 0"}},
		"below nothing": {func(d *Definition) { d.States[2].Transitions[0].When[0] = "error of hand below 0 mm" }, []string{"never holds", "a number above 0"}},
		"above a norm":  {func(d *Definition) { d.States[2].Transitions[0].When[0] = "error of hand above -5 mm" }, []string{"always holds"}},
		"bad time":      {func(d *Definition) { d.States[2].Transitions[0].When[0] = "error of hand below 5 mm forever" }, []string{"when[0]", "ever"}},
		"too short":     {func(d *Definition) { d.States[2].Transitions[0].When[0] = "error of hand" }, []string{"when[0]", "not understood"}},
		"entry task":    {func(d *Definition) { d.States[2].Entry[0].Task = "hnd" }, []string{"states[2].entry[0].task", `"hnd"`, "hand"}},
		"entry NaN":     {func(d *Definition) { d.States[2].Entry[0].Numbers[1] = math.NaN() }, []string{"states[2].entry[0].numbers", "NaN"}},
		"no states":     {func(d *Definition) { d.States = nil }, []string{"states", "0 states"}},
		"no sets":       {func(d *Definition) { d.Sets = nil }, []string{"sets", "0 task sets"}},
		"prepare":       {func(d *Definition) { d.PrepareWithin = -1 }, []string{"prepare_within"}},
	} {
		d := door()
		c.spoil(&d)
		_, err := New(d, doorVocabulary())
		if !errors.Is(err, ErrDefinition) {
			t.Errorf("%s: the error is %v", name, err)
			continue
		}
		for _, want := range c.want {
			if !strings.Contains(err.Error(), want) {
				t.Errorf("%s: the error reads %q, want %q in it", name, err, want)
			}
		}
	}
}

func TestAllFaultsAreReportedAtOnce(t *testing.T) {
	d := door()
	d.Sets[0].Levels[0][0] = "nobody"
	d.States[0].Transitions[0].On = ""
	d.States[2].Transitions[0].When[0] = "error of hand below 5 deg"
	d.States[6].Transitions = []Transition{{To: "nowhere", After: 1}}
	_, err := New(d, doorVocabulary())
	for _, want := range []string{"sets[0].levels[0]", "states[0].transitions[0]", "states[2].transitions[0].when[0]", "states[6].transitions[0].to"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("the error reads %v, want %q in it", err, want)
		}
	}
}

func TestSettingsAreCheckedAgainstEverySetThatHasTheTask(t *testing.T) {
	v := doorVocabulary()
	var asked []string
	v.CheckSetting = func(s TaskSet, e []Setting) error { asked = append(asked, s.Name+" "+e[0].Task); return nil }
	if _, err := New(door(), v); err != nil || !slices.Equal(asked, []string{"reach hand", "turn hand"}) {
		t.Errorf("checked %v, error %v", asked, err)
	}
	v.CheckSetting = func(TaskSet, []Setting) error { return errors.New("no such parameter") }
	if _, err := New(door(), v); err == nil || !strings.Contains(err.Error(), "states[2].entry[0]: no such parameter") {
		t.Errorf("the error is %v", err)
	}
}

func TestASettingIsCheckedAfterThoseOfItsTaskThatAreMadeBefore(t *testing.T) {
	d, v := door(), doorVocabulary()
	d.States[1].Entry = []Setting{{Task: "hand", Parameter: "around"}, {Task: "gaze", Parameter: "other"}}
	d.States[2].Entry = []Setting{{Task: "hand", Parameter: "first"}, {Task: "hand", Parameter: "second"}}
	var got []string
	v.CheckSetting = func(s TaskSet, settings []Setting) error {
		var names []string
		for _, e := range settings {
			names = append(names, e.Parameter)
		}
		if s.Name == "reach" {
			got = append(got, strings.Join(names, " "))
		}
		return nil
	}
	if _, err := New(d, v); err != nil || !slices.Equal(got, []string{"around", "other", "around first", "around first second"}) {
		t.Errorf("checked %q, error %v", got, err)
	}
}

func TestConditionsAreReadInTheUnitsThatPeopleUse(t *testing.T) {
	for text, want := range map[string]Condition{
		"error of hand below 5 mm for 200 ms":       {Term: 0, Threshold: 0.005, For: 200 * ms},
		"velocity hand above 0.1 m/s":               {Term: 1, Above: true, Threshold: 0.1},
		"position of handle below -30 deg for 1.5s": {Term: 2, Threshold: -math.Pi / 6, For: 1500 * ms},
		"signal grip above 3 N for 2 min":           {Term: 4, Above: true, Threshold: 3, For: 2 * time.Minute},
		"  signal   alarm below 1e-3 ":              {Term: 5, Threshold: 0.001},
	} {
		got, err := ParseCondition(text, doorTerms)
		want.Text = text
		if err != nil || math.Abs(got.Threshold-want.Threshold) > 1e-15 {
			t.Errorf("%q is %+v, error %v", text, got, err)
		}
		want.Threshold = got.Threshold
		if got != want {
			t.Errorf("%q is %+v, want %+v", text, got, want)
		}
	}
}

func FuzzParseConditionNeverPanicsAndGivesFiniteNumbers(f *testing.F) {
	for _, text := range []string{"error of hand below 5 mm for 200 ms", "signal grip above 3 N", "a b below", "error of hand below 1e999 m", "signal alarm above 0 for"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		c, err := ParseCondition(text, doorTerms)
		if err == nil && (math.IsNaN(c.Threshold) || math.IsInf(c.Threshold, 0) || c.For < 0 || c.Term < 0 || c.Term >= len(doorTerms)) {
			t.Errorf("%q gives %+v", text, c)
		}
	})
}

func TestEveryResultHasAName(t *testing.T) {
	seen := map[string]bool{}
	for _, r := range messages.TaskResults() {
		if text := r.String(); strings.Contains(text, "(") || seen[text] {
			t.Errorf("result %d is %q", r, text)
		}
		seen[r.String()] = true
	}
}
