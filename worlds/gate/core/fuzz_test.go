package core

import (
	"encoding/binary"
	"math"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/messages"
)

// FuzzNoSequenceOfCommandsGetsPastTheAuditor plays bytes as commands: for each cycle one byte says which fields follow
// and what happens to the stamp, then come numbers as they are. Whatever they are, the auditor has to agree.
func FuzzNoSequenceOfCommandsGetsPastTheAuditor(f *testing.F) {
	number := func(x float64) []byte { return binary.LittleEndian.AppendUint64(nil, math.Float64bits(x)) }
	f.Add([]byte{0})
	f.Add(append(append([]byte{0x81}, number(math.NaN())...), 0x81, 1, 2, 3))
	f.Add(append(append(append([]byte{0x83, 5}, number(2.5)...), 0x87, 3), number(-1e300)...))
	f.Add([]byte{0x10, 0x20, 0x30, 0x40, 0x50, 0x60, 0x70})
	f.Fuzz(func(t *testing.T, data []byte) {
		c := newCampaign(t, 1)
		next := func() byte {
			if len(data) == 0 {
				return 0
			}
			b := data[0]
			data = data[1:]
			return b
		}
		for cycle := 0; cycle < 60 && len(data) > 0; cycle++ {
			for i := range c.values {
				c.play(i, next, &data)
			}
			c.decide(false)
		}
	})
}

// play has bytes change a command, and its stamp.
func (c *campaign) play(i int, next func() byte, data *[]byte) {
	s, op := &c.in.Commands[i], next()
	v := c.values[i]
	if op&0x80 != 0 {
		vector := [][]float64{v.Position, v.Velocity, v.Effort}[int(op&0x0f)%3]
		if at := int(next()) % len(vector); len(*data) >= 8 {
			vector[at] = math.Float64frombits(binary.LittleEndian.Uint64(*data))
			*data = (*data)[8:]
		}
	}
	if op&0x40 != 0 {
		v.Control[int(next())%len(v.Control)] = messages.ControlMode(next())
	}
	c.sequence[i]++
	s.Value, s.OK = v, op&0x10 == 0
	s.Stamp = messages.Stamp{Time: c.now, Sequence: c.sequence[i], Incarnation: 1}
	if op&0x20 != 0 {
		s.Stamp.Time = s.Stamp.Time.Add(time.Duration(int8(next())) * time.Millisecond)
		s.Stamp.Sequence += uint64(next()) - 3
		s.Stamp.Incarnation = messages.Incarnation(next() % 3)
	}
}
