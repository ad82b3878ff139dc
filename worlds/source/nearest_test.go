package source

import (
	"math/rand/v2"
	"strings"
	"testing"
)

func TestDistancesAgreeWithWorkedExamples(t *testing.T) {
	// Distances written by hand; "ca" to "abc" is the example that tells optimal string alignment
	// (3) from the unrestricted Damerau-Levenshtein distance (2).
	cases := []struct {
		a, b string
		want int
	}{
		{"", "", 0}, {"a", "", 1}, {"", "abc", 3}, {"kitten", "sitting", 3}, {"ab", "ba", 1},
		{"ca", "abc", 3}, {"shoulder", "shuolder", 1}, {"elbow", "elbow", 0}, {"wrist_1", "wrist_2", 1},
	}
	for _, c := range cases {
		var w alignment
		if got := w.distance([]rune(c.a), []rune(c.b), 10); got != c.want {
			t.Errorf("distance of %q and %q is %d, want %d", c.a, c.b, got, c.want)
		}
	}
}

// plainDistance is the recurrence itself, without rows or limits.
func plainDistance(a, b []rune) int {
	switch {
	case len(a) == 0:
		return len(b)
	case len(b) == 0:
		return len(a)
	}
	cost := 1
	if a[len(a)-1] == b[len(b)-1] {
		cost = 0
	}
	d := min(plainDistance(a[:len(a)-1], b)+1, plainDistance(a, b[:len(b)-1])+1, plainDistance(a[:len(a)-1], b[:len(b)-1])+cost)
	if len(a) > 1 && len(b) > 1 && a[len(a)-1] == b[len(b)-2] && a[len(a)-2] == b[len(b)-1] {
		d = min(d, plainDistance(a[:len(a)-2], b[:len(b)-2])+1)
	}
	return d
}

func TestDistancesAgreeWithTheRecurrence(t *testing.T) {
	const seed = 3
	random := rand.New(rand.NewPCG(seed, 0))
	word := func() []rune {
		w := make([]rune, random.IntN(7))
		for i := range w {
			w[i] = rune('a' + random.IntN(3))
		}
		return w
	}
	var rows alignment // reused on purpose: nothing of a former call may shine through
	for range 2000 {
		a, b, limit := word(), word(), random.IntN(5)
		want := min(plainDistance(a, b), limit+1)
		if got := rows.distance(a, b, limit); got != want {
			t.Fatalf("seed %d: distance of %q and %q with limit %d is %d, want %d", seed, string(a), string(b), limit, got, want)
		}
	}
}

func TestNearestFindsTheSlip(t *testing.T) {
	known := []string{"base_link", "shoulder_link", "elbow_link", "wrist_1_link", "wrist_2_link"}
	cases := map[string]string{
		"bse_link": "base_link", "Base_Link": "base_link", "shuolder_link": "shoulder_link", "wrist_3_link": "wrist_1_link",
		"completely_other": "", "": "", "x": "", "ba": "", "BASE_link": "base_link",
	}
	for name, want := range cases {
		got, ok := Nearest(name, known)
		if got != want && ok || ok != (want != "") {
			t.Errorf("nearest to %q is %q (%v), want %q", name, got, ok, want)
		}
	}
}

func TestNearestDoesNotDependOnTheOrderOfTheKnownNames(t *testing.T) {
	const seed = 5
	random := rand.New(rand.NewPCG(seed, 0))
	known := []string{"joint_1", "joint_2", "joint_3", "joint_4", "joint_5"}
	for range 50 {
		random.Shuffle(len(known), func(i, j int) { known[i], known[j] = known[j], known[i] })
		if got, _ := Nearest("joint_9", known); got != "joint_1" {
			t.Fatalf("seed %d: nearest is %q, want the first in lexical order", seed, got)
		}
	}
}

func TestALongNameIsNotSearchedFor(t *testing.T) {
	long := strings.Repeat("a", 1_000_000)
	if got, ok := Nearest(long, []string{long + "b"}); ok {
		t.Errorf("a name of a million characters is near one of %d", len(got))
	}
	if got, ok := Nearest("aaa", []string{long}); ok {
		t.Errorf("a name of %d characters is near a short one", len(got))
	}
}

func TestListedNamesAreQuotedAndCounted(t *testing.T) {
	names := []string{"a", "b\x1b[31m", "c", "d"}
	if got, want := Listed(names, 3), `"a", "b\x1b[31m", "c" and 1 more`; got != want {
		t.Errorf("listed as %s, want %s", got, want)
	}
	if got := Listed(nil, 3); got != "none" {
		t.Errorf("no names are listed as %q", got)
	}
	if got := DidYouMean("elbwo", []string{"elbow"}); got != `did you mean "elbow"?` {
		t.Errorf("hint is %q", got)
	}
	if got := DidYouMean("q", []string{"elbow"}); got != "" {
		t.Errorf("hint is %q, want none", got)
	}
}
