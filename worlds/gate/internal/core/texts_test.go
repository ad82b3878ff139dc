package core

import (
	"strings"
	"testing"

	"github.com/robo-actors/robo-actors/worlds/source"
)

func TestEverySentenceNamesTheJoint(t *testing.T) {
	for _, name := range []string{"arm_joint_1", "", "a%sb", "tab\tinside", strings.Repeat("long", 40)} {
		texts := textsOf(name)
		for i, sentence := range sentences {
			if want := strings.Replace(sentence, "%s", source.Quote(name), 1); texts[i] != want {
				t.Errorf("sentence %d about %q is %q, want %q", i, name, texts[i], want)
			}
		}
	}
}

func TestEverySentenceHasOnePlaceForTheJoint(t *testing.T) {
	for i, sentence := range sentences[noText+1:] {
		if strings.Count(sentence, "%s") != 1 {
			t.Errorf("sentence %d, %q", i+1, sentence)
		}
	}
}
