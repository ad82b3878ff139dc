package pb

import (
	"math"

	"google.golang.org/protobuf/encoding/protowire"

	"github.com/robo-actors/robo-actors/messages"
)

// The functions of this file convert lists between Go values and generated messages. Nothing is shared: lists are
// copied, into the capacity that is there.

func modesToPB(modes []messages.Mode) []Mode {
	out := make([]Mode, 0, len(modes))
	for _, mode := range modes {
		out = append(out, Mode(modeNumber(mode)))
	}
	return out
}

func modesFromPB(to []messages.Mode, message string, number protowire.Number, modes []Mode) ([]messages.Mode, error) {
	to = to[:0]
	for i, m := range modes {
		mode, ok := modeOf(int32(m))
		if !ok {
			return to, listError(ErrUnknown, message, number, i, unknownMode, m)
		}
		to = append(to, mode)
	}
	return to, nil
}

func controlsToPB(controls []messages.ControlMode) []ControlMode {
	out := make([]ControlMode, 0, len(controls))
	for _, control := range controls {
		out = append(out, ControlMode(control))
	}
	return out
}

func controlsFromPB(to []messages.ControlMode, message string, number protowire.Number, controls []ControlMode) ([]messages.ControlMode, error) {
	to = to[:0]
	for i, c := range controls {
		control, ok := controlOf(int32(c))
		if !ok {
			return to, listError(ErrUnknown, message, number, i, unknownControl, c)
		}
		to = append(to, control)
	}
	return to, nil
}

func faultsToPB(faults []uint16) []uint32 {
	out := make([]uint32, 0, len(faults))
	for _, fault := range faults {
		out = append(out, uint32(fault))
	}
	return out
}

func faultsFromPB(to []uint16, message string, number protowire.Number, faults []uint32) ([]uint16, error) {
	to = to[:0]
	for i, fault := range faults {
		if fault > math.MaxUint16 {
			return to, listError(ErrRange, message, number, i, faultRange, fault)
		}
		to = append(to, uint16(fault))
	}
	return to, nil
}

func instantsToPB(times []messages.Instant) []int64 {
	out := make([]int64, 0, len(times))
	for _, t := range times {
		out = append(out, int64(t))
	}
	return out
}

func instantsFromPB(to []messages.Instant, times []int64) []messages.Instant {
	to = to[:0]
	for _, t := range times {
		to = append(to, messages.Instant(t))
	}
	return to
}

func copyOf[T any](values []T) []T { return append([]T{}, values...) }
