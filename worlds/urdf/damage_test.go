package urdf

import (
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
)

// words are what the random damage puts in the place of names, numbers and markup.
var words = []string{
	"", "0", "-1", "1e400", "nan", "0 0 0", "1 2", "a", "b", "c", "j", "k", "../x", "a/b", "${x}", "&lt;", "&#0;", "\x00", "\xff", "\u202e",
	"fixed", "planar", "floating", "prismatic", "revolute", "mimic", "limit", "origin", "inertial", "<", ">", "\"", "/>", "</joint>",
	"<joint name=\"x\" type=\"fixed\">", "<![CDATA[", "<!--", "-->", "[", "]", "{", "}", ": ", "\n", "- ", "~", "&a", "*a", "<<", "!!str", "010", ".inf",
	strings.Repeat("9", 200), strings.Repeat("x", 200),
}

// TestRandomDamageIsAlwaysJudged replaces words of sound descriptions by others, one to four at a
// time: more of what it makes is nearly right than of what a fuzzer makes of bytes.
func TestRandomDamageIsAlwaysJudged(t *testing.T) {
	const seed = 17
	random := rand.New(rand.NewPCG(seed, 0))
	word := regexp.MustCompile(`[A-Za-z_0-9.+-]+|[<>"/:,{}\[\]-]|\n +`)
	accepted := 0
	for _, form := range []struct{ name, text string }{
		{"r.urdf", sound}, {"r.urdf", string(readFile(t, "testdata/mobile_arm.urdf"))},
		{"r.yaml", soundYAML}, {"r.yaml", string(readFile(t, "testdata/mobile_arm.urdf.yaml"))},
	} {
		places := word.FindAllStringIndex(form.text, -1)
		for range 200 {
			text := form.text
			for range 1 + random.IntN(4) {
				place := places[random.IntN(len(places))]
				end := min(place[1], len(text))
				begin := min(place[0], end)
				text = text[:begin] + words[random.IntN(len(words))] + text[end:]
			}
			if t.Failed() {
				t.Fatalf("seed %d", seed)
			}
			checkOutcome(t, form.name, []byte(text), Options{BoundlessRevoluteIsContinuous: random.IntN(2) == 0})
			if _, err := Parse(form.name, []byte(text), Options{}); err == nil {
				accepted++
			}
		}
	}
	if accepted < 10 {
		t.Errorf("only %d of the damaged descriptions were accepted: the test proves little", accepted)
	}
}
