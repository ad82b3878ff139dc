package campaign

import "github.com/robo-actors/robo-actors/supervision/faults"

// change opens or closes a part. A rejection, because the part is there already, is gone, or did
// not start because of a fault, is not a failure of the run.
func (b *bench) change(a faults.Action) {
	c := b.parts.Close(a.Part)
	if a.Verb == faults.Open {
		c = b.parts.Open(a.Part)
	}
	c.Request(func(error) {})
}
