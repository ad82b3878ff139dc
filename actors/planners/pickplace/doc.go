// Package pickplace provides the actor that moves objects of an environment from where they stand
// to their places, with an arm and a parallel gripper.
//
// The actor decides what comes next, and leaves the rest to others: the environment knows where
// things are, a motion planner finds paths, and trajectory controllers move the arm and the
// fingers. For each object it goes through the phases of Phase.
//
// While the arm moves, the actor looks at the newest scene in short intervals, and checks what is
// left of the motion in it. Something in the way stops the arm on its path; the motion is then
// planned again from there, until it is possible or the actor's patience ends. A path is checked
// before it is executed by this actor and not by the planner alone, so that a planner that is wrong
// moves nothing. The check is in the newest scene, and not in that of the search: what moves while
// the planner searches leads to another search. A note says so.
//
// Every object ends with an outcome: placed, or the reason why it was not. Events report it.
package pickplace
