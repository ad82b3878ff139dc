package behavior

import "time"

// Bounds of a definition.
const (
	StatesMax      = 256
	SetsMax        = 64
	DepthMax       = 8   // states around one another
	ConditionsMax  = 128 // different conditions of a whole machine
	TransitionsMax = 64  // of one state
	LevelsMax      = 16
)

// Definition declares a machine. It is plain data; New checks it.
type Definition struct {
	// Sets are the task sets by name.
	Sets []TaskSet
	// Initial is the state in which the machine begins: one without a Parent.
	Initial string
	States  []State
	// PrepareWithin bounds how long a transition may be pending. 0 means 1 s.
	PrepareWithin time.Duration
}

// TaskSet is a named hierarchy of tasks: levels, the highest first, of the names of tasks that
// share a level.
type TaskSet struct {
	Name   string
	Levels [][]string
}

// State is one state of a machine.
type State struct {
	Name string
	// Parent is the state around this one, empty for an outermost one.
	Parent string
	// Initial is the inner state that is entered where a transition leads to this one. Only states
	// with inner ones have it.
	Initial string
	// TaskSet is what runs while the state is active. Empty: that of the nearest state around it
	// that has one.
	TaskSet string
	// ByRequest says that the state may be asked for by name, from every state.
	ByRequest bool
	// Entry are parameters of tasks that are set when the state is entered: goals, gains.
	Entry       []Setting
	Transitions []Transition
}

// Setting returns a parameter of a task a value: numbers, or a text.
type Setting struct {
	Task, Parameter string
	Numbers         []float64
	Text            string
}

// Transition leads out of a state. At least one of On, When and After is given; all that are must
// be met.
type Transition struct {
	To string
	// On is an event that must be asked for.
	On string
	// When are conditions that must all hold.
	When []string
	// After is how long the state must have been active.
	After time.Duration
}

// Term is a quantity that conditions can be about: "error of reach".
type Term struct {
	// Quantity is a word such as error, velocity, position, effort, signal; Of is the name of what
	// has it.
	Quantity, Of string
	// Unit of its values: SI, "" for a plain number, alternatives joined by |.
	Unit string
	// Norm says that its values are never below zero: those of errors and speeds of tasks.
	Norm bool
}

// Vocabulary is what a definition may speak of.
type Vocabulary struct {
	// Tasks are the names of the tasks.
	Tasks []string
	// Terms are the quantities that conditions can be about; Input.Values has one entry for each.
	Terms []Term
	// CheckSetting returns the error of the last of the settings of one task that are made
	// while a task set runs, after those before it: those of the states around a state, then its
	// own. nil means that settings are not checked further than for their task.
	CheckSetting func(set TaskSet, settings []Setting) error
}
