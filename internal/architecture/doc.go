// Package architecture holds tests about the module as a whole: which package may import which,
// what code that actors call must not do, that every public name is documented, and that the text
// of the repository is clean. Each checker is also run over a planted violation, so that a checker
// that finds nothing fails.
package architecture
