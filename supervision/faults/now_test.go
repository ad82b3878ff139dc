package faults

import (
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/messages"
)

func TestALineWithoutATimeHappensNow(t *testing.T) {
	for line, want := range map[string]time.Duration{"panic a/b": 0, "for 200ms drop a/b.c": 0, " acknowledge arm": 0, "at 4s panic a/b": 4 * time.Second} {
		a, err := ParseNow(line)
		if err != nil || a.At != messages.Instant(want) {
			t.Errorf("%q: at %v, %v", line, a.At, err)
		}
	}
	if _, err := ParseNow("every 1s panic a/b"); err == nil {
		t.Error("a line that repeats is taken")
	}
}

func TestAMisspeltKindIsAnsweredWithTheNearestOne(t *testing.T) {
	for line, want := range map[string]string{
		"panik a/b":                  `"panik a/b": at column 1, unknown kind "panik"; did you mean "panic"?`,
		"at 4s panik a/b":            `at column 7, unknown kind "panik"; did you mean "panic"?`,
		"for 1s dealy a/b.c delay=1": `at column 8, unknown kind "dealy"; did you mean "delay"?`,
	} {
		if _, err := ParseNow(line); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v\n\twant %s", err, want)
		}
	}
	if _, err := (Record{Kind: "panik"}).Entry(); err == nil || err.Error() != `unknown kind "panik"; did you mean "panic"?` {
		t.Errorf("got %v", err)
	}
}
