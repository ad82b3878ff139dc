package behavior

import "math"

// Share is the part of an axis's limit by which a hand-over may change its output in PerMillisecond
// seconds, beyond what the law in force does by itself.
const (
	Share          = 0.02
	PerMillisecond = 1e-3 // s
)

// Handover fades out the differences between the outputs of one law and those of its successor, one
// entry an axis. It is made with NewHandover, and belongs to one goroutine.
//
// With u the output of the law in force and x what is put out, x = u + d. Begin sets d so that x is
// what the law before would have put out at this tick; each Step brings d closer to zero by at most
// rate dt, and where u comes closer to x by itself, d shrinks by as much: a law that was far off
// for a moment is not followed. So at every tick
//
//	|x(k) - x(k-1)| <= |u(k) - u(k-1)| + rate dt,    rate = Share limit / PerMillisecond
//
// and at the tick of a change, x(k) is the undisturbed output.
type Handover struct {
	rate   []float64 // greatest change of each difference, 1/s
	offset []float64 // still to be added
	law    []float64 // output of the law in force at the tick before
	limit  []float64
}

// NewHandover makes a hand-over for axes whose outputs have these limits (N m, N, or what the
// outputs are in), each above 0 and finite.
func NewHandover(limit []float64) *Handover {
	h := &Handover{rate: make([]float64, len(limit)), offset: make([]float64, len(limit)), law: make([]float64, len(limit)), limit: append([]float64(nil), limit...)}
	for i, l := range limit {
		h.rate[i] = Share * l / PerMillisecond
	}
	return h
}

// Begin takes over: before is the output of the law that was in force, with what was left of
// earlier hand-overs, and now that of the law that comes into force, both for the same tick.
func (h *Handover) Begin(before, now []float64) {
	for i := range h.offset {
		h.offset[i] = before[i] - now[i]
	}
	copy(h.law, now)
}

// Clear forgets what is left: the next output is that of the law.
func (h *Handover) Clear() { clear(h.offset) }

// Step lets the differences fade for a tick of dt seconds.
func (h *Handover) Step(dt float64) {
	for i, d := range h.offset {
		if step := h.rate[i] * dt; math.Abs(d) <= step {
			h.offset[i] = 0
		} else {
			h.offset[i] = d - math.Copysign(step, d)
		}
	}
}

// Add adds to the output of the law in force what is left at this tick.
func (h *Handover) Add(output []float64) {
	for i := range h.offset {
		output[i] += h.left(i, output[i])
	}
}

// Take is Add for the output that is put out: what follows begins there.
func (h *Handover) Take(output []float64) {
	for i := range h.offset {
		h.offset[i], h.law[i] = h.left(i, output[i]), output[i]
		output[i] += h.offset[i]
	}
}

// left is what is left of a difference where the law's output becomes u.
func (h *Handover) left(i int, u float64) float64 {
	d := h.offset[i]
	closer := u - h.law[i]
	if closer*d <= 0 {
		return d
	}
	if math.Abs(closer) >= math.Abs(d) {
		return 0
	}
	return d - closer
}

// Remaining returns the greatest difference that is left, as a share of its axis's limit.
func (h *Handover) Remaining() float64 {
	most := 0.0
	for i, d := range h.offset {
		most = math.Max(most, math.Abs(d)/h.limit[i])
	}
	return most
}
