package app

import (
	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/hardware"
)

// driveFaults makes the sites of the faults that a driver carries out itself, one for each joint.
func (b *builder) driveFaults(d *Drive, joints []string) []*actors.FaultSwitch {
	faulty, ok := d.Instance.(hardware.FaultyDrives)
	if !ok {
		return nil
	}
	all := make([]*actors.FaultSwitch, len(joints))
	for i, joint := range joints {
		all[i] = actors.NewFaultSwitch(joint, faulty.DriveFaults()...)
		b.site(d.Path, all[i])
	}
	return all
}
