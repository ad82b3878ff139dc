package actors

import (
	"fmt"
	"time"

	"github.com/robo-actors/robo-actors/actors/internal/platform"
)

// DefaultSpin is how long before a release a SCHED_FIFO domain is awake, unless its DomainSpec says
// otherwise.
const DefaultSpin = 50 * time.Microsecond

// spinShare bounds the spin of a domain: one part in so many of its shortest period.
const spinShare = 20

// spinFor returns how long before each release a domain's thread polls the clock instead of
// sleeping. A thread that sleeps until the release starts it late by the machine's wake-up time:
// tens of microseconds, with cold caches.
func (d *domain) spinFor(g Grant) time.Duration {
	spin := d.spec.Spin
	if spin == 0 && g.Policy == platform.PolicyFIFO {
		spin = DefaultSpin
	}
	if spin <= 0 {
		return 0
	}
	for _, c := range d.members.Load() {
		spin = min(spin, c.spec.Period/spinShare)
	}
	return spin
}

// Waiting describes how the thread waits, and how long before a release it is awake.
func (g Grant) Waiting() string {
	if g.Spin <= 0 {
		return g.Wait
	}
	return fmt.Sprintf("%s, awake %v before a release", g.Wait, g.Spin)
}
