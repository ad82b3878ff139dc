// Command hunt runs campaigns against each defect of package mutant and writes a table of the
// results.
//
// It builds one program per defect with go build -overlay. The program runs the campaign of the
// command robo-actors on one goroutine, with seeds from 1 on, until an invariant fails. A defect
// that the table already lists is first replayed with its recorded seed; hunt searches again only
// if that seed no longer fails. A second process shrinks the plan. The program without the defect
// then runs the same seed, which must pass. Times are processor times, so other work on the machine
// does not count.
//
// The command is started in the root of the module:
//
//	go run ./internal/mutant/hunt [-only name,name] [-search] [-limit 10m]
//
// With -report it runs nothing and writes mutants.md from mutants.json.
package main
