package dictionary

import (
	"strings"
	"testing"
)

func TestAReasonIsReadAsItWasWrittenAndNothingElseIs(t *testing.T) {
	for _, text := range []string{"the robot is not started", strings.Repeat("x", maxReason)} {
		if got := ParseReason(AppendReason(nil, text)); got != text {
			t.Errorf("%q is read as %q", text, got)
		}
	}
	if got := ParseReason(AppendReason(nil, strings.Repeat("x", maxReason+1))); len(got) != maxReason {
		t.Errorf("a long text is read with %d bytes", len(got))
	}
	whole := AppendReason(nil, "why")
	for name, data := range map[string][]byte{
		"nothing": nil, "an action": newUpkieAction().Append(nil), "another key": []byte("\x81\xa4rror\xa1x"), "a number": []byte("\x81\xa5error\x01"),
		"more behind": append(whole[:len(whole):len(whole)], 0), "a cut text": whole[:len(whole)-1], "two keys": append([]byte{0x82}, whole[1:]...),
	} {
		if got := ParseReason(data); got != "" {
			t.Errorf("%s is read as the reason %q", name, got)
		}
	}
}
