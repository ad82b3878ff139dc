package moteus

import "sync/atomic"

// Arms holds the newest arm number of each servo of a bus. Drivers that serve the bus one after the
// other share it: a command from before a restart carries a number that the next driver knows.
// Servos themselves have no arm numbers. Any goroutine may use it.
type Arms struct{ newest []atomic.Uint32 }

// NewArms returns the numbers of so many servos that nobody has armed yet.
func NewArms(servos int) *Arms { return &Arms{newest: make([]atomic.Uint32, servos)} }

// raise makes the number of a servo at least arm.
func (a *Arms) raise(servo int, arm uint32) {
	for word := &a.newest[servo]; ; {
		old := word.Load()
		if old >= arm || word.CompareAndSwap(old, arm) {
			return
		}
	}
}
