package borrowed

import (
	"sync"
	"testing"
	"unsafe"
)

type node struct {
	next  *node
	list  [][]float64
	table map[string]*[4]float64
	any   any
	fn    func() float64
}

type guarded struct {
	sync.Mutex
	array []float64
}

type actor struct {
	node
	shared *guarded
}

func TestAPointerIntoMemoryIsFoundWithItsPath(t *testing.T) {
	memory := new([4]float64)
	inside := func(p unsafe.Pointer) bool {
		from := uintptr(unsafe.Pointer(memory))
		return uintptr(p) >= from && uintptr(p) < from+unsafe.Sizeof(*memory)
	}
	ring := &node{}
	ring.next = ring
	for name, c := range map[string]struct {
		actor any
		want  string
	}{
		"nothing":              {&actor{}, ""},
		"a ring":               {&actor{node: node{next: ring}}, ""},
		"other memory":         {&actor{node: node{list: [][]float64{make([]float64, 4)}}}, ""},
		"a slice of a part":    {&actor{node: node{list: [][]float64{nil, memory[2:3]}}}, "actor.node.list[1]"},
		"behind a pointer":     {&actor{node: node{next: &node{any: memory}}}, "actor.node.next.any"},
		"in a map":             {&actor{node: node{table: map[string]*[4]float64{"a": memory}}}, "actor.node.table[...]"},
		"in a closure":         {&actor{node: node{fn: func() float64 { return memory[0] }}}, ""},
		"beside a lock":        {&actor{shared: &guarded{array: memory[:]}}, ""},
		"in no struct":         {memory, ""},
		"in a struct by value": {actor{node: node{list: [][]float64{memory[:]}}}, ""},
	} {
		if path, found := Find(c.actor, inside); path != c.want || found != (c.want != "") {
			t.Errorf("%s: found %q, %v; expected %q", name, path, found, c.want)
		}
	}
}
