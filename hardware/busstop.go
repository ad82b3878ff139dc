package hardware

import (
	"fmt"
	"time"

	"github.com/robo-actors/robo-actors/messages"
)

// A bus that ends stops its drives at least stopExchanges times and for stopPatience until they
// confirm the stop: the drives of a busy machine or a slow bus may need a moment. After the first
// few it waits stopEvery between two stops, so that it does not flood a transport that fails at
// once.
const (
	stopExchanges = 5
	stopPatience  = 100 * time.Millisecond
	stopEvery     = time.Millisecond
)

// confirmStop stops the drives until all confirm it. It gives up after stopExchanges where time
// does not advance, as in virtual time while an actor stops.
func (b *Bus) confirmStop(now func() messages.Instant, pause func(time.Duration)) error {
	state, begin := NewState(len(b.driver.Drives())), now()
	for sent := 1; ; sent++ {
		err := b.sendStop(now(), state)
		if err == nil {
			return nil
		}
		took := now().Sub(begin)
		if sent < stopExchanges {
			continue
		}
		if took <= 0 || took >= stopPatience {
			return fmt.Errorf("the stop was sent %d times: %w", sent, err)
		}
		pause(stopEvery)
	}
}

// sendStop stops the drives, and asks them whether they obey.
func (b *Bus) sendStop(now messages.Instant, state *messages.DriveState) error {
	if err := b.driver.Stop(now, b.SafeModes); err != nil {
		return err
	}
	if err := Exchange(b.driver, now, nil, state); err != nil {
		return err
	}
	return Unconfirmed(b.driver.Bus().Name, b.driver.Drives(), b.SafeModes, state)
}
