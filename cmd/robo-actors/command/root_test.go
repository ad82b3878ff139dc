package command

import (
	"io"
	"strings"
	"testing"

	"github.com/robo-actors/robo-actors/actors"
)

func TestAWordOfOtherProgramsLeadsToAVerbThatExists(t *testing.T) {
	root := newRoot(actors.NewRegistry(), nil, io.Discard, io.Discard)
	for word, verb := range elsewhere {
		if c, _, err := root.Find([]string{word}); err == nil && c != root {
			t.Errorf("%s is a verb itself", word)
		}
		words := strings.Fields(verb)
		if c, _, err := root.Find(words[:1]); err != nil || c == root {
			t.Errorf("%s leads to %s, which is no verb", word, verb)
		} else if len(words) > 1 && strings.HasPrefix(words[len(words)-1], "--") && c.Flags().Lookup(words[len(words)-1][2:]) == nil {
			t.Errorf("%s leads to %s, a flag that is not there", word, verb)
		}
	}
}
