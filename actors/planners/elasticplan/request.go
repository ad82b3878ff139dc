package elasticplan

import (
	"github.com/robo-actors/robo-actors/actors/planners/motion"
	"github.com/robo-actors/robo-actors/messages"
)

// Request asks the actor to move the arm to one of some goals. The reply is a Reply, when the arm
// is there or the goal is given up. It is refused while the arm is on its way to another goal or
// its joints do not run.
type Request struct {
	Goals []motion.Goal
}

// Cancel has the arm come to rest on its plan, and ends the request. It has no reply of its own.
type Cancel struct{}

// Reply says how a Request ended.
type Reply struct {
	// State is GoalSucceeded, GoalAborted or GoalCanceled.
	State messages.GoalState
	// Detail says for people why the goal was given up.
	Detail string
	// Plans counts the plans that the planner gave, Breaks those that broke.
	Plans, Breaks int
}
