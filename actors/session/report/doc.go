// Package report computes and prints the report at the end of a run: how every actor kept its time,
// how old the values of every coupling were, what each fault led to and how fast, and how well the
// gripper followed its reference.
package report
