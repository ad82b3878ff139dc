package invariant

import (
	"fmt"
	"slices"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/app"
)

// snapshot checks the states of joints that a world uses: V1, V9, V20, V27, V42.
func (w *Watch) snapshot(m *world, stamp messages.Stamp, s *messages.Snapshot) {
	m.see(stamp, s)
	for i := range m.joints {
		j := &m.joints[i]
		if j.bus < 0 || !s.Valid[i] {
			continue
		}
		b := &m.buses[j.bus]
		for _, x := range [...]float64{s.Position[j.at.Position], s.Velocity[j.at.Velocity], s.Effort[j.at.Velocity]} {
			if !finite(x) {
				w.violate("V1", m.Name+"/"+app.PerceptionActor, j.name, fmt.Sprintf("a state with the number %g is marked valid", x))
			}
		}
		if age := stamp.Time.Sub(s.Time[i]); age > b.MaxAge {
			w.violate("V9", m.Name+"/"+app.PerceptionActor, j.name, fmt.Sprintf("its state with an age of %v is marked valid, bound %v", age, b.MaxAge))
		} else if b.reading.calm(stamp.Time, b.MaxAge) && !slices.Contains(b.replies[:], s.Time[i]) {
			w.violate("V20", m.Name+"/"+app.PerceptionActor, j.name, fmt.Sprintf("its state stamped %s was never sent", s.Time[i]))
		}
		w.placed(m, j, j, j.place, stamp.Time, s.Time[i], s.Position[j.at.Position])
	}
	w.followers(m, stamp.Time, s)
	w.readings(m, stamp.Time, s.Sensor)
	for c := range m.controllers {
		m.controllers[c].sees(m, stamp.Time, s)
	}
	for c := range w.couplings {
		k := w.couplings[c]
		for _, end := range k.ends {
			if end.in == m && s.Valid[end.joint] && !end.mimics {
				k.taken(w, end, stamp.Time, s)
			}
		}
	}
}

// taken checks that a valid state of a virtual joint was sent by the realising world and is young
// enough.
func (k *coupling) taken(w *Watch, end *stateEnd, now messages.Instant, s *messages.Snapshot) {
	if age := now.Sub(s.Time[end.joint]); age > k.stateAge {
		w.violate("V9", end.actor, k.joint, fmt.Sprintf("its state with an age of %v is marked valid, bound %v", age, k.stateAge))
		return
	}
	end.link.settle(now)
	if end.link.unsure || !end.link.calm(now, k.stateAge) {
		return // what arrived may have any content
	}
	slot := end.in.joints[end.joint].at
	for i := 1; i <= min(k.count, len(k.recent)); i++ {
		e := &k.recent[(k.count-i)%len(k.recent)]
		if e.stamp.Time != s.Time[end.joint] {
			continue
		}
		for d := range slot.PositionLength {
			if s.Position[slot.Position+d] != e.position[d] {
				w.violate("V20", end.actor, k.joint, fmt.Sprintf("position[%d] is %g here, %g where it was sent", d, s.Position[slot.Position+d], e.position[d]))
			}
		}
		return
	}
	w.violate("V20", end.actor, k.joint, fmt.Sprintf("its state stamped %s was never sent", s.Time[end.joint]))
}
