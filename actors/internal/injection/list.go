// Package injection has the mechanics of injected faults that need no knowledge of actors, links
// and kinds of faults.
package injection

import (
	"slices"
	"sync/atomic"
)

// List holds the faults of one place, or other parts of a system that change rarely and are read on
// every tick. Any goroutine may change it.
type List[F any] struct{ all atomic.Pointer[[]*F] }

// Load returns the elements, nil without elements. The caller does not change the slice.
func (l *List[F]) Load() []*F {
	if p := l.all.Load(); p != nil {
		return *p
	}
	return nil
}

// Add appends an element.
func (l *List[F]) Add(f *F) {
	l.change(func(all []*F) []*F { return append(all, f) })
}

// Remove removes an element and reports whether it was in the list.
func (l *List[F]) Remove(f *F) (found bool) {
	l.change(func(all []*F) []*F {
		i := slices.Index(all, f)
		if found = i >= 0; found {
			all = slices.Delete(all, i, i+1)
		}
		return all
	})
	return found
}

// Edited is a list that was prepared for Set.
type Edited[F any] struct{ next *[]*F }

// Edit prepares a changed list. Nothing else may change the list before Set.
func (l *List[F]) Edit(edit func([]*F) []*F) Edited[F] {
	list := edit(slices.Clone(l.Load()))
	return Edited[F]{&list}
}

// Set puts a prepared list in place. It allocates nothing.
func (l *List[F]) Set(e Edited[F]) { l.all.Store(e.next) }

func (l *List[F]) change(edit func([]*F) []*F) {
	for {
		old := l.all.Load()
		var next *[]*F
		var have []*F
		if old != nil {
			have = *old
		}
		if list := edit(slices.Clone(have)); len(list) > 0 {
			next = &list
		}
		if l.all.CompareAndSwap(old, next) {
			return
		}
	}
}
