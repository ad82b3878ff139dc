// Package mutant lists seeded defects of the kind that have damaged robots, and applies them to
// copies of the sources, so that a test can show that campaigns find them.
//
// A defect is a list of patches. Each patch names a file of the module, a text that occurs in it
// exactly once, and the text that replaces it. [Mutant.Overlay] writes the patched copies and the
// JSON file that go build -overlay reads. Product code contains no trace of the defects. The tests
// of this package check that every patch applies and that the patched packages type-check, so a
// change to a quoted line fails there first.
//
// The command in the folder hunt builds one program per defect, runs campaigns until an invariant
// fails, and writes mutants.md and mutants.json:
//
//	go run ./internal/mutant/hunt
//
// A defect that a second line of defence covers is not in the table. A gate without its fence
// against a failed controller still rejects what that controller sent, because its values were
// withdrawn and its links know its next incarnation. A gate that reads states that are not finite
// never receives them, because perception leaves them out.
package mutant
