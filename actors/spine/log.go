package spine

import (
	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/spine/dictionary"
	"github.com/robo-actors/robo-actors/actors/spine/machine"
)

// Bounds of a record of the log, bytes: for each joint, and for the rest with what an agent adds by
// the key env. A recorder reserves hundreds of records.
const (
	logPerJoint = 1 << 10
	logBeside   = 24 << 10
)

// logBytes bounds a record of the log.
func (a *Actor) logBytes() int { return logBeside + logPerJoint*len(a.joints) }

// diary assembles the record of a cycle for the log.
type diary struct {
	record  dictionary.Record
	started bool // a start began in this cycle, whose configuration the record has
	last    int  // size of the record before
}

// note publishes the record of a cycle in which the robot was not stopped, if anybody reads it.
func (a *Actor) note(t *actors.Tick, began machine.State) error {
	if began == machine.SendStops && a.machine.State() == machine.SendStops || !a.Log.Heard() {
		return nil
	}
	d := &a.diary
	d.record = dictionary.Record{TimeS: a.sense.observation.TimeS, Observation: a.sense.data, Action: a.action, Spine: dictionary.Cycle{
		MeasuredPeriodS: t.Measured.Seconds(), SkipCount: uint64(t.Missed), LoggerLastSize: uint64(d.last), RxCount: a.sense.replies,
		StateCycleBeginning: int(began), StateCycleEnd: int(a.machine.State())}}
	if d.started {
		d.record.Config, d.started = &a.config, false
	}
	v := a.Log.Loan()
	if v.Record = d.record.Append(v.Record[:0]); len(v.Record) > a.logBytes() {
		a.notice.longEnv(t.Context, len(a.action.Env))
		env := a.action.Env
		a.action.Env = nil
		v.Record = d.record.Append(v.Record[:0])
		a.action.Env = env
	}
	d.last = len(v.Record)
	return a.Log.Publish(t)
}
