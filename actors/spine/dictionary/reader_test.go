package dictionary

import (
	"encoding/binary"
	"fmt"
	"math"
	"testing"
)

// plainReader reads MessagePack by its specification, independently of the library. It reads what
// this package writes: ints in their smallest form, float64, bool, strings, arrays and maps.
type plainReader struct {
	t testing.TB
	b []byte
}

func (r *plainReader) take(n int) []byte {
	r.t.Helper()
	if len(r.b) < n {
		r.t.Fatalf("%d bytes are left; expected %d", len(r.b), n)
	}
	taken := r.b[:n]
	r.b = r.b[n:]
	return taken
}

// unsigned reads a big-endian number that must not fit below least.
func (r *plainReader) unsigned(n int, least uint64) uint64 {
	u := binary.BigEndian.Uint64(append(make([]byte, 8-n), r.take(n)...))
	if u < least {
		r.t.Fatalf("%d is not in its smallest form", u)
	}
	return u
}

func (r *plainReader) value() any {
	switch c := r.take(1)[0]; {
	case c < 0x80:
		return uint64(c)
	case c < 0x90:
		return r.mapping(int(c & 0x0f))
	case c < 0xa0:
		return r.array(int(c & 0x0f))
	case c < 0xc0:
		return string(r.take(int(c & 0x1f)))
	case c >= 0xe0:
		return int64(int8(c))
	default:
		return r.tagged(c)
	}
}

func (r *plainReader) tagged(c byte) any {
	switch c {
	case 0xc2, 0xc3:
		return c == 0xc3
	case 0xcb:
		return math.Float64frombits(r.unsigned(8, 0))
	case 0xcc:
		return r.unsigned(1, 1<<7)
	case 0xcd:
		return r.unsigned(2, 1<<8)
	case 0xce:
		return r.unsigned(4, 1<<16)
	case 0xcf:
		return r.unsigned(8, 1<<32)
	case 0xd0:
		return int64(int8(r.unsigned(1, 0)))
	case 0xd1:
		return int64(int16(r.unsigned(2, 0)))
	case 0xd9:
		return string(r.take(int(r.unsigned(1, 1<<5))))
	case 0xdc:
		return r.array(int(r.unsigned(2, 1<<4)))
	case 0xde:
		return r.mapping(int(r.unsigned(2, 1<<4)))
	}
	r.t.Fatalf("unexpected type 0x%02x", c)
	return nil
}

func (r *plainReader) array(n int) any {
	all := []any{}
	for range n {
		all = append(all, r.value())
	}
	return all
}

func (r *plainReader) mapping(n int) any {
	all := map[string]any{}
	for range n {
		key, is := r.value().(string)
		if _, twice := all[key]; !is || twice {
			r.t.Fatalf("key %q is no string, or there twice", key)
		}
		all[key] = r.value()
	}
	return all
}

// shape appends the path and the kind of every leaf of a value.
func shape(path string, value any, add func(line string)) {
	switch v := value.(type) {
	case map[string]any:
		for key, below := range v {
			shape(path+"."+key, below, add)
		}
	case []any:
		kind := "nothing"
		if len(v) > 0 {
			kind = fmt.Sprintf("%T", v[0])
		}
		add(fmt.Sprintf("%s [%d]%s", path[1:], len(v), kind))
	default:
		add(fmt.Sprintf("%s %T", path[1:], v))
	}
}
