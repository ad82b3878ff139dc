package view

import (
	"context"
	"encoding/json"
	"errors"
	"runtime"
	"strings"
	"testing"
)

// replied is a value of a user, whose MarshalJSON is a function of the test.
type replied func() ([]byte, error)

func (r replied) MarshalJSON() ([]byte, error) { return r() }

// The viewer gets an error for a reply that cannot be written as JSON, and the server goes on.
func TestAReplyWhoseMarshalJSONMisbehavesIsAnError(t *testing.T) {
	verb := func(do replied) Verb {
		return Verb{Reads: true, Call: func(context.Context, json.RawMessage) (any, error) { return []any{do}, nil }}
	}
	l := &Live{subject: Subject{Verbs: map[string]Verb{
		"ends":    verb(func() ([]byte, error) { runtime.Goexit(); return nil, nil }),
		"fails":   verb(func() ([]byte, error) { return nil, errors.New("not today") }),
		"garbage": verb(func() ([]byte, error) { return []byte("{"), nil }),
		"panics":  verb(func() ([]byte, error) { panic("no JSON of mine") }),
		"replies": verb(func() ([]byte, error) { return []byte(`"well"`), nil }),
	}}}
	want := map[string]string{"ends": "Goexit", "fails": "not today", "garbage": "JSON", "panics": "no JSON of mine"}
	for _, s := range l.services() {
		reply, err := s.Call(t.Context(), []byte("{}"))
		if s.Name == "replies" {
			if err != nil || string(reply) != `["well"]` {
				t.Errorf("%s: %s, %v", s.Name, reply, err)
			}
			continue
		}
		if err == nil || !strings.Contains(err.Error(), want[s.Name]) {
			t.Errorf("%s: %s, %v; expected %q", s.Name, reply, err, want[s.Name])
		}
	}
}
