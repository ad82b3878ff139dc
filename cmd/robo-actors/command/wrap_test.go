package command

import "testing"

func TestHelpIsWrappedByParagraphsAndKeepsIndentedLines(t *testing.T) {
	text := "one two three\nfour five.\n\n  robo-actors  keeps   its columns, however long\n\tand this\nsix séven"
	want := "one two\nthree four\nfive.\n\n  robo-actors  keeps   its columns, however long\n\tand this\nsix séven"
	if got := wrapped(text, 10); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if got := wrapped("", 10); got != "" {
		t.Errorf("got %q", got)
	}
}
