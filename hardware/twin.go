package hardware

import (
	"fmt"

	"github.com/robo-actors/robo-actors/actors"
)

// CheckState implements actors.StateChecker. A driver is cloned only if it implements
// actors.StateSaver, as simulated ones do: a clone of a real one would command the same drives.
func (b *Bus) CheckState() error {
	if _, simulated := b.driver.(actors.StateSaver); !simulated {
		return fmt.Errorf("its driver %T is not simulated: real drives are never cloned", b.driver)
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

// SaveState implements actors.StateSaver: it saves the state of the bus and of its driver.
func (b *Bus) SaveState(w *actors.StateWriter) error {
	if err := b.CheckState(); err != nil {
		return err
	}
	if err := w.Save(&b.outputs, &b.readings, &b.open, &b.failed, &b.late, &b.led); err != nil {
		return err
	}
	return b.driver.(actors.StateSaver).SaveState(w)
}

// LoadState implements actors.StateSaver.
func (b *Bus) LoadState(r *actors.StateReader) error {
	if err := b.CheckState(); err != nil {
		return err
	}
	if err := r.Load(&b.outputs, &b.readings, &b.open, &b.failed, &b.late, &b.led); err != nil {
		return err
	}
	return b.driver.(actors.StateSaver).LoadState(r)
}
