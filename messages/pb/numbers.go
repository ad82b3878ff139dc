package pb

import (
	"math"
	"strings"

	"github.com/robo-actors/robo-actors/messages"
)

// modeNumber is the number of a mode on the wire, one above the Go constant; zero, which receivers
// refuse, for an invalid mode.
func modeNumber(mode messages.Mode) uint8 {
	if !mode.Valid() {
		return uint8(Mode_MODE_UNSPECIFIED)
	}
	return uint8(mode) + 1
}

// modeOf is the inverse of modeNumber. It takes a number of the width that the wire has.
func modeOf(number int32) (mode messages.Mode, ok bool) {
	if number < int32(Mode_MODE_RUN) || number > int32(Mode_MODE_OFF) {
		return messages.ModeOff, false
	}
	return messages.Mode(number - 1), true
}

func controlOf(number int32) (control messages.ControlMode, ok bool) {
	if number < 0 || number > math.MaxUint8 || !messages.ControlMode(number).Valid() {
		return messages.ControlNone, false
	}
	return messages.ControlMode(number), true
}

func causeOf(number int32) (cause messages.Cause, ok bool) {
	if _, known := Cause_name[number]; !known {
		return messages.CauseNone, false
	}
	return messages.Cause(number), true
}

func kindOf(number int32) (kind messages.EventKind, ok bool) {
	if _, known := EventKind_name[number]; !known {
		return messages.EventNote, false
	}
	return messages.EventKind(number), true
}

func validUTF8(text string) string { return strings.ToValidUTF8(text, "\uFFFD") }
