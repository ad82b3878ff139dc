package planning

import "fmt"

// Status says how a search ended.
type Status uint8

// The values of Status. Failed to Kinematics mean that there is no path.
const (
	// Failed: the planner knows no cause.
	Failed Status = iota
	// Solved: the path leads from the start to a goal.
	Solved
	// InterruptedWithSolution: the callback ended the search after it had found a path.
	InterruptedWithSolution
	// Interrupted: the callback ended the search before it had found a path.
	Interrupted
	// DeadlineExceeded: the callback reported that the caller's deadline had passed.
	DeadlineExceeded
	// StartOutOfLimits and GoalOutOfLimits: the start, or every goal, is outside the limits.
	StartOutOfLimits
	GoalOutOfLimits
	// StartInCollision and GoalInCollision: the start, or every goal within the limits, is not free.
	StartInCollision
	GoalInCollision
	// PathInCollision: the only path that the planner may return is not free.
	PathInCollision
	// IterationLimit and NodeLimit: the search reached a limit of the problem.
	IterationLimit
	NodeLimit
	// Kinematics: no configuration within the limits reaches a pose of a Cartesian path.
	Kinematics
	// ConstraintViolated: a path between the poses leaves the tolerance of a Cartesian path.
	ConstraintViolated
)

var statusNames = [...]string{"failed", "solved", "interrupted with solution", "interrupted", "deadline exceeded", "start out of limits", "goal out of limits",
	"start in collision", "goal in collision", "path in collision", "iteration limit", "node limit", "no inverse kinematics", "constraint violated"}

// String returns the name of the status in plain English.
func (s Status) String() string {
	if int(s) < len(statusNames) {
		return statusNames[s]
	}
	return fmt.Sprintf("status %d", uint8(s))
}

// HasPath reports whether a result with the status has a path.
func (s Status) HasPath() bool { return s == Solved || s == InterruptedWithSolution }

// Path is a list of configurations joined by straight motions.
type Path [][]float64

// Length returns the sum of the distances between neighbouring configurations, rad or m.
func (p Path) Length() (sum float64) {
	for i := 1; i < len(p); i++ {
		sum += Distance(p[i-1], p[i])
	}
	return sum
}

// Clone returns a copy that shares nothing with the path.
func (p Path) Clone() Path {
	c := make(Path, len(p))
	for i, q := range p {
		c[i] = append([]float64(nil), q...)
	}
	return c
}

// Result is the outcome of a search.
type Result struct {
	Status Status
	// Path leads from the start to the goal, both included; nil without a path. A start that is a
	// goal gives a path of one configuration.
	Path Path
	// Goal is the index of the goal that the path reaches, -1 without a path.
	Goal int
	// Iterations counts the extensions that the planner tried, Nodes the configurations that it kept.
	Iterations, Nodes int
	// Edges counts the motions that the planner checked.
	Edges int
	// Detail explains the status for people, empty where the status says everything.
	Detail string
	// Roadmap is that of prm, with what the search added to Options.Roadmap; nil for other planners.
	Roadmap *Roadmap
}

// Action is the answer of a callback.
type Action uint8

// The values of Action.
const (
	// Continue goes on with the search.
	Continue Action = iota
	// Interrupt ends the search at once; a path that is known is returned.
	Interrupt
	// ReturnAnySolution ends the search as soon as it knows a path, with the status Solved.
	ReturnAnySolution
	// Expire ends the search because the caller's deadline has passed; a path that is known is
	// returned with InterruptedWithSolution.
	Expire
)

// Progress is what a callback sees of a search.
type Progress struct {
	// Iterations, Nodes and Edges are counted as in Result.
	Iterations, Nodes, Edges int
	// Share is an estimate of the share of the limits that is used, 0 to 1.
	Share float64
	// Length is the length of the best path so far, rad or m; +Inf without one.
	Length float64
}
