// Package report makes the page with which a run ends: how every actor kept its time, how old the
// values of every coupling were, what each fault led to and how fast, and how well the gripper
// followed its reference.
package report
