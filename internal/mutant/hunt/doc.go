// Command hunt has the campaign of an application look for each defect of package mutant, and writes the table of what it found.
//
// It builds itself twice, with and without the tag mutants, and starts a process for each defect: the same generator, the
// same invariants and the same seeds, from 1 on, as the command robo-actors campaign has, on one goroutine, until the first
// run in which an invariant does not hold. A second process shrinks that plan, and a third one, without the tag, runs
// the same seed of the sound program, which must pass. Times are those of the processor, so that other work on the machine
// does not count.
//
//	go run ./internal/mutant/hunt [-limit 10m] [-only name,name] [-json mutants.json] [-markdown mutants.md]
package main
