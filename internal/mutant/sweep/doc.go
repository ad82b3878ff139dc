// Command sweep runs the mutants of package operators against tests and campaigns.
//
// It draws mutants of the parts of the system that keep a robot safe, by seed, and enters them in a
// table. Each mutant runs against the tests of its package and of the packages that import it,
// until one fails. A mutant that survives them runs against 20 s of campaign, and a drawn sample of
// 60 mutants against 2 minutes of campaign. Times of campaigns are processor times.
//
//	go run ./internal/mutant/sweep
//
// The command writes the table after each result, and a run that was interrupted resumes. Results
// of a function stay until its text changes. It writes generated.json for programs, generated.md
// for people, and prints the table of figures at the end. Mutants that survive for a reason are
// listed in survivors.json; the command fails if others survive.
//
//	go run ./internal/mutant/sweep -draw 20 -seed 20260101
//
// draws mutants from the table, and tries each with the test that killed it, then with all tests of
// that package. It changes no file, and fails if a mutant survives that is not in survivors.json.
package main
