package literal

import (
	"slices"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/modes"
	"github.com/robo-actors/robo-actors/worlds/gate"
)

// notice is a report of a fault that the gate cannot detect by itself, or of its end.
func (g *world) notice(m gate.FaultNotice) {
	f, err := modes.ParseFaultClass(m.Fault)
	if err != nil || !slices.Contains(reportable, f) {
		return
	}
	named := m.Joints
	if len(named) == 0 {
		for i := range g.joints {
			if j := &g.joints[i]; j.bus >= 0 {
				named = append(named, j.name)
			}
		}
	}
	var joints []*joint
	for _, name := range named {
		i := slices.IndexFunc(g.joints, func(j joint) bool { return j.name == name && j.bus >= 0 })
		if i < 0 {
			return
		}
		joints = append(joints, &g.joints[i])
	}
	for _, j := range joints {
		switch {
		case m.Gone:
			j.gone(causeOfReport(f), reasonReported(f))
		case j.kind == modes.AnyJoint || len(react(f, j.declared).stages) > 0:
			g.fault(j, f, causeOfReport(f), reasonReported(f))
		}
	}
}

// causeOfReport is the cause of a stop by a report.
func causeOfReport(f modes.FaultClass) messages.Cause {
	if f == modes.EmergencyStop || f == modes.StopChannelLost {
		return messages.CauseOperator
	}
	return messages.CauseDrive
}

// reports lists what was reported and is not cleared. It holds in later incarnations, too.
func (g *world) reports() (all []report) {
	for i := range g.joints {
		j := &g.joints[i]
		for _, f := range reportable {
			if j.present[causeOfReport(f)]&reasonReported(f) != 0 {
				all = append(all, report{j, f})
			}
		}
	}
	return all
}

// report is a fault of a joint that was reported.
type report struct {
	joint *joint
	class modes.FaultClass
}

// reportable are the classes of faults that a gate does not detect by itself, by modes.md.
var reportable = []modes.FaultClass{modes.SensorImplausible, modes.EmergencyStop, modes.BrakeSlips, modes.SupplyVoltage, modes.StartupCheck, modes.StopChannelLost}
