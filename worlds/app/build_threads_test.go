package app

import (
	"slices"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/hardware"
)

// slowDriver declares how long it waits for answers, and does nothing else.
type slowDriver struct {
	hardware.Driver
	collect time.Duration
}

func (d *slowDriver) Bus() hardware.BusInfo { return hardware.BusInfo{Collect: d.collect} }

func TestABusWhoseDriverBlocksHasItsOwnThread(t *testing.T) {
	for name, c := range map[string]struct {
		edit    string // of the drive of the arm
		collect time.Duration
		domain  string
		shares  bool
	}{
		"a driver that only copies": {"", 0, "main", true},
		"one that blocks":           {"", time.Millisecond, "top/arm", false},
		"one in a named domain":     {"domain: fast", time.Millisecond, "fast", true}, // low runs there
	} {
		files := testFiles()
		if c.edit != "" {
			files = edited(t, "app.yaml", "        rate: 1kHz\n        joints: [a_j1, a_j2]\n", "        rate: 1kHz\n        joints: [a_j1, a_j2]\n        "+c.edit+"\n")
		}
		config, err := Load(files, "app.yaml", testRegistry(t))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for i := range config.Domains {
			config.Domains[i].Priority = 80
		}
		for w := range config.Worlds {
			for d := range config.Worlds[w].Drives {
				config.Worlds[w].Drives[d].Instance = &toy{driver: func(hardware.DriverContext) (func() (hardware.Driver, error), error) {
					return func() (hardware.Driver, error) { return &slowDriver{collect: c.collect}, nil }, nil
				}}
			}
		}
		config.Plants = nil
		built, err := Build(config, 1)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		spec := built.Actors[slices.IndexFunc(built.Actors, func(s actors.Spec) bool { return s.Name == "top/arm" })]
		bus := spec.New().(*hardware.Bus)
		if spec.Domain != c.domain || bus.SharesThread != c.shares {
			t.Errorf("%s: domain %s, shares its thread: %t", name, spec.Domain, bus.SharesThread)
		}
		own := slices.IndexFunc(built.Domains, func(d actors.DomainSpec) bool { return d.Name == "top/arm" })
		if (own >= 0) != (c.domain == "top/arm") || own >= 0 && built.Domains[own].Priority != 80 {
			t.Errorf("%s: domains %+v", name, built.Domains)
		}
	}
}
