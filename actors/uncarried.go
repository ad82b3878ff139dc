package actors

import (
	"fmt"
	"slices"
	"strings"
)

// carriers are what an application needs for the faults at a seam outside of the runtime.
var carriers = map[FaultSeam]string{
	SeamJoint:   "simulated drives, emulated servos, or a kind of drives that implements hardware.FaultyDrives",
	SeamSensor:  "a simulated robot with a sensor",
	SeamAgent:   "an agent of a spine",
	SeamBody:    "an environment",
	SeamStorage: "a recording",
}

// uncarried returns why no site carries out a fault: the application has no site at its seam, or
// its sites carry out other kinds.
func (s *System) uncarried(f *Fault) error {
	seam := f.Kind.seam()
	var others []string
	for _, site := range s.faultSitesNow() {
		for _, k := range site.FaultKinds() {
			if k.seam() == seam && !slices.Contains(others, string(k)) {
				others = append(others, string(k))
			}
		}
	}
	if others != nil {
		return fmt.Errorf("%s was refused: no %s of this application can have it; faults that one can have: %s", f, seam, strings.Join(others, ", "))
	}
	return fmt.Errorf("%s was refused: nothing in this application carries it out; it needs %s", f, carriers[seam])
}
