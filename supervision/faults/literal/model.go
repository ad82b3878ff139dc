package literal

import (
	"reflect"
	"strings"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/app"
)

// The parts of a program that the model judges, as names of invariants.
const (
	Gate        = "L1"
	Supervision = "L2"
)

// Disagreement is the first decision about which the program and the model disagree.
type Disagreement struct {
	Part         string // Gate or Supervision
	Time         messages.Instant
	Actor, Joint string
	Text         string
}

// Model runs beside the gates and supervisors of one application in virtual time. It is an
// actors.IntakeRecorder and belongs to the goroutine that advances the system.
type Model struct {
	gates       []*world
	supervisors map[string]*supervisor
	looks       []func(messages.Stamp, any) // by channel
	compared    uint64
	disagreed   bool
	halting     bool
	now         func() messages.Instant
	report      func(Disagreement)
}

// New returns the model of an application: of its supervisors, and with gates of its gates, too.
func New(config *app.Config, gates bool) *Model {
	m := &Model{supervisors: map[string]*supervisor{"": {policy: config.Supervision.Restart}}}
	for i := range config.Worlds {
		w := &config.Worlds[i]
		if gates {
			m.gates = append(m.gates, m.newGate(config, w))
		}
		m.supervisors[w.Name] = &supervisor{policy: w.Restart.Restart, children: w.Restart.Children}
		for k := range w.Drives {
			m.supervisors[w.Drives[k].Path] = &supervisor{policy: w.Drives[k].Restart.Restart}
		}
	}
	return m
}

// Attach sets the clock of the system, and a function that takes the first disagreement.
func (m *Model) Attach(now func() messages.Instant, report func(Disagreement)) {
	m.now, m.report = now, report
}

// Compared returns the number of decisions that were compared.
func (m *Model) Compared() uint64 { return m.compared }

// Halting records that the application ends. Later decisions are not compared.
func (m *Model) Halting() { m.halting = true }

func (m *Model) disagree(part, actor, joint, text string) {
	if m.disagreed || m.halting {
		return
	}
	m.disagreed = true
	if m.report != nil {
		m.report(Disagreement{Part: part, Time: m.now(), Actor: actor, Joint: joint, Text: text})
	}
}

// Channel implements actors.Recorder.
func (m *Model) Channel(topic string, value reflect.Type) (id int, ok bool) {
	for _, g := range m.gates {
		port, is := strings.CutPrefix(topic, g.path+".")
		if !is {
			continue
		}
		for b := range g.buses {
			if g.buses[b].Name == port && value == reflect.TypeFor[messages.DriveCommand]() {
				m.looks = append(m.looks, func(_ messages.Stamp, v any) {
					if v != nil {
						g.commanded(b, v.(*messages.DriveCommand))
					}
				})
				return len(m.looks) - 1, true
			}
		}
		for i := range g.joints {
			j := &g.joints[i]
			if app.VirtualPort(j.name) == port && value == reflect.TypeFor[messages.JointCommand]() {
				m.looks = append(m.looks, func(_ messages.Stamp, v any) {
					if v == nil {
						j.sends(nil)
					} else {
						j.sends(v.(*messages.JointCommand).Velocity)
					}
				})
				return len(m.looks) - 1, true
			}
		}
	}
	return 0, false
}

// Record implements actors.Recorder.
func (m *Model) Record(id int, stamp messages.Stamp, value any) {
	if !m.disagreed && !m.halting {
		m.looks[id](stamp, value)
	}
}

// Withdraw implements actors.WithdrawalRecorder.
func (m *Model) Withdraw(id int, stamp messages.Stamp) {
	if !m.disagreed && !m.halting {
		m.looks[id](stamp, nil)
	}
}

// Event implements actors.Recorder.
func (m *Model) Event(e messages.Event) {
	if m.disagreed || m.halting {
		return
	}
	for _, g := range m.gates {
		if g.path == e.Source {
			g.emitted(e)
		}
	}
}

// Dropped implements actors.Recorder.
func (m *Model) Dropped(int, uint64) {}

// Intake implements actors.IntakeRecorder.
func (m *Model) Intake(actor string) actors.Intake {
	for _, g := range m.gates {
		if g.path == actor {
			return g
		}
	}
	return nil
}
