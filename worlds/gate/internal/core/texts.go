package core

import (
	"strings"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/source"
)

// eventText selects the text of an event. The gate makes all texts once, so that an event allocates
// nothing.
type eventText uint8

const (
	noText eventText = iota
	textAdopted
	textStartup
	textStale
	textInvalid
	textOutside
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
	textAdopted:      "the drive of %s was already in this mode",
	textStartup:      "the command, the state or the drive of %s is not available yet",
	textStale:        "the command or the state of %s is too old",
	textInvalid:      "the controller of %s sent too many invalid commands",
	textOutside:      "%s is too far outside its position limits",
	textPeer:         "the world that realises %s is lost or has stopped it",
	textOverrun:      "the controller of %s misses releases",
	textDriveFault:   "the drive of %s reports a fault",
	textFaultStays:   "the drive of %s still reports its fault after the re-arm",
	textDriveStopped: "the drive of %s stopped by itself",
	textNotObeyed:    "the drive of %s did not obey the re-arm in time",
	textUnconfirmed:  "the drive of %s did not confirm the stop in time",
	textNoRest:       "%s did not come to rest in time",
	textLeftRest:     "%s has left its rest position",
	textStrained:     "the drive of %s exceeds the effort limit of mode damp",
	textSlips:        "the brake of %s is closed but does not hold",
	textHeldLong:     "%s was held for the declared time; its brake closes",
	textWorse:        "the fault on %s escalated",
	textRampEnded:    "the ramp of %s has ended",
	textShared:       "another joint of the controller of %s stopped",
	textFailed:       "an actor that %s depends on failed",
	textOperator:     "%s was stopped on request",
	textExternal:     "an external fault was reported for %s",
	textRearmed:      "%s accepts commands again",
}

// textsOf returns the texts of a joint. They are parts of one string, because a gate may have many
// joints.
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

// textOf returns the text for a cause of level that holds for a joint, or for another one of its
// controller.
func (g *Gate) textOf(j *joint, cause messages.Cause) eventText {
	if cause != messages.CauseStartup && !j.found.Has(cause) {
		return textShared
	}
	switch cause {
	case messages.CauseStartup:
		return textStartup
	case messages.CauseStale:
		return textStale
	case messages.CauseInvalid:
		if !g.controllers[j.controller].invalid {
			return textOutside
		}
		return textInvalid
	case messages.CauseCoupledJoint:
		return textPeer
	case messages.CauseOverrun:
		return textOverrun
	}
	return textFailed
}
