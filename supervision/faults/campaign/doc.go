// Package campaign runs an application in virtual time many times, each time with faults and
// operator actions drawn from a seed, and checks the invariants of package invariant.
//
// # Plans
//
// A seed determines the plan of a seed: 1 to 8 faults with kinds, targets, times and parameters,
// and the operator actions. The kinds come from package faults, the targets are the actors and
// links of the built application. One fault of each plan is systematic: consecutive seeds go
// through every kind at every link of commands and at every actor, long enough to exceed max_age
// and watchdogs. The others are drawn with rates that are drawn anew for each seed (swarm testing):
// one seed has many panics, the next one none. A fault of all drives of one bus counts as one fault
// with one line per drive. Times cluster around the start, hand-overs, acknowledgements, and the
// restarts, ramps and stops that other faults of the plan cause. Three of four plans are safety
// runs, whose faults persist to the end. One is a liveness run: its faults end, the operator
// acknowledges until everything runs, and everything must run.
//
// # Failures
//
// A violation ends its run. The plan is then shrunk to fewer, later and shorter faults with rounder
// numbers, as long as the same invariant fails. The failure names the commands that repeat it. One
// goroutine runs one seed. The same seed gives the same run on any number of goroutines, which the
// event hash shows. Outcomes are processed in the order of the seeds, so the first failures are
// those of the smallest seeds. Plans that once violated an invariant are in
// testdata/regressions.txt, and a test runs them.
//
// # Fleets
//
// A fleet draws an application for each seed beside the plan. One more fault of each plan meets a
// joint in a condition that is drawn: the result of an earlier fleet, the guide, says which
// combinations of fault, condition and kind of joint were met rarely, and those are drawn more
// often. In some plans the clock of one world drifts. Others consist of pairs: a joint starts, is
// derated, hears nothing or has any other fault of its drive, and within a few hundred milliseconds
// its bus or coupling falls silent or has a second fault. A plan is a function of the seed and of
// the guide. A result lists the combinations by control mode too, and the transitions of the modes
// of joints and of the lives of actors, with those that no run has taken.
//
// # Slices
//
// The state of a campaign is a JSON file. An interrupted campaign resumes from it, and two
// campaigns of one application with different seeds can be added. The page ../campaign.md is the
// result of one; its head has the command that made it.
package campaign
