// Package mutant has defects of the kind that robots have died of, so that it can be shown that they are found.
//
// Each is a condition where it would stand in the code, as in
//
//	if !mutant.On(mutant.NaNPasses) && x-x != 0 {
//
// [On] is false, and vanishes at compile time, unless a program is built with the tag mutants. Then the environment
// variable ROBO_ACTORS_MUTANT names the one that is switched on for the whole process. [All] is the table of them: what is
// wrong in words, where, and which invariants have to notice.
//
// The command in the folder hunt has a campaign look for each of them, and writes mutants.md and mutants.json:
//
//	go run ./internal/mutant/hunt
//
// What a second line of defence covers is no defect of its own and is not in the table: a gate that forgets the fence of a
// controller which failed goes on refusing what it sent, because its values were withdrawn and its links know its next life;
// a gate that reads states which are no numbers never gets them, because perception leaves them out.
package mutant
