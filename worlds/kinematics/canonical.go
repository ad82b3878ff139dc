package kinematics

import (
	"encoding/binary"
	"math"
)

// Canonical returns the content of the manipulator as bytes, for hashes of data that is computed
// from it: the chain with its lengths and axes on a grid of 1e-7 m and 1e-7, the tool, and the
// limits with 1e-7 rad or m. Names, masses, and parts of the robot beside the chain are not in it.
func (m *Manipulator) Canonical() []byte {
	var b []byte
	grid := func(values ...float64) {
		for _, v := range values {
			const quantum = 1e-7
			rounded := math.RoundToEven(v/quantum) + 0 // one zero; infinity stays
			b = binary.LittleEndian.AppendUint64(b, math.Float64bits(rounded))
		}
	}
	grid(float64(len(m.joints)), float64(len(m.chain)))
	for i := range m.chain {
		s := &m.chain[i]
		kind := 0.0
		if s.prismatic {
			kind = 1
		}
		grid(kind, float64(s.column), s.multiplier, s.offset)
		grid(s.fixed.P[:]...)
		grid(s.fixed.R[:]...)
	}
	grid(m.end.P[:]...)
	grid(m.end.R[:]...)
	grid(m.lower...)
	grid(m.upper...)
	return b
}
