// Package campaign runs an application in virtual time again and again, each time with faults and an operator drawn from
// a seed, and looks for what package invariant says must never happen.
//
// # Plans
//
// [Draw] makes the plan of a seed: 1 to 8 faults, their kinds, targets, times and parameters, and what an operator does
// meanwhile. Kinds come from package faults, so that a new kind is drawn by itself; targets are the actors and links of the
// built application. One fault of each plan is in turn: consecutive seeds go through every kind at every link of commands and
// at every actor, for long enough that ages and watchdogs take notice, so that none is left out for long. The others are
// drawn, with rates that are drawn anew for each seed (swarm testing): one seed has many panics, the next one none. What hits
// all drives of one bus at once is one fault with a line for each. Times
// are guided: by the start, by hand-overs, also behind an acknowledgement, and by the restarts, ramps and stops that other
// faults of the plan lead to. Three of four plans are safety runs, whose faults go on to the end; one is a liveness run,
// whose faults end, and in which the operator acknowledges until everything runs, which it must.
//
// # Failures
//
// A violation ends its run. The plan is then shrunk, to fewer faults, later, shorter and rounder, as long as the same
// invariant fails, and the failure names the commands that repeat it. One goroutine runs one seed; the same seed gives the
// same run on any number of them, which the event hash shows. Outcomes are taken up in the order of the seeds, so that the
// first failures are those of the smallest seeds. Plans that broke an invariant once are kept in testdata/regressions.txt,
// and run by a test.
//
// # Slices
//
// The state of a campaign is a file of JSON. A campaign that is interrupted goes on where it was, and two that did
// different seeds of one application add up. The page ../campaign.md is the result of one; its head has the command that
// makes it again.
package campaign
