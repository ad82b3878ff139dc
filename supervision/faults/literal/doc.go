// Package literal is a second program for the decisions of supervisors: slow, literal, and written
// from their documentation alone. A [Model] runs beside an application in virtual time, on the same
// inputs, and compares every decision: restart, stop or escalation, the back-off to the microsecond,
// and which siblings restart too.
//
// The model shares no code with what it judges. It takes the types of declarations from package
// supervision, and nothing that decides.
//
// A disagreement means that the program, its documentation or the model is wrong. Nothing else can
// be concluded from it.
package literal
