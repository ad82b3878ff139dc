package literal

import (
	"reflect"
	"slices"
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
	judges      bool     // gates, too
	gates       []*world // of the worlds that are there
	supervisors map[string]*supervisor
	looks       []func(value any) // by channel; nil if it was withdrawn
	compared    uint64
	disagreed   bool
	halting     bool
	now         func() messages.Instant
	report      func(Disagreement)
}

// New returns the model of an application: of its supervisors, and with gates of its gates, too.
func New(config *app.Config, gates bool) *Model {
	m := &Model{supervisors: map[string]*supervisor{"": {policy: config.Supervision.Restart}}, judges: gates}
	m.Extend(config)
	return m
}

// Extend takes up what the model does not know yet of an application with parts, before they are
// opened.
func (m *Model) Extend(config *app.Config) {
	for i := range config.Worlds {
		w := &config.Worlds[i]
		if m.judges && m.gate(gateOf(w)) == nil {
			m.gates = append(m.gates, m.newGate(config, w))
		}
		m.supervise(w.Name, supervisor{policy: w.Restart.Restart, children: w.Restart.Children})
		for k := range w.Drives {
			m.supervise(w.Drives[k].Path, supervisor{policy: w.Drives[k].Restart.Restart})
		}
	}
}

// supervise takes up a supervisor, or new children of a known one.
func (m *Model) supervise(group string, s supervisor) {
	if known := m.supervisors[group]; known != nil {
		known.children = s.children
		return
	}
	m.supervisors[group] = &s
}

// forget ends the model of a world whose gate was removed.
func (m *Model) forget(g *world) {
	m.gates = slices.DeleteFunc(m.gates, func(other *world) bool { return other == g })
	world, _, _ := strings.Cut(g.path, "/")
	delete(m.supervisors, world)
	for b := range g.buses {
		delete(m.supervisors, g.buses[b].Path)
	}
}

func gateOf(w *app.World) string { return w.Name + "/" + app.GateActor }

// gate returns the model of a gate, or nil.
func (m *Model) gate(path string) *world {
	for _, g := range m.gates {
		if g.path == path {
			return g
		}
	}
	return nil
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

// Channel implements actors.Recorder. A gate that is removed and added again keeps its channels.
func (m *Model) Channel(topic string, value reflect.Type) (id int, ok bool) {
	path, port, _ := strings.Cut(topic, ".")
	g := m.gate(path)
	if g == nil {
		return 0, false
	}
	var look func(g *world, v any)
	switch {
	case value == reflect.TypeFor[messages.DriveCommand]():
		b := slices.IndexFunc(g.buses, func(b bus) bool { return b.Name == port })
		look = func(g *world, v any) {
			if v != nil {
				g.commanded(b, v.(*messages.DriveCommand))
			}
		}
	case value == reflect.TypeFor[messages.JointCommand]():
		i := slices.IndexFunc(g.joints, func(j joint) bool { return app.VirtualPort(j.name) == port })
		look = func(g *world, v any) {
			if v == nil {
				g.joints[i].sends(nil)
			} else {
				g.joints[i].sends(v.(*messages.JointCommand).Velocity)
			}
		}
	default:
		return 0, false
	}
	m.looks = append(m.looks, func(v any) {
		if g := m.gate(path); g != nil {
			look(g, v)
		}
	})
	return len(m.looks) - 1, true
}

// Record implements actors.Recorder.
func (m *Model) Record(id int, _ messages.Stamp, value any) {
	if !m.disagreed && !m.halting {
		m.looks[id](value)
	}
}

// Withdraw implements actors.WithdrawalRecorder.
func (m *Model) Withdraw(id int, _ messages.Stamp) {
	if !m.disagreed && !m.halting {
		m.looks[id](nil)
	}
}

// Event implements actors.Recorder.
func (m *Model) Event(e messages.Event) {
	if m.disagreed || m.halting {
		return
	}
	g := m.gate(e.Source)
	switch {
	case g == nil:
	case e.Kind == messages.EventRemoved && e.Port == "":
		m.forget(g)
	default:
		g.emitted(e)
	}
}

// Dropped implements actors.Recorder.
func (m *Model) Dropped(int, uint64) {}

// Intake implements actors.IntakeRecorder.
func (m *Model) Intake(actor string) actors.Intake {
	if g := m.gate(actor); g != nil {
		return g
	}
	return nil
}
