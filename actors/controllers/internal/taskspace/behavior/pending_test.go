package behavior

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"
)

// patient is the reference of reference_test.go with transitions that take their time: what package
// behavior says of pending ones, said by names and lists.
type patient struct {
	reference
	values   []float64
	pending  string // the state that is named; empty for none
	number   uint64
	asked    time.Duration
	requests uint64
}

// test is a comparison of a condition that was drawn: signal xK above|below X for F.
type test struct {
	signal int
	above  bool
	x      float64
	holds  time.Duration
}

// tests are the conditions that can be drawn, by their text.
func tests() map[string]test {
	all := map[string]test{}
	for k := range 3 {
		for _, x := range []float64{-1, 0, 0.5} {
			for _, holds := range []time.Duration{0, ms, 7 * ms, 30 * ms} {
				word := "for " + fmt.Sprint(holds.Milliseconds()) + " ms"
				if holds == 0 {
					word = ""
				}
				all[fmt.Sprintf("signal x%d above %g %s", k, x, word)] = test{k, true, x, holds}
				all[fmt.Sprintf("signal x%d below %g %s", k, x, word)] = test{k, false, x, holds}
			}
		}
	}
	return all
}

// observe notes since when conditions of active states hold.
func (r *patient) observe(now time.Duration, all map[string]test) {
	for _, name := range r.active {
		for k, tr := range r.state(name).Transitions {
			for c, text := range tr.When {
				t, key := all[text], fmt.Sprint(name, k, c)
				v := r.values[t.signal]
				if _, there := r.since[key]; !(t.above && v > t.x || !t.above && v < t.x) {
					delete(r.since, key)
				} else if !there {
					r.since[key] = now
				}
			}
		}
	}
}

// first returns the state that the first transition leads to which an event, or its absence, finds
// ready; waits says that one waits for the event.
func (r *patient) first(now time.Duration, event string, all map[string]test) (to string, waits bool) {
	for i := len(r.active) - 1; i >= 0; i-- {
		for k, tr := range r.state(r.active[i]).Transitions {
			if tr.On != event {
				continue
			}
			waits = true
			ready := now-r.entered[r.active[i]] >= tr.After
			for c, text := range tr.When {
				at, there := r.since[fmt.Sprint(r.active[i], k, c)]
				ready = ready && there && now-at >= all[text].holds
			}
			if ready {
				return tr.To, true
			}
		}
	}
	return "", waits
}

func (r *patient) begin(to string, now time.Duration) {
	r.requests++
	r.pending, r.number, r.asked = to, r.requests, now
}

func (r *patient) leaf() string { return r.active[len(r.active)-1] }

// ask returns the result of asking for an event, or for a state.
func (r *patient) ask(now time.Duration, event, state string, all map[string]test) (result string) {
	switch {
	case state != "" && r.state(state) == nil:
		return UnknownState.String()
	case state != "" && !r.state(state).ByRequest:
		return NotAllowed.String()
	case state == "" && !slices.ContainsFunc(r.d.States, func(s State) bool {
		return slices.ContainsFunc(s.Transitions, func(t Transition) bool { return t.On == event })
	}):
		return UnknownEvent.String()
	case r.pending != "":
		return TryAgain.String()
	case state != "":
		r.begin(state, now)
		return ""
	}
	r.observe(now, all)
	to, _ := r.first(now, event, all)
	if to == "" {
		return NotNow.String()
	}
	r.begin(to, now)
	return ""
}

// set is the task set of a leaf: the nearest one.
func (r *patient) set(leaf string) string {
	for s := r.state(leaf); ; s = r.state(s.Parent) {
		if s.TaskSet != "" {
			return s.TaskSet
		}
	}
}

// step moves the reference on, and says what became of the transition that was pending.
func (r *patient) step(now time.Duration, prepared uint64, within time.Duration, all map[string]test) (over string) {
	r.observe(now, all)
	if r.pending == "" {
		if to, _ := r.first(now, "", all); to != "" {
			r.begin(to, now)
		}
	}
	if r.pending == "" {
		return ""
	}
	chain := r.chain(r.pending)
	switch {
	case prepared >= r.number || r.set(r.leaf()) == r.set(chain[len(chain)-1]):
		r.enter(r.pending, now)
		r.pending = ""
		return "completed"
	case now-r.asked >= within:
		r.pending = ""
		return "given up"
	}
	return ""
}

// wait lets time pass in which the machine pauses.
func (r *patient) wait(now, d, within time.Duration) (over string) {
	if r.pending == "" {
		return ""
	}
	if r.asked -= d; now-r.asked >= within {
		r.pending = ""
		return "given up"
	}
	return ""
}

// drawnMachine is a tree of states with transitions of every form: conditions that hold at once,
// that contradict one another, that lead round in circles, timeouts of nanoseconds, states that may
// not be asked for, sets that are lent.
func drawnMachine(r *rand.Rand, texts []string) Definition {
	d := randomDefinition(r)
	d.PrepareWithin = []time.Duration{0, 1, ms, 20 * ms}[r.IntN(4)]
	for i := range d.States {
		s := &d.States[i]
		s.ByRequest = s.ByRequest && (i < 2 || r.IntN(3) > 0) || s.Initial == ""
		if s.Parent != "" && r.IntN(3) == 0 && d.States[0].TaskSet != "" {
			s.TaskSet = ""
		}
		for k := range s.Transitions {
			t := &s.Transitions[k]
			t.When = nil
			for range r.IntN(3) {
				t.When = append(t.When, texts[r.IntN(len(texts))])
			}
			switch r.IntN(4) {
			case 0:
				t.After = 1
			case 1:
				t.After = time.Duration(r.IntN(60)) * ms
			}
			if t.On == "" && len(t.When) == 0 && t.After == 0 {
				t.After = 3 * ms
			}
		}
	}
	return d
}

// Storms of requests, by several users, in every state of preparation, on random machines: the same
// way as the reference, number by number and answer by answer.
func TestStormsOfRequestsGoTheWayOfTheReference(t *testing.T) {
	const seed = 17
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 3))
	all := tests()
	var texts []string
	for text := range all {
		texts = append(texts, text)
	}
	slices.Sort(texts)
	seen := map[string]int{}
	machines, steps := 250, 600
	if testing.Short() {
		machines = 60
	}
	for trial := range machines {
		d := drawnMachine(r, texts)
		m, err := New(d, Vocabulary{Tasks: []string{"t"}, Terms: []Term{{"signal", "x0", "", false}, {"signal", "x1", "", false}, {"signal", "x2", "", false}}})
		if err != nil {
			seen["refused"]++
			continue
		}
		within := d.PrepareWithin
		if within == 0 {
			within = time.Second
		}
		ref := &patient{reference: reference{d: d, entered: map[string]time.Duration{}, since: map[string]time.Duration{}}, values: []float64{math.NaN(), 0, 0}}
		ref.enter(d.Initial, 0)
		s, in := m.Begin(0), &Input{Values: ref.values}
		slow := r.IntN(3) // how long preparation takes
		for step := range steps {
			where := fmt.Sprintf("trial %d, step %d", trial, step)
			if r.IntN(5) > 0 {
				in.Now += time.Duration(1+r.IntN(3)) * ms
			}
			if r.IntN(10) == 0 {
				ref.values[r.IntN(3)] = []float64{math.NaN(), -2, -0.5, 0.2, 3, math.Inf(1)}[r.IntN(6)]
			}
			if r.IntN([]int{1, 4, 40}[slow]) == 0 {
				in.Prepared = s.Requests
			}
			for range r.IntN(4) { // users
				event, state, want := "", "", ""
				var refusal *Refusal
				if r.IntN(2) == 0 {
					event = fmt.Sprint("e", r.IntN(4))
					want = ref.ask(in.Now, event, "", all)
					s, refusal = m.Ask(s, event, in)
				} else {
					state = fmt.Sprint("s", r.IntN(14))
					want = ref.ask(in.Now, "", state, all)
					s, refusal = m.Request(s, state, in)
				}
				got := ""
				if refusal != nil {
					got = refusal.Result.String()
				}
				if seen["answer "+want]++; got != want {
					t.Fatalf("%s: event %q, state %q is answered %q, want %q", where, event, state, got, want)
				}
			}
			var o Outcome
			want := ""
			if r.IntN(8) == 0 {
				halt := time.Duration(r.IntN(4)) * ms
				want = ref.wait(in.Now, halt, within)
				s, o = m.Wait(s, in.Now, halt)
			} else {
				want = ref.step(in.Now, in.Prepared, within, all)
				s, o = m.Step(s, in)
			}
			seen[want]++
			if (want == "completed") != o.Completed || (want == "given up") != o.GivenUp || m.StateName(s.State) != ref.leaf() || s.Requests != ref.requests || (s.Pending.Request != 0) != (ref.pending != "") {
				t.Fatalf("%s: %+v in state %q, %d requests, pending %d; want %q in %q, %d requests, pending %q", where, o, m.StateName(s.State), s.Requests, s.Pending.Request, want, ref.leaf(), ref.requests, ref.pending)
			}
		}
	}
	t.Logf("%d machines of %d steps: %v", machines, steps, seen)
	for _, what := range []string{"completed", "given up", "answer try again", "answer not now", "answer not allowed", "answer unknown state", "answer unknown event", "answer "} {
		if seen[what] < machines/2 {
			t.Errorf("%q happened %d times only", what, seen[what])
		}
	}
}
