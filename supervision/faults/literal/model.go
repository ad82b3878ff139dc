package literal

import (
	"reflect"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/app"
)

// Supervision is the name of the invariant that supervisors decide as the model does.
const Supervision = "L2"

// Disagreement is the first decision about which the program and the model disagree.
type Disagreement struct {
	Part         string // Supervision
	Time         messages.Instant
	Actor, Joint string
	Text         string
}

// Model runs beside the gates and supervisors of one application in virtual time. It is an
// actors.IntakeRecorder and belongs to the goroutine that advances the system.
type Model struct {
	supervisors map[string]*supervisor
	compared    uint64
	disagreed   bool
	halting     bool
	now         func() messages.Instant
	report      func(Disagreement)
}

// New returns the model of an application. Report is called with the first disagreement.
func New(config *app.Config) *Model {
	m := &Model{supervisors: map[string]*supervisor{"": {policy: config.Supervision.Restart}}}
	for i := range config.Worlds {
		w := &config.Worlds[i]
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
func (m *Model) Channel(string, reflect.Type) (id int, ok bool) { return 0, false }

// Record implements actors.Recorder.
func (m *Model) Record(int, messages.Stamp, any) {}

// Event implements actors.Recorder.
func (m *Model) Event(messages.Event) {}

// Dropped implements actors.Recorder.
func (m *Model) Dropped(int, uint64) {}

// Intake implements actors.IntakeRecorder.
func (m *Model) Intake(string) actors.Intake { return nil }
