package state

import (
	"errors"
	"math/rand/v2"
	"os"
	"reflect"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
)

type node struct {
	name string
	next *node
	x    [2]float64
}

type program struct {
	N        int
	list     []node
	first    *node // points into the list
	ring     *node
	byName   map[string]*node
	counts   map[int32]float64
	words    []string
	none     []int
	numbers  []float64
	draws    *rand.Rand
	swapped  atomic.Pointer[node]
	counter  atomic.Uint64
	any      any
	err      error
	lock     sync.Mutex
	call     func() int
	constant *node `state:"-"`
}

func build() *program {
	p := &program{list: make([]node, 3), byName: map[string]*node{}, numbers: make([]float64, 0, 8), draws: rand.New(rand.NewPCG(1, 2))}
	p.lock.Lock() // a lock is state that is left out
	defer p.lock.Unlock()
	for i := range p.list {
		p.list[i].name = string(rune('a' + i))
		p.byName[p.list[i].name] = &p.list[i]
	}
	p.first = &p.list[0]
	p.ring = &node{name: "ring"}
	p.ring.next = p.ring
	p.call = func() int { return p.N }
	p.constant = &node{name: "constant"}
	return p
}

func copyOf(t *testing.T, from *program) *program {
	t.Helper()
	w := &Writer{}
	if err := w.Write(from); err != nil {
		t.Fatal(err)
	}
	to := build()
	r := NewReader(w.Saved())
	if err := errors.Join(r.Read(to), r.Done()); err != nil {
		t.Fatal(err)
	}
	return to
}

func TestAProgramBuiltInTheSameWayGetsTheState(t *testing.T) {
	from := build()
	from.N, from.words, from.numbers = 7, []string{"one", ""}, append(from.numbers, 1, 2, 3)
	from.list[1].x = [2]float64{3, 4}
	from.counts = map[int32]float64{-1: 2, 9: 0.5}
	from.swapped.Store(&from.list[2])
	from.counter.Store(11)
	from.any, from.err = &from.list[1], os.ErrClosed
	from.first = &from.list[1]
	delete(from.byName, "a")
	from.draws.Uint64()
	to := copyOf(t, from)
	if to.N != 7 || to.call() != 7 || !reflect.DeepEqual(to.words, from.words) || !reflect.DeepEqual(to.numbers, from.numbers) || to.none != nil ||
		!reflect.DeepEqual(to.counts, from.counts) || to.list[1].x[1] != 4 || to.counter.Load() != 11 || to.err != os.ErrClosed {
		t.Errorf("%+v", to)
	}
	if a, b := from.draws.Uint64(), to.draws.Uint64(); a != b {
		t.Errorf("the next draw is %d, want %d", b, a)
	}
	if to.first != &to.list[1] || to.swapped.Load() != &to.list[2] || to.any != any(&to.list[1]) || to.ring.next != to.ring {
		t.Error("pointers do not point to the same variables of the copy")
	}
	if len(to.byName) != 2 || to.byName["b"] != &to.list[1] {
		t.Errorf("the map has %v", to.byName)
	}
	if to.constant == from.constant {
		t.Error("a field that is no state was copied")
	}
	from.list[1].x[0], from.numbers[0] = 100, 100
	if to.list[1].x[0] != 3 || to.numbers[0] != 1 {
		t.Error("original and copy share variables")
	}
}

func TestVariablesThatTheReaderLacksAreMade(t *testing.T) {
	from := build()
	from.ring = &node{name: "x", next: &node{name: "y"}}
	from.ring.next.next = from.ring
	from.any = &[]int{1, 2}
	to := copyOf(t, from)
	if to.ring.next.name != "y" || to.ring.next.next != to.ring || !reflect.DeepEqual(to.any, &[]int{1, 2}) {
		t.Errorf("%+v", to.ring)
	}
}

func TestWhatCannotBeSavedIsNamedByItsPath(t *testing.T) {
	type holder struct{ parts []struct{ file *os.File } }
	h := &holder{parts: make([]struct{ file *os.File }, 2)}
	h.parts[1].file = os.Stdout
	err := (&Writer{}).Write(h)
	if err == nil || !strings.Contains(err.Error(), "holder.parts[1].file") || !strings.Contains(err.Error(), "outside of the program") {
		t.Errorf("%v", err)
	}
	if err := (&Writer{}).Write(struct{}{}); err == nil {
		t.Error("a value that is no pointer was saved")
	}
	err = (&Writer{}).Write(&struct{ m map[any]int }{map[any]int{1: 1}})
	if err == nil || !strings.Contains(err.Error(), "keys of type interface") {
		t.Errorf("%v", err)
	}
}

func TestAProgramOfAnotherFormIsAnError(t *testing.T) {
	w := &Writer{}
	if err := w.Write(build()); err != nil {
		t.Fatal(err)
	}
	whole := w.Saved()
	for n := range whole.bytes {
		r := NewReader(&Saved{bytes: whole.bytes[:n], kept: whole.kept})
		if r.Read(build()) == nil {
			t.Fatalf("%d of %d bytes were enough", n, len(whole.bytes))
		}
	}
	r := NewReader(whole)
	var one int
	if err := errors.Join(r.Read(&one), r.Done()); err == nil {
		t.Error("bytes were left over")
	}
	type called struct{ f *struct{ call func() } }
	w = &Writer{}
	if err := w.Write(&called{&struct{ call func() }{}}); err != nil {
		t.Fatal(err)
	}
	if err := NewReader(w.Saved()).Read(&called{}); err == nil || !strings.Contains(err.Error(), "lacks a value") {
		t.Errorf("%v", err)
	}
}

func TestConstantsThatBothProgramsShareAreNotWritten(t *testing.T) {
	type world struct {
		names  []string
		places map[string]int
		x      []float64
	}
	constant := &world{[]string{"a"}, map[string]int{"a": 1}, []float64{1}}
	w := &Writer{}
	if err := w.Write(&constant); err != nil {
		t.Fatal(err)
	}
	done := make(chan struct{})
	go func() { // the race detector reports a write
		defer close(done)
		_ = constant.places["a"] + int(constant.x[0]) + len(constant.names[0])
	}()
	if err := NewReader(w.Saved()).Read(&constant); err != nil {
		t.Error(err)
	}
	<-done
}
