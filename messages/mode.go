package messages

import "fmt"

// Mode says what a joint may do. The modes are ordered by severity and form a ratchet: a mode
// climbs by itself and comes down only by re-arm.
type Mode uint8

// The modes in order of severity. The words are those of IEC 61800-5-2 and IEC 60204-1 where those
// have one; none of them is a safety-rated function.
const (
	// ModeRun lets commands of controllers pass within the joint's limits.
	ModeRun Mode = iota
	// ModeLimited lets commands pass within reduced limits.
	ModeLimited
	// ModeRampHold decelerates to standstill and holds the position there with torque on (after
	// stop category 2), with gravity feed-forward where the joint carries weight.
	ModeRampHold
	// ModeDamp commands zero velocity with capped torque.
	ModeDamp
	// ModeRampOff decelerates to standstill, then removes torque (after stop category 1).
	ModeRampOff
	// ModeBrake closes the spring brake at standstill, or once torque is lost; torque stays on
	// until it has closed.
	ModeBrake
	// ModeOff has no torque (after stop category 0). Every joint starts in it.
	ModeOff
)

var modeNames = [...]string{"run", "limited", "ramp_hold", "damp", "ramp_off", "brake", "off"}

// Modes lists every mode from the least to the most severe.
func Modes() []Mode {
	return []Mode{ModeRun, ModeLimited, ModeRampHold, ModeDamp, ModeRampOff, ModeBrake, ModeOff}
}

// String returns the word that application files, logs and the command use.
func (m Mode) String() string {
	if int(m) < len(modeNames) {
		return modeNames[m]
	}
	return fmt.Sprintf("mode(%d)", uint8(m))
}

// Valid reports whether m is one of the declared modes.
func (m Mode) Valid() bool { return int(m) < len(modeNames) }

// ParseMode returns the mode with that name. The error lists the names that would do.
func ParseMode(name string) (Mode, error) {
	for i, n := range modeNames {
		if n == name {
			return Mode(i), nil
		}
	}
	return ModeOff, fmt.Errorf("mode %q is unknown; expected one of run, limited, ramp_hold, damp, ramp_off, brake, off", name)
}

// MarshalText returns the text of String, for JSON.
func (m Mode) MarshalText() ([]byte, error) { return []byte(m.String()), nil }

// UnmarshalText reads the name of a mode.
func (m *Mode) UnmarshalText(text []byte) (err error) {
	*m, err = ParseMode(string(text))
	return err
}

// Passes reports whether commands of a controller reach the drive in this mode.
func (m Mode) Passes() bool { return m == ModeRun || m == ModeLimited }

// Stops reports whether the mode brings the joint to standstill or removes its torque.
func (m Mode) Stops() bool { return !m.Passes() }

// MoreSevere returns the more severe of two modes. An invalid mode counts as ModeOff.
func MoreSevere(a, b Mode) Mode {
	if !a.Valid() || !b.Valid() {
		return ModeOff
	}
	return max(a, b)
}
