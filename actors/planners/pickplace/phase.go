package pickplace

import "fmt"

// Phase is a step of the work.
type Phase uint8

// The phases. The first eight follow each other for every object.
const (
	Approach Phase = iota // a planned path to a place in front of the object
	Reach                 // a straight line to the object
	Grasp                 // the fingers close
	Lift                  // a straight line upwards with the object
	Carry                 // a planned path to above the object's place
	Lower                 // a straight line down to the place
	Release               // the fingers open
	Retreat               // a straight line away from the object
	GoHome                // a planned path to where the arm began, after the last object
	Done
)

var phaseNames = [...]string{"approach", "reach", "grasp", "lift", "carry", "lower", "release", "retreat", "go_home", "done"}

// String returns the name of the phase.
func (p Phase) String() string {
	if int(p) < len(phaseNames) {
		return phaseNames[p]
	}
	return fmt.Sprintf("phase(%d)", uint8(p))
}

// fingers reports whether the fingers move in the phase, and not the arm.
func (p Phase) fingers() bool { return p == Grasp || p == Release }

// Holds reports whether the gripper holds the object during the phase.
func (p Phase) Holds() bool { return p > Grasp && p < Release }

// Outcome is how the work on an object ended.
type Outcome struct {
	Object string
	Placed bool
	// Reason says why the object was not placed; empty for a placed one.
	Reason string
}

// Sequence says what comes next. It is a value of the phase and of what happened.
type Sequence struct {
	Objects  []string
	Phase    Phase
	Outcomes []Outcome // of the objects that the work has ended on, in the order of Objects

	failed string // why the present object is given up while the arm moves away from it
}

// Object returns the object at work, empty after the last one.
func (s *Sequence) Object() string {
	if len(s.Outcomes) < len(s.Objects) {
		return s.Objects[len(s.Outcomes)]
	}
	return ""
}

// Begin starts with the first object.
func (s *Sequence) Begin() {
	if s.Phase = Approach; len(s.Objects) == 0 {
		s.Phase = GoHome
	}
}

// Succeeded ends the present phase.
func (s *Sequence) Succeeded() {
	switch s.Phase {
	case Retreat:
		s.close()
	case GoHome, Done:
		s.Phase = Done
	default:
		s.Phase++
	}
}

// Failed gives up the object of the present phase. An arm that has reached for an object and does
// not hold it moves back first; one that holds an object keeps it, and the work ends.
func (s *Sequence) Failed(reason string) {
	switch {
	case s.Phase == GoHome || s.Phase == Done:
		s.Phase = Done
	case s.Phase == Reach || s.Phase == Grasp:
		s.failed, s.Phase = reason, Retreat
	case s.Phase.Holds() || s.Phase == Release:
		for s.Object() != "" {
			s.Outcomes = append(s.Outcomes, Outcome{Object: s.Object(), Reason: reason})
			reason = "the gripper still holds " + s.Outcomes[len(s.Outcomes)-1].Object
		}
		s.Phase = Done
	default:
		if s.failed == "" && s.Phase == Approach {
			s.failed = reason
		}
		s.close()
	}
}

// close ends the work on the present object and begins with the next one.
func (s *Sequence) close() {
	s.Outcomes = append(s.Outcomes, Outcome{Object: s.Object(), Placed: s.failed == "", Reason: s.failed})
	s.failed = ""
	if s.Phase = Approach; s.Object() == "" {
		s.Phase = GoHome
	}
}
