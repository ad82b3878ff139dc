package audit

import (
	"encoding/binary"
	"math"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/messages"
)

// FuzzNoSequenceOfCommandsGetsPastTheAuditor plays bytes as commands: the first one draws the
// world; then for each cycle one byte says which fields follow and what happens to the stamp, then
// come numbers as they are. Whatever they are, the auditor has to agree.
func FuzzNoSequenceOfCommandsGetsPastTheAuditor(f *testing.F) {
	number := func(x float64) []byte { return binary.LittleEndian.AppendUint64(nil, math.Float64bits(x)) }
	f.Add([]byte{0, 0})
	f.Add(append(append([]byte{1, 0x81}, number(math.NaN())...), 0x81, 1, 2, 3))
	f.Add(append(append(append([]byte{2, 0x83, 5}, number(2.5)...), 0x87, 3), number(-1e300)...))
	f.Add([]byte{3, 0x10, 0x20, 0x30, 0x40, 0x50, 0x60, 0x70})
	f.Fuzz(func(t *testing.T, data []byte) {
		b := &bytes{data}
		p, err := newPlayer(uint64(b.next()))
		if err != nil {
			t.Fatal(err)
		}
		for range 20 { // it begins to move
			if err := p.calm(); err != nil {
				t.Fatal(err)
			}
		}
		for cycle := 0; cycle < 60 && len(b.rest) > 0; cycle++ {
			for i := range p.values {
				p.play(i, b)
			}
			if err := p.decide(Asked{}); err != nil {
				t.Fatal(err)
			}
		}
	})
}

// bytes are read one by one; at the end come zeros.
type bytes struct{ rest []byte }

func (b *bytes) next() byte {
	if len(b.rest) == 0 {
		return 0
	}
	x := b.rest[0]
	b.rest = b.rest[1:]
	return x
}

// calm is a cycle with good commands and a person who acknowledges.
func (p *player) calm() error {
	for i := range p.values {
		p.steer(i)
		p.sequence[i]++
		p.in.Commands[i].Value, p.in.Commands[i].OK = p.values[i], true
		p.in.Commands[i].Stamp = messages.Stamp{Time: p.now, Sequence: p.sequence[i], Incarnation: 1}
	}
	_, _, _ = p.gate.Request(1, p.gate.Nonce(), p.life, p.now)
	return p.decide(Asked{Any: true, Way: 1})
}

// play has bytes change a command, and its stamp.
func (p *player) play(i int, b *bytes) {
	s, op := &p.in.Commands[i], b.next()
	v := p.values[i]
	if op&0x80 != 0 {
		vector := [][]float64{v.Position, v.Velocity, v.Effort}[int(op&0x0f)%3]
		if at := int(b.next()) % len(vector); len(b.rest) >= 8 {
			vector[at] = math.Float64frombits(binary.LittleEndian.Uint64(b.rest))
			b.rest = b.rest[8:]
		}
	}
	if op&0x40 != 0 {
		v.Control[int(b.next())%len(v.Control)] = messages.ControlMode(b.next())
	}
	p.sequence[i]++
	s.Value, s.OK = v, op&0x10 == 0
	s.Stamp = messages.Stamp{Time: p.now, Sequence: p.sequence[i], Incarnation: 1}
	if op&0x20 != 0 {
		s.Stamp.Time = s.Stamp.Time.Add(time.Duration(int8(b.next())) * time.Millisecond)
		s.Stamp.Sequence += uint64(b.next()) - 3
		s.Stamp.Incarnation = messages.Incarnation(b.next() % 3)
	}
}
