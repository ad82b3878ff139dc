package app

import (
	"github.com/robo-actors/robo-actors/hardware"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
)

// tunes reports whether the commands of an actor scale the gains of drives and cap their efforts.
func (a *Actor) tunes() (gainScales, effortCap bool) {
	if tuner, ok := a.Instance.(worlds.DriveTuner); ok {
		return tuner.TunesDrives()
	}
	return false, false
}

// requireCommands adds to the requirements of a drive what the controller of its joint commands:
// its control mode, and whether it scales gains or caps efforts.
func (w *World) requireCommands(joint *Joint, of *hardware.DriveRequirements) {
	if joint.Controller < 0 {
		return
	}
	controller := &w.Actors[joint.Controller]
	of.GainScales, of.EffortCap = controller.tunes()
	if kind, can := controller.Instance.(worlds.SendsControlMode); can {
		of.Control = kind.SendsControlMode(w.Model, worlds.Driven)
	}
	if of.GainScales || of.EffortCap || of.Control != messages.ControlNone {
		of.Controller = controller.Path
	}
}
