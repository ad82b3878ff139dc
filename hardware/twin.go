package hardware

import (
	"fmt"

	"github.com/robo-actors/robo-actors/actors"
)

// RealDrives is the permission to command real drives. The program that owns the robot makes one
// and hands it to whom it trusts; no clone commands a real drive without it.
type RealDrives struct{ granted bool }

// GrantRealDrives returns the permission to command real drives. Call it only where a person may
// expect the robot to move.
func GrantRealDrives() *RealDrives { return &RealDrives{granted: true} }

// Granted reports whether real drives may be commanded. Nil and the zero value grant nothing.
func (r *RealDrives) Granted() bool { return r != nil && r.granted }

// replaced returns the driver, or the stand-in for its drives.
func (b *Bus) replaced(driver Driver) Driver {
	if _, simulated := driver.(actors.StateSaver); simulated || b.StandIn == nil || b.RealDrives.Granted() {
		return driver
	}
	if _, before := b.StandIn.Value.(*StandIn); !before {
		b.StandIn.Value = NewStandIn(driver)
	}
	return b.StandIn.Value.(*StandIn)
}

// SubstitutesState implements actors.StateSubstitute: this bus takes the place of one whose drives
// are real.
func (b *Bus) SubstitutesState() bool { return b.StandIn != nil || b.RealDrives.Granted() }

// CheckState implements actors.StateChecker. A driver is cloned only if it implements
// actors.StateSaver, as simulated ones do: a clone of a real one would command the same drives.
func (b *Bus) CheckState() error {
	if _, simulated := b.driver.(actors.StateSaver); !simulated && !b.RealDrives.Granted() {
		return fmt.Errorf("its driver %T is not simulated: real drives are never cloned; a simulated driver implements actors.StateSaver", b.driver)
	}
	return nil
}

// SharesState implements actors.StateSharer: simulated drives share their plant.
func (b *Bus) SharesState() any {
	if sharer, is := b.driver.(actors.StateSharer); is {
		return sharer.SharesState()
	}
	return nil
}

// SaveState implements actors.StateSaver: it saves the state of the bus and of simulated drives.
func (b *Bus) SaveState(w *actors.StateWriter) error {
	saver, simulated := b.driver.(actors.StateSaver)
	if err := w.Save(b.variables(&simulated)...); err != nil || !simulated {
		return err
	}
	return saver.SaveState(w)
}

// LoadState implements actors.StateSaver. A stand-in begins where real drives were measured last.
func (b *Bus) LoadState(r *actors.StateReader) error {
	var simulated bool
	if err := r.Load(b.variables(&simulated)...); err != nil {
		return err
	}
	saver, is := b.driver.(actors.StateSaver)
	standIn, stands := b.driver.(*StandIn)
	switch {
	case simulated && is:
		return saver.LoadState(r)
	case simulated:
		return fmt.Errorf("its driver %T is not simulated, and that of the original is", b.driver)
	case stands:
		standIn.Begin(b.ticked, b.State.Loan(), b.readings)
		return nil
	case b.RealDrives.Granted():
		return nil
	}
	return b.CheckState()
}

// variables returns pointers to the state of the bus.
func (b *Bus) variables(simulated *bool) []any {
	return []any{simulated, &b.outputs, &b.readings, &b.open, &b.failed, &b.late, &b.led, &b.ticked}
}
