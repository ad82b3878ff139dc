// Package rigidbench times the operations of package rigidbody on any robot, and puts the figures of a known library for
// robots of like size beside them. It reads no clock of its own: the caller brings one.
package rigidbench
