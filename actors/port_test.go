package actors

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/internal/testkit"
	"github.com/robo-actors/robo-actors/messages"
)

// pair is a source and a sink at 10 ms with a link of the given age.
func pair(source, sink *script, maxAge time.Duration) Application {
	return Application{
		Actors: []Spec{source.spec("w/a_source", 10*ms), sink.spec("w/b_sink", 10*ms)},
		Links:  []Link{{From: "w/a_source.out", To: "w/b_sink.in", MaxAge: maxAge}},
	}
}

// reading notes what Fresh and Latest give at each tick.
func reading(j *journal) *script {
	return &script{tick: func(a *scripted, t *Tick) error {
		if v, err := a.In.Fresh(t); err != nil {
			j.add("%v %v", time.Duration(t.Now), err)
		} else {
			j.add("%v %d", time.Duration(t.Now), v.N)
		}
		return nil
	}}
}

func TestAReceiverWaitsForTheFirstValue(t *testing.T) {
	var j journal
	source := &script{tick: func(a *scripted, t *Tick) error {
		if t.Sequence < 2 {
			return nil
		}
		return a.Out.Send(t, note{N: 7})
	}}
	var before, after bool
	sink := reading(&j)
	tick := sink.tick
	sink.tick = func(a *scripted, t *Tick) error {
		_, _, have := a.In.Latest()
		_, aged := a.In.Age(t)
		before, after = before || t.Sequence < 2 && (have || aged || a.In.Changed()), after || t.Sequence == 2 && have && aged && a.In.Changed()
		return tick(a, t)
	}
	sys := virtual(t, pair(source, sink, 0))
	advance(t, sys, 20*ms)
	j.wants(t,
		"0s input w/b_sink.in: no value yet (from w/a_source.out)",
		"10ms input w/b_sink.in: no value yet (from w/a_source.out)",
		"20ms 7")
	if before || !after {
		t.Errorf("Latest, Age and Changed: before %v, after %v", before, after)
	}
}

func TestAnOldValueIsStaleButStillTheLatest(t *testing.T) {
	var j journal
	source := &script{tick: func(a *scripted, t *Tick) error {
		if t.Sequence > 0 {
			return nil
		}
		return a.Out.Send(t, note{N: 7})
	}}
	sink := reading(&j)
	tick := sink.tick
	sink.tick = func(a *scripted, t *Tick) error {
		if v, stamp, ok := a.In.Latest(); !ok || v.N != 7 || stamp.Sequence != 1 || stamp.Incarnation != 1 || stamp.Time != 0 {
			j.add("latest is %v of %+v, %v", v, stamp, ok)
		}
		if age, ok := a.In.Age(t); !ok || age != time.Duration(t.Now) || a.In.MaxAge() != 25*ms {
			j.add("age is %v", age)
		}
		return tick(a, t)
	}
	sys := virtual(t, pair(source, sink, 25*ms))
	advance(t, sys, 30*ms)
	j.wants(t, "0s 7", "10ms 7", "20ms 7",
		"30ms input w/b_sink.in: value is stale: age 30ms, at most 25ms (from w/a_source.out)")
}

func TestAnOptionalInputWithoutALinkSaysSo(t *testing.T) {
	var err error
	var linked bool
	sys := virtual(t, Application{Actors: []Spec{(&script{tick: func(a *scripted, t *Tick) error {
		_, err = a.In.Fresh(t)
		linked = a.In.Linked() || a.Out.Linked()
		return a.Out.Send(t, note{}) // nobody receives it, which is no error
	}}).spec("a/b", ms)}})
	advance(t, sys, ms)
	if !errors.Is(err, ErrNotLinked) || linked {
		t.Errorf("got %v, linked %v", err, linked)
	}
	if s := healthOf(t, sys, "a/b").State; s != "running" {
		t.Error(s)
	}
}

func TestWhatIsSentIsCopied(t *testing.T) {
	var got []float64
	mine := []float64{1, 2, 3}
	sys := virtual(t, Application{
		Actors: []Spec{
			{Name: "w/a", Period: ms, Sizes: Sizes{"n": 3}, New: func() any { return &vectorSource{mine: mine} }},
			{Name: "w/b", Period: ms, New: func() any { return &vectorSink{got: &got} }},
		},
		Links: []Link{{From: "w/a.out", To: "w/b.in"}},
	})
	advance(t, sys, 0)
	if len(got) != 3 || got[0] != 1 {
		t.Fatalf("got %v", got)
	}
	if mine[0] != -1 {
		t.Fatal("the source did not reuse its array")
	}
}

type vectorValue struct {
	Numbers []float64 `dim:"n"`
}

type vectorSource struct {
	Out  Out[vectorValue] `port:"out"`
	mine []float64
	err  error
}

func (s *vectorSource) Tick(t *Tick) error {
	s.err = s.Out.Send(t, vectorValue{s.mine})
	s.mine[0] = -1
	return nil
}

type vectorSink struct {
	In  In[vectorValue] `port:"in"`
	got *[]float64
}

func (s *vectorSink) Tick(t *Tick) error {
	v, err := s.In.Fresh(t)
	if err == nil {
		*s.got = append([]float64{}, v.Numbers...)
	}
	return err
}

func TestASliceThatIsTooLongIsRefusedByName(t *testing.T) {
	s := &vectorSource{mine: make([]float64, 4)}
	var got []float64
	sys := virtual(t, Application{
		Actors: []Spec{
			{Name: "w/a", Period: ms, Sizes: Sizes{"n": 3}, New: func() any { return s }},
			{Name: "w/b", Period: ms, New: func() any { return &vectorSink{got: &got} }},
		},
		Links: []Link{{From: "w/a.out", To: "w/b.in"}},
	})
	advance(t, sys, 0)
	if !errors.Is(s.err, ErrLength) {
		t.Fatalf("got %v", s.err)
	}
	testkit.MustContain(t, s.err.Error(), "output w/a.out", ".Numbers", "the 3 elements", `"n"`)
	if got != nil {
		t.Errorf("%v was received", got)
	}
}

// lender appends to what Loan returns, and then sends a value that is too long as well.
type lender struct {
	Out  Out[vectorValue] `port:"out"`
	errs []error
}

func (l *lender) Tick(t *Tick) error {
	v := l.Out.Loan()
	v.Numbers = append(v.Numbers, 7)
	l.errs = append(l.errs, l.Out.Publish(t), l.Out.SendAt(t, v, t.Now), l.Out.Send(t, vectorValue{make([]float64, 4)}))
	return nil
}

// A receiver got the zeros that the loan had before, and nothing of what was appended.
func TestALoanThatWasAppendedToIsRefusedByName(t *testing.T) {
	l := &lender{}
	var got []float64
	sys := virtual(t, Application{
		Actors: []Spec{
			{Name: "w/a", Period: ms, Sizes: Sizes{"n": 3}, New: func() any { return l }},
			{Name: "w/b", Period: ms, New: func() any { return &vectorSink{got: &got} }},
		},
		Links: []Link{{From: "w/a.out", To: "w/b.in"}},
	})
	advance(t, sys, 0)
	for i, err := range l.errs {
		if !errors.Is(err, ErrLength) {
			t.Fatalf("write %d gives %v, expected ErrLength", i, err)
		}
		testkit.MustContain(t, err.Error(), "output w/a.out", ".Numbers", "the 3 elements", `"n"`)
	}
	testkit.MustContain(t, l.errs[0].Error(), "instead of appending")
	if got != nil {
		t.Errorf("%v was received", got)
	}
}

func TestALoanIsFilledInPlaceAndKeepsWhatItHolds(t *testing.T) {
	var got []int64
	source := &script{tick: func(a *scripted, t *Tick) error {
		v := a.Out.Loan()
		v.N += 10
		return a.Out.Publish(t)
	}}
	sink := &script{tick: func(a *scripted, t *Tick) error {
		v, err := a.In.Fresh(t)
		got = append(got, v.N)
		return err
	}}
	sys := virtual(t, pair(source, sink, 0))
	advance(t, sys, 20*ms)
	if len(got) != 3 || got[0] != 10 || got[2] != 30 {
		t.Errorf("got %v", got)
	}
}

func TestSendAtStampsThePastNeverTheFuture(t *testing.T) {
	var times []messages.Instant
	source := &script{tick: func(a *scripted, t *Tick) error {
		when := t.Now.Add(-3 * ms)
		if t.Sequence == 1 {
			when = t.Now.Add(time.Hour)
		}
		v := note{}
		return a.Out.SendAt(t, &v, when)
	}}
	sink := &script{tick: func(a *scripted, t *Tick) error {
		times = append(times, a.In.Stamp().Time)
		return nil
	}}
	sys := virtual(t, pair(source, sink, 0))
	advance(t, sys, 20*ms)
	if want := []messages.Instant{instant(-3 * ms), instant(10 * ms), instant(17 * ms)}; len(times) != 3 || times[0] != want[0] || times[1] != want[1] || times[2] != want[2] {
		t.Errorf("got %v, want %v", times, want)
	}
}

func TestSeveralInputsOfOneOutputEachGetEveryNewestValue(t *testing.T) {
	var fast, slow []int64
	collect := func(to *[]int64) *script {
		return &script{tick: func(a *scripted, t *Tick) error {
			v, err := a.In.Fresh(t)
			*to = append(*to, v.N)
			return err
		}}
	}
	sys := virtual(t, Application{
		Actors: []Spec{counting().spec("w/a", 10*ms), collect(&fast).spec("w/b", 10*ms), collect(&slow).spec("w/c", 30*ms)},
		Links:  []Link{{From: "w/a.out", To: "w/b.in"}, {From: "w/a.out", To: "w/c.in"}},
	})
	advance(t, sys, 60*ms)
	if len(fast) != 7 || fast[6] != 7 || len(slow) != 3 || slow[2] != 7 {
		t.Errorf("the fast one got %v, the slow one %v", fast, slow)
	}
	for _, in := range healthOf(t, sys, "w/c").Inputs {
		if in.Received != 3 || in.Overwritten != 4 {
			t.Errorf("received %d, overwritten %d; want 3 and 4", in.Received, in.Overwritten)
		}
	}
}

// An output is written in its own actor's tick only. Every other way is refused by name and reaches
// nobody.
func TestAWriteOutOfPhaseIsRefusedByName(t *testing.T) {
	var kept *Tick
	var other *scripted
	var errs []error
	note1 := note{N: 1}
	first := &script{tick: func(a *scripted, t *Tick) error {
		kept, other = t, a
		return nil
	}, receive: func(a *scripted, c *Context, m any) error {
		errs = append(errs, a.Out.Send(kept, note1)) // between two ticks
		return nil
	}}
	second := &script{tick: func(a *scripted, t *Tick) error {
		errs = append(errs, other.Out.Send(t, note1), // another actor's output
			a.Out.Send(kept, note1), // with another actor's tick
			other.Out.Send(kept, note1),
			a.Out.Send(nil, note1),
			other.Out.Withdraw(t))
		return nil
	}}
	received := false
	third := &script{tick: func(a *scripted, t *Tick) error {
		_, _, ok := a.In.Latest()
		received = received || ok
		return nil
	}}
	sys := virtual(t, Application{
		Actors: []Spec{first.spec("w/a", ms), second.spec("w/b", ms), third.spec("w/c", ms)},
		Links:  []Link{{From: "w/a.out", To: "w/c.in"}},
	})
	advance(t, sys, 0)
	if err := sys.Send("w/a", "write now"); err != nil {
		t.Fatal(err)
	}
	advance(t, sys, ms)
	if len(errs) < 6 {
		t.Fatalf("%d attempts", len(errs))
	}
	for i, err := range errs {
		if !errors.Is(err, ErrOutOfPhase) {
			t.Errorf("attempt %d: %v", i, err)
		}
	}
	testkit.MustContain(t, errs[0].Error(), "output w/a.out: write out of phase", "w/a may write only in its own tick in phase perception", "refused in cycle 0 of w/b")
	if received {
		t.Error("something was received")
	}
}

func TestAnOutputOfAnEarlierIncarnationIsRefused(t *testing.T) {
	var old *scripted
	var err error
	first := &script{tick: func(a *scripted, t *Tick) error {
		if old == nil {
			old = a
			return errors.New("fails once")
		}
		err = old.Out.Send(t, note{})
		return nil
	}}
	sys := virtual(t, Application{Actors: []Spec{first.spec("w/a", 10*ms)}})
	advance(t, sys, 200*ms)
	if !errors.Is(err, ErrOutOfPhase) {
		t.Errorf("got %v", err)
	}
}

func TestUnboundPortsReturnErrors(t *testing.T) {
	var in In[note]
	var out Out[note]
	tick := &Tick{Context: &Context{}}
	if _, err := in.Fresh(tick); !errors.Is(err, ErrNotLinked) {
		t.Error(err)
	}
	for _, err := range []error{out.Send(tick, note{}), out.Publish(tick), out.SendAt(tick, &note{}, 0), out.Withdraw(tick)} {
		if !errors.Is(err, ErrNotLinked) {
			t.Error(err)
		}
	}
	if _, _, ok := in.Latest(); ok || in.Changed() || in.Linked() || out.Linked() || in.MaxAge() != 0 || in.Stamp() != (messages.Stamp{}) {
		t.Error("an unbound port has something")
	}
}

// embedded has the ports of what it embeds, exported or not.
type embedded struct {
	commonPorts
	Extra Out[note] `port:"extra"`
	list  []In[note]
}

type commonPorts struct {
	Value Out[note] `port:"value" doc:"the value"`
}

func (e *embedded) Tick(t *Tick) error {
	return errors.Join(e.Value.Send(t, note{N: 1}), e.Extra.Send(t, note{N: 2}))
}

func (e *embedded) Configure(s *Setup) error {
	e.list = make([]In[note], 2)
	s.Port("first", &e.list[0], PortOptions{Optional: true, Doc: "the first"})
	s.Port("second", &e.list[1], PortOptions{MaxAge: 20 * ms})
	return nil
}

func TestPortsMayBeInEmbeddedStructsAndAddedByConfigure(t *testing.T) {
	app := Application{
		Actors: []Spec{{Name: "w/a", Period: 10 * ms, New: func() any { return &embedded{} }}, counting().spec("w/b", 10*ms)},
		Links:  []Link{{From: "w/b.out", To: "w/a.second"}},
	}
	sys := virtual(t, app)
	advance(t, sys, 10*ms)
	info := sys.Actors()[0]
	var names []string
	for _, p := range append(info.Outputs, info.Inputs...) {
		names = append(names, p.Name+" "+p.Type+" "+p.Doc+" "+p.From)
	}
	want := "value actors.note the value |extra actors.note  |first actors.note the first |second actors.note  w/b.out"
	if got := strings.Join(names, "|"); got != want {
		t.Errorf("ports\n%s\nwant\n%s", got, want)
	}
	if in := healthOf(t, sys, "w/a").Inputs; len(in) != 1 || in[0].MaxAge != 20*ms || in[0].Received != 1 {
		t.Errorf("inputs %+v", in)
	}
}

type pointerEmbedded struct{ *commonPorts }

func (pointerEmbedded) Tick(*Tick) error { return nil }

type badTag struct {
	Value Out[note] `port:"a.b"`
}

func (*badTag) Tick(*Tick) error { return nil }

type noTag struct{ Value Out[note] }

func (*noTag) Tick(*Tick) error { return nil }

type hiddenPort struct {
	value Out[note] `port:"value"`
}

func (h *hiddenPort) Tick(*Tick) error { _ = h.value; return nil }

type notAPort struct {
	Value note `port:"value"`
}

func (*notAPort) Tick(*Tick) error { return nil }

type badAge struct {
	Value In[note] `port:"value" max_age:"-3ms" optional:"true"`
}

func (*badAge) Tick(*Tick) error { return nil }

type agedOut struct {
	Value Out[note] `port:"value" max_age:"3ms"`
}

func (*agedOut) Tick(*Tick) error { return nil }

type twice struct {
	A In[note] `port:"value" optional:"true"`
	B In[note] `port:"value" optional:"true"`
}

func (*twice) Tick(*Tick) error { return nil }

type unbounded struct {
	A Out[struct{ S string }] `port:"value"`
}

func (*unbounded) Tick(*Tick) error { return nil }

type sizeless struct {
	A Out[vectorValue] `port:"value"`
}

func (*sizeless) Tick(*Tick) error { return nil }

type unlinked struct {
	A In[note] `port:"value"`
}

func (*unlinked) Tick(*Tick) error { return nil }

type inert struct{ _ int }

func TestANegativeSizeIsRefusedAsOne(t *testing.T) {
	_, err := New(Application{Actors: []Spec{{Name: "w/actor", Period: ms, Sizes: Sizes{"n": -1}, New: func() any { return &sizeless{} }}}}, WithVirtualTime())
	testkit.MustContain(t, err.Error(), "output w/actor.value", `has the size -1 in dimension "n"; expected at least 0`)
}

func TestPortsThatCannotBeAreRefusedWithTheActorsName(t *testing.T) {
	for _, c := range []struct {
		actor any
		want  []string
	}{
		{&pointerEmbedded{&commonPorts{}}, []string{"commonPorts", "embed the struct itself"}},
		{&badTag{}, []string{`port name "a.b"`}},
		{&noTag{}, []string{"field Value needs a tag", "`port:\"value\"`"}},
		{&hiddenPort{}, []string{"field value must be exported"}},
		{&notAPort{}, []string{"field Value has a port tag but is a actors.note"}},
		{&badAge{}, []string{`max_age "-3ms"`, "20ms"}},
		{&agedOut{}, []string{"port field Value: max_age is for inputs"}},
		{&twice{}, []string{`two ports named "value"`}},
		{&unbounded{}, []string{"output w/actor.value", ".S is a string"}},
		{&sizeless{}, []string{"output w/actor.value", `dimension "n"`}},
		{&unlinked{}, []string{"input w/actor.value (actors.note) has no link", "optional"}},
		{&inert{}, []string{"is not an actor", "Tick(*actors.Tick) error"}},
		{badStruct{}, []string{"pointer to a struct"}},
		{noTag{}, []string{"actors.noTag has its methods on the pointer; expected New to return *actors.noTag, as in return &noTag{}"}},
		{nil, []string{"constructor returned nothing"}},
		{(*noTag)(nil), []string{"the constructor returned a nil *actors.noTag; expected a pointer to a struct, as in return &noTag{}"}},
	} {
		_, err := New(Application{Actors: []Spec{{Name: "w/actor", Period: ms, New: func() any { return c.actor }}}}, WithVirtualTime())
		if err == nil {
			t.Errorf("%T was accepted", c.actor)
			continue
		}
		testkit.MustContain(t, err.Error(), append(c.want, "w/actor")...)
	}
}

type refusing struct{ unlinked }

func (*refusing) Configure(*Setup) error { return errors.New("the spring is soft") }

func TestErrorsOfActorsAndLinksSayWhoseTheyAre(t *testing.T) {
	spec := func(name string, actor any) Spec {
		return Spec{Name: name, Period: ms, New: func() any { return actor }}
	}
	_, err := New(Application{Actors: []Spec{spec("w/soft", &refusing{})}}, WithVirtualTime())
	var configure *ConfigureError
	if !errors.As(err, &configure) || configure.Actor != "w/soft" || configure.Error() != "w/soft: the spring is soft" || configure.Unwrap().Error() != "the spring is soft" {
		t.Errorf("got %v", err)
	}
	_, err = New(Application{Actors: []Spec{spec("w/a", &unlinked{})}}, WithVirtualTime())
	var link *LinkError
	if !errors.As(err, &link) || link.From != "" || link.To != "w/a.value" || link.Carries != "actors.note" || link.Unwrap() == nil {
		t.Errorf("got %v", err)
	}
	_, err = New(Application{Actors: []Spec{spec("w/a", &unlinked{})}, Links: []Link{{From: "w/b.value", To: "w/a.value"}}}, WithVirtualTime())
	if !errors.As(err, &link) || link.From != "w/b.value" || link.To != "w/a.value" || strings.Contains(err.Error(), "has no link") {
		t.Errorf("a link that cannot be leads to %v", err)
	}
}

type badStruct struct{}

func (badStruct) Tick(*Tick) error { return nil }

func TestPortsOfWritingAndReadingAllocateNothing(t *testing.T) {
	if testkit.Race {
		t.Skip("the race detector allocates by itself, so that our own allocations cannot be counted; the plain run of this test asserts that there are none")
	}
	allocations := -1.0
	v := messages.JointState{Position: make([]float64, 7), Velocity: make([]float64, 7), Effort: make([]float64, 7)}
	sys := newJointPair(t, func(s *jointSource, t *Tick) {
		allocations = testing.AllocsPerRun(100, func() {
			_ = s.Value.Send(t, v)
			_ = s.Value.SendAt(t, &v, t.Now)
			_ = s.Value.Publish(t)
			s.peer.latch(t.Now)
			_, _ = s.sink.Value.Fresh(t)
		})
	})
	if err := sys.Advance(ms); err != nil {
		t.Fatal(err)
	}
	if err := sys.Stop(context.Background()); err != nil {
		t.Fatal(err)
	}
	if allocations != 0 {
		t.Errorf("%g allocations for writing a port three times and reading it", allocations)
	}
}

// hidden has its port where the runtime does not look: in a struct that is not embedded.
type hidden struct {
	Inner struct {
		Out Out[note] `port:"out"`
	}
}

func (h *hidden) Tick(t *Tick) error { return h.Inner.Out.Send(t, note{}) }

func TestAPortThatNobodyDeclaredIsReported(t *testing.T) {
	sys := virtual(t, Application{Actors: []Spec{{Name: "w/a", Period: ms, New: func() any { return &hidden{} }}}})
	advance(t, sys, 0)
	testkit.MustContain(t, sys.Health()[0].LastError, "a port that its actor does not declare: port is not linked", "Setup.Port")
}

func TestATapWithoutAFunctionIsRefused(t *testing.T) {
	sys := virtual(t, Application{Actors: []Spec{counting().spec("w/a", ms)}}, nil)
	if _, err := Tap[note](sys, "w/a.out", nil); err == nil || !strings.Contains(err.Error(), "the tap of output w/a.out has no function") {
		t.Errorf("got %v", err)
	}
}

func TestAnUnknownSupervisorIsReportedWithTheKnownNames(t *testing.T) {
	s := counting().spec("w/a", ms)
	s.Group = "lef"
	_, err := New(Application{Groups: []Group{{Name: "left"}, {Name: "right"}}, Actors: []Spec{s}}, WithVirtualTime())
	if err == nil || !strings.Contains(err.Error(), `w/a names the supervisor "lef", which is not declared; known: left, right`) {
		t.Errorf("got %v", err)
	}
	_, err = New(Application{Groups: []Group{{Name: "left", Parent: "righ"}, {Name: "right"}}}, WithVirtualTime())
	if err == nil || !strings.Contains(err.Error(), `but is not declared; known: left, right`) {
		t.Errorf("got %v", err)
	}
}
