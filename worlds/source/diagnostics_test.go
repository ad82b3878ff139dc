package source

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

func TestADiagnosticPrintsPositionPathExcerptAndCaret(t *testing.T) {
	data := "<robot>\n  <parent link=\"bse_link\"/>\n</robot>"
	text := NewText("robot.urdf", []byte(data))
	d := text.Diagnostic(strings.Index(data, "bse"), "robot.joints[shoulder].parent", `no link is named "bse_link"`)
	d.Expected = "the name of a link of this robot"
	d.Hint = DidYouMean("bse_link", []string{"base_link"})
	want := `robot.urdf:2:17: robot.joints[shoulder].parent: no link is named "bse_link"
    2 |   <parent link="bse_link"/>
      |                 ^
    expected: the name of a link of this robot
    hint: did you mean "base_link"?`
	if got := d.Error(); got != want {
		t.Errorf("printed as\n%s\nwant\n%s", got, want)
	}
}

func TestControlCharactersAreEscapedWhereverTheyStand(t *testing.T) {
	evil := "\x1b]0;title\x07\r\u202e\u200b\xff"
	text := NewText("f"+evil, []byte("line "+evil+"X"))
	d := text.Diagnostic(len("line "+evil), "path"+evil, "problem"+evil)
	d.Expected, d.Hint = "expected"+evil, "hint"+evil
	printed := d.Error()
	for _, r := range []string{"\x1b", "\x07", "\r", "\u202e", "\u200b", "\xff"} {
		if strings.Contains(printed, r) {
			t.Errorf("%q stands raw in %q", r, printed)
		}
	}
	lines := strings.Split(printed, "\n")
	if len(lines) != 5 {
		t.Fatalf("printed in %d lines, want 5:\n%s", len(lines), printed)
	}
	if caret := strings.IndexByte(lines[2], '^'); lines[1][caret] != 'X' {
		t.Errorf("the caret does not stand below the X:\n%s", printed)
	}
}

func TestTabulatorsKeepTheCaretInPlace(t *testing.T) {
	text := NewText("f", []byte("\t\tab"))
	lines := strings.Split(text.Diagnostic(3, "", "p").Error(), "\n")
	if caret := strings.IndexByte(lines[2], '^'); lines[1][caret] != 'b' {
		t.Errorf("the caret does not stand below the b:\n%s", strings.Join(lines, "\n"))
	}
}

func TestAListIsSortedAndHoldsEachDiagnosticOnce(t *testing.T) {
	at := func(file string, line, column int, path, problem string) Diagnostic {
		return Diagnostic{Position: Position{file, line, column}, Path: path, Problem: problem}
	}
	var l Diagnostics
	for _, d := range []Diagnostic{
		at("b", 1, 1, "", "x"), at("a", 2, 1, "", "x"), at("a", 1, 9, "", "x"), at("a", 1, 2, "q", "x"),
		at("a", 1, 2, "p", "y"), at("a", 1, 2, "p", "x"), at("a", 2, 1, "", "x"),
	} {
		l.Add(d)
	}
	var got []string
	for _, d := range l.All() {
		got = append(got, d.Summary())
	}
	want := []string{"a:1:2: p: x", "a:1:2: p: y", "a:1:2: q: x", "a:1:9: x", "a:2:1: x", "b:1:1: x"}
	if strings.Join(got, "|") != strings.Join(want, "|") {
		t.Errorf("list is %q, want %q", got, want)
	}
	if l.Len() != len(want) {
		t.Errorf("length is %d, want %d", l.Len(), len(want))
	}
}

func TestAnEmptyListIsNoError(t *testing.T) {
	var l Diagnostics
	if err := l.Err(); err != nil {
		t.Errorf("an empty list is the error %v", err)
	}
	l.AddError(Position{}, "", nil)
	l.AddAll(nil)
	if l.Len() != 0 {
		t.Errorf("adding nothing added %d", l.Len())
	}
}

func TestALongListKeepsAThousandAndPrintsTwenty(t *testing.T) {
	var l Diagnostics
	for i := range 5000 {
		l.Add(Diagnostic{Position: Position{"f", i + 1, 1}, Problem: "p"})
	}
	if len(l.All()) != MaxKept || l.Len() != 5000 || !l.Full() {
		t.Errorf("kept %d of %d, full: %v", len(l.All()), l.Len(), l.Full())
	}
	lines := strings.Split(l.Error(), "\n")
	if len(lines) != MaxPrinted+1 || lines[MaxPrinted] != "and 4980 more" {
		t.Errorf("printed %d lines, the last is %q", len(lines), lines[len(lines)-1])
	}
	var other Diagnostics
	other.AddAll(&l)
	if other.Len() != 5000 {
		t.Errorf("a list added to an empty one has %d, want 5000", other.Len())
	}
}

func TestErrorsOfEveryKindAreCollected(t *testing.T) {
	inner := &Diagnostics{}
	inner.Add(Diagnostic{Position: Position{"a", 1, 1}, Problem: "one"})
	inner.Add(Diagnostic{Position: Position{"a", 2, 1}, Problem: "two"})
	var l Diagnostics
	here := Position{"b", 3, 4}
	l.AddError(here, "p", fmt.Errorf("while loading: %w", inner))
	l.AddError(here, "p", Diagnostic{Position: Position{"c", 1, 1}, Problem: "three"})
	l.AddError(here, "p", errors.New("four"))
	if got, want := l.Error(), "a:1:1: one\na:2:1: two\nb:3:4: p: four\nc:1:1: three"; got != want {
		t.Errorf("collected as\n%s\nwant\n%s", got, want)
	}
	var one Diagnostic
	if !errors.As(l.Err(), &one) || one.Problem != "one" {
		t.Errorf("errors.As finds %+v, want the first diagnostic", one)
	}
}

func TestLongFieldsAreCut(t *testing.T) {
	long := strings.Repeat("x", 100_000)
	d := Diagnostic{Position: Position{"f", 1, 1}, Path: long, Problem: long, Expected: long, Hint: long, Excerpt: long, Caret: 1}
	if n := len(d.Error()); n > 3000 {
		t.Errorf("printed form has %d bytes", n)
	}
	if got := Quote(long); len([]rune(got)) != 66 {
		t.Errorf("a quoted name has %d characters, want 64 and two quotes", len([]rune(got)))
	}
	if got := Clip("äöü", 3); got != "äöü" {
		t.Errorf("a text of fitting length was cut to %q", got)
	}
}

func TestAPositionPrintsWhatIsKnown(t *testing.T) {
	cases := map[string]Position{
		"-": {}, "f": {File: "f"}, "f:2": {File: "f", Line: 2}, "f:2:3": {"f", 2, 3}, "2:3": {Line: 2, Column: 3},
	}
	for want, p := range cases {
		if got := p.String(); got != want {
			t.Errorf("%#v prints as %q, want %q", p, got, want)
		}
	}
}
