package motion

import (
	"time"

	"github.com/robo-actors/robo-actors/worlds/planning"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// PlanRequest asks for a motion of the actor's joint group in the newest scene of its environment.
// The reply is a PlanReply.
type PlanRequest struct {
	// From is the configuration where the motion begins, in the order of the joint group, rad or m.
	// Nil is where the joints are in the scene.
	From []float64
	// Goals are the places where it may end; one of them is reached. Empty with a Line.
	Goals []Goal
	// Line, if not nil, asks for a straight line of the tool to a point of the room, m. The tool
	// keeps its orientation, within 2 mm and 0.02 rad.
	Line *[3]float64
	// Touch are the objects of the scene that the robot, and what it holds, may touch on the way.
	Touch []string
	// TouchLinks are the links of the robot that may touch the objects of Touch and ThenTouch. Nil:
	// all of them.
	TouchLinks []string
	// HeldTouch are the objects that only what the robot holds may touch.
	HeldTouch []string
	// ThenTouch and ThenHeldTouch replace Touch and HeldTouch on the way to Goal.Then, which has the
	// least clearance.
	ThenTouch, ThenHeldTouch []string
	// Clearance is how far the motion stays away from everything that it may not touch, m. Less than
	// 4 mm counts as 4 mm, since controllers do not follow motions exactly, or as nine tenths of the
	// clearance at the start where that is less.
	Clearance float64
	// Keep are objects of which it stays further away.
	Keep []Keep
}

// Goal is a configuration of the joint group, or a pose of the tool.
type Goal struct {
	// Positions is the configuration, rad or m; nil for a pose.
	Positions []float64
	// Tool is the pose of the tool in the room.
	Tool spatial.Pose
	// Then, if not nil, is a point of the room, m: only configurations count from which the tool can
	// go straight on to it.
	Then *[3]float64
}

// PlanReply is the answer to a PlanRequest.
type PlanReply struct {
	Status planning.Status
	// Detail explains the status for people.
	Detail string
	// Goal is the index of the goal that the motion reaches, -1 without a motion.
	Goal int
	// Path has the configurations between which the motion goes, nil without one.
	Path planning.Path
	// Times and Positions are the motion in time: it begins at rest at 0 and ends at rest.
	Times     []time.Duration
	Positions [][]float64
	// Scene is the number of the scene in which the motion is free.
	Scene uint64
}

// CancelRequest ends the search for a client that sent it. It has no reply; the search's own
// reply has the status interrupted.
type CancelRequest struct{}
