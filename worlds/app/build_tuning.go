package app

import (
	"github.com/robo-actors/robo-actors/hardware"
	"github.com/robo-actors/robo-actors/worlds"
)

// tunes reports whether the commands of an actor scale the gains of drives and cap their efforts.
func (a *Actor) tunes() (gainScales, effortCap bool) {
	if tuner, ok := a.Instance.(worlds.DriveTuner); ok {
		return tuner.TunesDrives()
	}
	return false, false
}

// requireTuning adds to the requirements of a drive whether the controller of its joint scales
// gains or caps efforts.
func (w *World) requireTuning(joint *Joint, of *hardware.DriveRequirements) {
	if joint.Controller < 0 {
		return
	}
	controller := &w.Actors[joint.Controller]
	if of.GainScales, of.EffortCap = controller.tunes(); of.GainScales || of.EffortCap {
		of.Controller = controller.Path
	}
}
