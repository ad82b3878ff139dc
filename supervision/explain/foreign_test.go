package explain

import (
	"strings"
	"testing"

	"github.com/robo-actors/robo-actors/messages"
)

// A foreign actor that sends again is no reason any more, another one that is still silent is; an
// injected fault comes first; and what a foreign actor asks of a gate is its doing.
func TestAForeignActorIsTheOriginOfWhatFollowsOnly(t *testing.T) {
	run, damp := messages.ModeRun, messages.ModeDamp
	const ui, camera = "nonhost/ui", "nonhost/camera"
	foreign := func(s *story, ms int, actor, peer string, cause messages.Cause) {
		s.add(ms, messages.Event{Kind: messages.EventForeign, Source: actor, Peer: peer, Cause: cause, Text: "foreign actor " + peer + " did it"})
	}
	failed := func(s *story, ms int, peer string) {
		s.add(ms, messages.Event{Kind: messages.EventFailed, Source: "base/controller", Peer: peer, Cause: messages.CauseError, Incarnation: 1, Text: "it broke"})
		s.mode(ms+1, "base/left", run, damp, messages.CauseError)
	}
	stale := func(s *story, ms int) {
		s.stale(ms, "base/gate", "command_controller", "base/controller.command")
		s.mode(ms, "base/left", run, damp, messages.CauseStale)
	}
	for name, c := range map[string]struct {
		tell func(*story)
		want string
		of   string // in the words of the chain
	}{
		"a message leads to a failure": {func(s *story) {
			foreign(s, 900, "base/controller", camera, messages.CauseNone)
			foreign(s, 1000, "base/controller", ui, messages.CauseNone)
			foreign(s, 1100, "base/controller", camera, messages.CauseNone)
			failed(s, 1200, ui)
		}, "foreign:base/controller failed:base/controller base/left=damp", "after a message of foreign actor " + ui},
		"an injected fault comes first": {func(s *story) {
			foreign(s, 1000, "base/controller", ui, messages.CauseNone)
			s.inject(1200, "base/controller", "panic base/controller")
			failed(s, 1200, ui)
		}, "fault_injected:base/controller failed:base/controller base/left=damp", ui},
		"silence": {func(s *story) {
			foreign(s, 1000, "base/controller", ui, messages.CauseStale)
			stale(s, 1000)
		}, "foreign:base/controller stale:base/gate.command_controller base/left=damp", ui + " did it"},
		"one that sends again, and another one that does not": {func(s *story) {
			foreign(s, 1000, "base/controller", ui, messages.CauseStale)
			foreign(s, 1010, "base/controller", camera, messages.CauseError)
			foreign(s, 1100, "base/controller", ui, messages.CauseNone)
			stale(s, 2000)
		}, "foreign:base/controller stale:base/gate.command_controller base/left=damp", camera + " did it"},
		"all send again": {func(s *story) {
			foreign(s, 1000, "base/controller", ui, messages.CauseStale)
			foreign(s, 1100, "base/controller", ui, messages.CauseNone)
			stale(s, 2000)
		}, "stale:base/gate.command_controller base/left=damp", ""},
		"a request to the gate": {func(s *story) {
			foreign(s, 1000, "base/gate", ui, messages.CauseNone)
			s.add(1000, messages.Event{Kind: messages.EventModeChanged, Source: "base/gate", Joint: "left", From: run, To: damp, Cause: messages.CauseOperator, Peer: ui})
		}, "foreign:base/gate base/left=damp", "(operator) after a message of foreign actor " + ui},
	} {
		t.Run(name, func(t *testing.T) {
			s := told()
			c.tell(s)
			x := s.Explain("base", "left", end)
			if got := chainOf(x); got != c.want {
				t.Errorf("the chain is\n%s, want\n%s", got, c.want)
			}
			if !strings.Contains(x.String(), c.of) {
				t.Errorf("%q is not in\n%s", c.of, x)
			}
		})
	}
}
