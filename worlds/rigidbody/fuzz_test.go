package rigidbody_test

import (
	"encoding/binary"
	"fmt"
	"math"
	"testing"

	"github.com/robo-actors/robo-actors/worlds/rigidbody"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// byteSource hands out what a fuzzer wrote, then zeros.
type byteSource []byte

func (s *byteSource) next() byte {
	if len(*s) == 0 {
		return 0
	}
	b := (*s)[0]
	*s = (*s)[1:]
	return b
}

// number is a small one mostly, any of the 2^64 otherwise.
func (s *byteSource) number() float64 {
	b := s.next()
	if b != 0xff {
		return (float64(b) - 127) / 32
	}
	var raw [8]byte
	for i := range raw {
		raw[i] = s.next()
	}
	return math.Float64frombits(binary.LittleEndian.Uint64(raw[:]))
}

func (s *byteSource) body(i int) rigidbody.Body {
	b := rigidbody.Body{
		Name: fmt.Sprint("body ", i), JointName: fmt.Sprint("joint ", i), Parent: int(int8(s.next()))%(i+2) - 1,
		Kind: rigidbody.JointKind(s.next() % 7), Placement: spatial.IdentityPose(),
		Inertia: rigidbody.Inertia{Mass: s.number(), Ixx: s.number(), Iyy: s.number(), Izz: s.number(), Ixy: s.number()},
	}
	b.Axis[s.next()%3] = 1
	for k := range b.Placement.P {
		b.Placement.P[k], b.Inertia.Com[k] = s.number(), s.number()
	}
	if flags := s.next(); flags&1 != 0 {
		b.Axis[flags>>1&1] = s.number()
	} else if flags&2 != 0 {
		b.Placement.R[flags>>2%9] = s.number()
	} else if flags&4 != 0 {
		b.Armature = s.number()
	} else if flags&8 != 0 {
		b.Placement.R = rodrigues([3]float64{0.6, 0, 0.8}, s.number())
	}
	return b
}

func FuzzNoModelAndNoStateMakesTheLibraryPanic(f *testing.F) {
	f.Add([]byte{})
	f.Add([]byte("one body with what letters make of it, and some numbers in the end: \xff\x00\x00\x00\x00\x00\x00\xf8\x7f"))
	f.Fuzz(func(t *testing.T, data []byte) {
		source := byteSource(data)
		var bodies []rigidbody.Body
		for i := range int(source.next() % 8) {
			bodies = append(bodies, source.body(i))
		}
		m, err := rigidbody.New(bodies)
		if err != nil {
			if m != nil {
				t.Error("an error came with a model")
			}
			return
		}
		q, v := make([]float64, m.NQ()), make([]float64, m.NV())
		for i := range q {
			q[i] = source.number()
		}
		for i := range v {
			v[i] = source.number()
		}
		w := m.NewWorkspace()
		must(t, w.SetState(q, v))
		if m.NumBodies() > 0 {
			for _, question := range questions(m) {
				_ = question.ask(w, make([]float64, question.size(m))) // may fail; must return
			}
		}
		for body := -1; body <= m.NumBodies(); body++ {
			values(w, body, 0)
		}
		robotValues(w)
		_ = m.Check(q, v)
		must(t, m.Integrate(q, q, v, 0.5))
		must(t, m.Difference(v, q, q))
	})
}
