// Package faults has schedules of faults and of what an operator does meanwhile, one line an entry. The same lines serve
// tests, the command and its control socket; the runtime carries the faults out at its own seams, in actors and in links.
package faults
