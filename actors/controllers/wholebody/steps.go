package wholebody

// Outputs tells what the last tick gave each axis: commanded with what was left of hand-overs, own as the law in force wants
// it by itself, and limit. Entries are efforts, N m or N, of driven axes, and accelerations of virtual ones. The slices are the
// law's, valid until the next tick: they are for tests of hand-overs.
func (l *Law) Outputs() (commanded, own, limit []float64) { return l.last, l.now, l.limit }

// Outputs is that of the actor's law.
func (a *Actor) Outputs() (commanded, own, limit []float64) { return a.law.Outputs() }
