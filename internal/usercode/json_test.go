package usercode

import (
	"errors"
	"runtime"
	"strings"
	"testing"
	"time"
)

// spoken is a value whose MarshalJSON is a function of the test.
type spoken func() ([]byte, error)

func (s spoken) MarshalJSON() ([]byte, error) { return s() }

func TestWhatMarshalJSONDoesIsContained(t *testing.T) {
	free := make(chan struct{})
	t.Cleanup(func() { close(free) })
	for name, c := range map[string]struct {
		limit time.Duration
		do    spoken
		want  string
		is    error
	}{
		"a panic":                  {time.Minute, func() ([]byte, error) { panic("no JSON of mine") }, "no JSON of mine", nil},
		"the end of its goroutine": {time.Minute, func() ([]byte, error) { runtime.Goexit(); return nil, nil }, "", ErrGoexit},
		"a call without a return":  {time.Millisecond, func() ([]byte, error) { <-free; return nil, nil }, "", ErrBlocks},
		"an error":                 {time.Minute, func() ([]byte, error) { return nil, errors.New("not today") }, "not today", nil},
		"what is no JSON":          {time.Minute, func() ([]byte, error) { return []byte("{"), nil }, "unexpected end", nil},
	} {
		encoded, err := JSON(c.limit, map[string]any{"value": c.do})
		if err == nil || encoded != nil || !strings.Contains(err.Error(), c.want) || c.is != nil && !errors.Is(err, c.is) {
			t.Errorf("%s: %s, %v; expected an error with %q, %v", name, encoded, err, c.want, c.is)
		}
	}
	if encoded, err := JSON(time.Minute, map[string]any{"n": 1}); err != nil || string(encoded) != `{"n":1}` {
		t.Errorf("%s, %v", encoded, err)
	}
}
