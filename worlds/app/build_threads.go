package app

import (
	"slices"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/hardware"
)

// busThread is the thread of one bus.
type busThread struct {
	actor  int // index in Application.Actors
	shared *bool
}

// busDomain returns the domain of a bus. A bus whose driver blocks has a thread of its own, named
// after the bus and with the priority of its world's, unless the file names a domain.
func (b *builder) busDomain(w *World, d *Drive, make func() (hardware.Driver, error)) string {
	if d.Domain != "" {
		return d.Domain
	}
	if !blocks(make) {
		return w.Domain
	}
	own := actors.DomainSpec{Name: d.Path}
	if i := slices.IndexFunc(b.app.Domains, func(s actors.DomainSpec) bool { return s.Name == w.Domain }); i >= 0 {
		own.Priority, own.Spin = b.app.Domains[i].Priority, b.app.Domains[i].Spin
	}
	b.app.Domains = append(b.app.Domains, own)
	return own.Name
}

// blocks reports whether the driver declares times for which it blocks. A driver that cannot be
// made is reported once its bus is configured.
func blocks(make func() (hardware.Driver, error)) (blocking bool) {
	_ = protect(func() error {
		driver, err := make()
		if err == nil && driver != nil {
			blocking = driver.Bus().Blocks()
		}
		return nil
	})
	return blocking
}

// sharedThreads notes which buses share their thread with other actors.
func (b *builder) sharedThreads() {
	count := map[string]int{}
	for i := range b.app.Actors {
		count[b.app.Actors[i].Domain]++
	}
	for _, t := range b.threads {
		*t.shared = count[b.app.Actors[t.actor].Domain] > 1
	}
}
