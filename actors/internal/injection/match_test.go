package injection

import (
	"testing"

	"github.com/robo-actors/robo-actors/internal/testkit"
)

func TestAnAsteriskStandsForAnyText(t *testing.T) {
	for _, c := range []struct {
		pattern, name string
		want          bool
	}{
		{"arm/drive", "arm/drive", true},
		{"arm/drive", "arm/drive_3", false},
		{"arm/*", "arm/drive_3", true},
		{"arm/*", "arm/", true},
		{"*", "", true},
		{"*", "a/b.c->d/e.f", true},
		{"*/drive_*", "arm/left/drive_3", true},
		{"*/drive_*", "arm/drive", false},
		{"*->base/*.twist", "arm/wbc.base->base/mecanum.twist", true},
		{"*a*a*", "aa", true},
		{"*a*a*", "a", false},
		{"ab*ba", "aba", false},
		{"ab*ba", "abba", true},
		{"a?c", "abc", false},
		{"[ab]", "a", false},
		{`a\*`, "ab", false},
		{"**", "x", true},
	} {
		if got := Matches(c.pattern, c.name); got != c.want {
			t.Errorf("%q against %q: %v", c.pattern, c.name, got)
		}
	}
}

// The matcher is compared with a plain recursion over random patterns and names of two letters.
func TestMatchingAgreesWithItsDefinition(t *testing.T) {
	var define func(p, n string) bool
	define = func(p, n string) bool {
		switch {
		case p == "":
			return n == ""
		case p[0] == '*':
			return define(p[1:], n) || n != "" && define(p, n[1:])
		}
		return n != "" && p[0] == n[0] && define(p[1:], n[1:])
	}
	r := testkit.Random(t)
	text := func(letters string, most int) string {
		b := make([]byte, r.IntN(most))
		for i := range b {
			b[i] = letters[r.IntN(len(letters))]
		}
		return string(b)
	}
	for range testkit.Scaled(200_000) {
		p, n := text("ab*", 7), text("ab", 9)
		if got, want := Matches(p, n), define(p, n); got != want {
			t.Fatalf("%q against %q: %v, want %v", p, n, got, want)
		}
	}
}
