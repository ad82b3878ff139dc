package core

import (
	"strings"

	"github.com/robo-actors/robo-actors/internal/source"
	"github.com/robo-actors/robo-actors/messages"
)

// eventText names a sentence of an event. The sentences are made once, so that telling of an event allocates nothing.
type eventText uint8

const (
	noText eventText = iota
	textAdopted
	textStartup
	textStale
	textInvalid
	textPeer
	textOverrun
	textDriveFault
	textFaultStays
	textDriveStopped
	textNotObeyed
	textUnconfirmed
	textNoRest
	textLeftRest
	textStrained
	textSlips
	textHeldLong
	textWorse
	textRampEnded
	textShared
	textFailed
	textOperator
	textExternal
	textRearmed
	eventTexts
)

var sentences = [eventTexts]string{
	textAdopted:      "goes on in the mode in which the drive of %s was found",
	textStartup:      "command, state or drive of %s is not there yet",
	textStale:        "command or state of %s is too old",
	textInvalid:      "the controller of %s sent too many commands that had to be refused, or it stands outside of its bounds",
	textPeer:         "the world behind %s is gone or has stopped",
	textOverrun:      "the controller of %s misses releases",
	textDriveFault:   "the drive of %s reports a fault",
	textFaultStays:   "the drive of %s still has its fault after its re-arm",
	textDriveStopped: "the drive of %s has stopped by itself",
	textNotObeyed:    "the drive of %s did not obey its re-arm in time",
	textUnconfirmed:  "the drive of %s has not confirmed its stop in time",
	textNoRest:       "%s did not come to rest in time",
	textLeftRest:     "%s has left the place where it came to rest",
	textStrained:     "the drive of %s exceeds its bound of effort in mode damp",
	textSlips:        "the brake of %s is closed and does not hold",
	textHeldLong:     "%s was held as long as declared, its brake takes over",
	textWorse:        "what stopped %s asks for more by now",
	textRampEnded:    "the ramp of %s has ended",
	textShared:       "another joint of the controller of %s has failed",
	textFailed:       "an actor that %s depends on has failed",
	textOperator:     "%s was stopped on request",
	textExternal:     "somebody has found that something is wrong with %s",
	textRearmed:      "%s takes commands again",
}

// textsOf writes the name of a joint into the sentences. They are parts of one text: a gate has many joints, and a system
// may have a short life.
func textsOf(name string) *[eventTexts]string {
	quoted := source.Quote(name)
	size := 0
	for _, sentence := range sentences {
		size += len(sentence) + len(quoted)
	}
	var all strings.Builder
	all.Grow(size)
	var ends [eventTexts]int
	for i, sentence := range sentences {
		if before, after, found := strings.Cut(sentence, "%s"); found {
			all.WriteString(before)
			all.WriteString(quoted)
			all.WriteString(after)
		}
		ends[i] = all.Len()
	}
	texts, begin := new([eventTexts]string), 0
	for i, end := range ends {
		texts[i], begin = all.String()[begin:end], end
	}
	return texts
}

// textOf returns the sentence about a cause that the gate finds by itself.
func textOf(cause messages.Cause) eventText {
	switch cause {
	case messages.CauseStartup:
		return textStartup
	case messages.CauseStale:
		return textStale
	case messages.CauseInvalid:
		return textInvalid
	case messages.CauseCoupledJoint:
		return textPeer
	case messages.CauseOverrun:
		return textOverrun
	}
	return textFailed
}
