package jointspace

import "math"

// Handover fades out the difference between the output of one law and that of its successor. The
// zero value fades nothing.
type Handover struct {
	offset float64 // still to be added to the new output
	step   float64 // by which offset shrinks at each step
}

// Begin makes the next output equal last, where the new law gives first; the difference shrinks
// evenly to zero within the given number of steps, at least one.
func (h *Handover) Begin(last, first float64, steps int) {
	h.offset = last - first
	h.step = math.Abs(h.offset) / float64(max(steps, 1))
}

// Next returns the output that replaces the new law's output, and shrinks the difference.
func (h *Handover) Next(output float64) float64 {
	output += h.offset
	if math.Abs(h.offset) <= h.step*(1+1e-9) {
		h.offset = 0
	} else {
		h.offset -= math.Copysign(h.step, h.offset)
	}
	return output
}

// Remaining returns the difference that is still to fade.
func (h *Handover) Remaining() float64 { return h.offset }
