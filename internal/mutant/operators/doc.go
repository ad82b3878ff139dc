// Package operators derives mutants from the sources of packages: small defects, one per mutant,
// of the kinds that [Operators] lists.
//
// A mutant is an edit of one function. [Read] finds the edits of a folder with go/ast and keeps
// those that type-check. [Instrument] writes an overlay for go build -overlay that holds many
// mutants at once: each mutant is a copy of its function with the edit applied, and the function
// begins with a switch that calls the copy of the chosen mutant. The environment variable
// [Variable] chooses the mutant by its number when a program starts, and no variable chooses the
// sources as they are. One build therefore serves hundreds of mutants.
//
// A mutant is identified by its file, function, operator, and by the text of its lines before and
// after the edit. Edits elsewhere in the file do not change the identity.
package operators
