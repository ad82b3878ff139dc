package behavior

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"
)

// reference is the meaning of a machine said in another way: by names and lists, without anything
// compiled.
type reference struct {
	d       Definition
	active  []string // from the outermost state to the leaf
	entered map[string]time.Duration
	since   map[string]time.Duration // by condition, of states that are active
}

func (r *reference) state(name string) *State {
	for i := range r.d.States {
		if r.d.States[i].Name == name {
			return &r.d.States[i]
		}
	}
	return nil
}

// chain returns a state and what is around it, the outermost first, and then what is entered with
// it.
func (r *reference) chain(name string) (chain []string) {
	for s := r.state(name); s != nil; s = r.state(s.Parent) {
		chain = append([]string{s.Name}, chain...)
	}
	for s := r.state(name); s.Initial != ""; {
		s = r.state(s.Initial)
		chain = append(chain, s.Name)
	}
	return chain
}

func (r *reference) enter(name string, now time.Duration) {
	target := r.chain(name)
	stay := map[string]bool{}
	for i, s := range target {
		if i >= len(r.active) || r.active[i] != s || s == name {
			break
		}
		stay[s] = true
	}
	for _, s := range append(append([]string(nil), r.active...), target...) {
		if stay[s] {
			continue
		}
		for k := range r.state(s).Transitions {
			for c := range r.state(s).Transitions[k].When {
				delete(r.since, fmt.Sprint(s, k, c))
			}
		}
	}
	for _, s := range target {
		if !stay[s] {
			r.entered[s] = now
		}
	}
	r.active = target
}

// step takes an event, empty for none, and reports which state is active then.
func (r *reference) step(now time.Duration, event string, value func(string) bool) string {
	for _, name := range r.active {
		s := r.state(name)
		for k, tr := range s.Transitions {
			for c, text := range tr.When {
				key := fmt.Sprint(name, k, c)
				if _, there := r.since[key]; !value(text) {
					delete(r.since, key)
				} else if !there {
					r.since[key] = now
				}
			}
		}
	}
	for i := len(r.active) - 1; i >= 0; i-- {
		s := r.state(r.active[i])
		for k, tr := range s.Transitions {
			ready := tr.On == event && now-r.entered[s.Name] >= tr.After
			for c := range tr.When {
				at, there := r.since[fmt.Sprint(s.Name, k, c)]
				ready = ready && there && now-at >= 30*time.Millisecond
			}
			if ready {
				r.enter(tr.To, now)
				return r.active[len(r.active)-1]
			}
		}
	}
	return r.active[len(r.active)-1]
}

// randomDefinition draws a tree of states with transitions between any of them.
func randomDefinition(r *rand.Rand) Definition {
	d := Definition{Sets: []TaskSet{{"a", [][]string{{"t"}}}, {"b", [][]string{{"t"}}}}, Initial: "s0"}
	n := 3 + r.IntN(10)
	for i := range n {
		s := State{Name: fmt.Sprint("s", i), TaskSet: []string{"a", "b"}[r.IntN(2)], ByRequest: true}
		if i > 0 && r.IntN(2) == 0 {
			if p := r.IntN(i); len(d.States[p].Parent) == 0 || r.IntN(2) == 0 {
				s.Parent = d.States[p].Name
				d.States[p].Initial = s.Name
			}
		}
		d.States = append(d.States, s)
	}
	for i := range n {
		for range r.IntN(4) {
			tr := Transition{To: fmt.Sprint("s", r.IntN(n))}
			switch r.IntN(3) {
			case 0:
				tr.On = fmt.Sprint("e", r.IntN(3))
			case 1:
				tr.When = []string{fmt.Sprintf("signal x%d above 0 for 30 ms", r.IntN(3))}
			case 2:
				tr.After = time.Duration(1+r.IntN(200)) * ms
			}
			if r.IntN(4) == 0 {
				tr.When = append(tr.When, fmt.Sprintf("signal x%d above 0 for 30 ms", r.IntN(3)))
			}
			d.States[i].Transitions = append(d.States[i].Transitions, tr)
		}
	}
	return d
}

// Random machines under random signals and events go the same way as the reference, which knows
// nothing of numbers, paths and compiled transitions.
func TestRandomMachinesGoTheWayOfTheReference(t *testing.T) {
	const seed = 4
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 1))
	moves := 0
	for trial := range 400 {
		d := randomDefinition(r)
		m, err := New(d, Vocabulary{Tasks: []string{"t"}, Terms: []Term{{"signal", "x0", "", false}, {"signal", "x1", "", false}, {"signal", "x2", "", false}}})
		if err != nil {
			t.Fatalf("trial %d: %v", trial, err)
		}
		ref := &reference{d: d, entered: map[string]time.Duration{}, since: map[string]time.Duration{}}
		ref.enter("s0", 0)
		w := newWalk(t, m)
		for i := range w.in.Values {
			w.in.Values[i] = -1
		}
		for step := range 500 {
			w.in.Now += ms
			if r.IntN(20) == 0 {
				w.in.Values[r.IntN(3)] *= -1
			}
			value := func(text string) bool { return w.in.Values[text[len("signal x")]-'0'] > 0 }
			event := ""
			if r.IntN(15) == 0 {
				if e := fmt.Sprint("e", r.IntN(3)); contains(m.Events(), e) {
					event = e
				}
			}
			if event != "" {
				w.s, _ = m.Ask(w.s, event, &w.in)
			}
			asked := w.s.Pending.Request != 0
			want := ref.step(w.in.Now, event, value)
			if event == "" || asked {
				w.s, _ = m.Step(w.s, &w.in)
			}
			if got := m.StateName(w.s.State); got != want {
				t.Fatalf("trial %d, step %d: state %s, want %s", trial, step, got, want)
			}
			if asked {
				moves++
			}
		}
		moves += int(w.s.Requests)
	}
	if moves < 5000 {
		t.Errorf("the machines moved only %d times", moves)
	}
}

func contains(names []string, name string) bool {
	for _, n := range names {
		if n == name {
			return true
		}
	}
	return false
}
