package plotting

import (
	"math"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestNamesAreCutInTheirMiddle(t *testing.T) {
	if got := shortenTo("world/some/long/path.port", 12); got != "worl…th.port" || len([]rune(got)) != 12 {
		t.Errorf("%q; expected worl…th.port", got)
	}
	if got := shortenTo("short", 12); got != "short" {
		t.Errorf("%q; expected it as it is", got)
	}
	if got := shortenTo("a\x1bb", 12); got != `a\x1bb` {
		t.Errorf("%q; expected the escape character to be seen", got)
	}
}

// Advance widths of letters in DejaVu Sans 2.37 and in Liberation Sans 2.1, as shares of the height of the font.
func TestNoLetterIsWiderThanItsEstimate(t *testing.T) {
	for letters, width := range map[string]float64{
		"ijl'": 0.278, " ,.": 0.318, "I": 0.295, "/:;\\|": 0.337, "f": 0.352, "-": 0.361, "()[]t": 0.401, "r": 0.411, "s": 0.521, "z": 0.525, "c": 0.55, "e": 0.616, "a": 0.613,
		"0123456789$": 0.636, "bdghnpqu": 0.635, "EP": 0.667, "A": 0.684, "C": 0.722, "N": 0.748, "H": 0.752, "Q": 0.787, "w": 0.818,
		"+=<>~": 0.838, "M": 0.863, "%": 0.951, "m": 0.974, "W": 0.989, "@": 1.016, "…": 1,
	} {
		for _, letter := range letters {
			if estimate := advance(letter); estimate < width || estimate > 1.35*width {
				t.Errorf("%q is taken for %.3f wide; expected at least %.3f and not much more", letter, estimate, width)
			}
		}
	}
}

func TestATextIsCutToTheRoomThatThereIs(t *testing.T) {
	long := strings.Repeat("word ", 60)
	for _, room := range []float64{50, 100, 200, 500} {
		if got := fit(long, markSize, room); widthOf(got, markSize) > room && utf8.RuneCountInString(got) > shortest || !strings.HasPrefix(got, "w") || !strings.HasSuffix(got, " ") {
			t.Errorf("%q is %g px wide; expected %g", got, widthOf(got, markSize), room)
		}
		lines := wrap(long, markSize, room)
		if len(lines) > 2 || lines[0] != strings.TrimRight(long[:len(lines[0])], " ") {
			t.Errorf("wrapped to %q", lines)
		}
		for _, line := range lines {
			if widthOf(line, markSize) > room && utf8.RuneCountInString(line) > shortest {
				t.Errorf("%q is %g px wide; expected %g", line, widthOf(line, markSize), room)
			}
		}
	}
	if got := wrap("a b", markSize, 1000); len(got) != 1 || got[0] != "a b" {
		t.Errorf("a short text is wrapped to %q", got)
	}
	if got := wrap(strings.Repeat("x", 50), markSize, 100); len(got) != 1 || widthOf(got[0], markSize) > 100 {
		t.Errorf("a text without a blank is wrapped to %q", got)
	}
	if got := strings.Join(wrap("one two three four", markSize, widthOf("one two three", markSize)), "|"); got != "one two three|four" {
		t.Errorf("wrapped to %q", got)
	}
}

func TestTextIsWrittenSoThatItIsReadAsItIs(t *testing.T) {
	var c canvas
	c.text(point{1, -0.001}, "", `<a href="x">&amp;</a>'`)
	if got, want := c.out.String(), `<text x="1" y="0">&lt;a href=&#34;x&#34;&gt;&amp;amp;&lt;/a&gt;&#39;</text>`+"\n"; got != want {
		t.Errorf("%s; expected %s", got, want)
	}
}

func TestAPictureWithACoordinateThatIsNoNumberIsNotHandedOut(t *testing.T) {
	for _, v := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		var c canvas
		if c.number(1); c.bad != nil {
			t.Fatal(c.bad)
		}
		if c.line(point{0, v}, point{}); c.bad == nil {
			t.Errorf("%g is written as a coordinate", v)
		}
	}
}
