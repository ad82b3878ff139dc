// Package gate has the actor through which every command of a controller passes on its way to a
// drive. What passes, and what happens to a joint whose command or drive fails, is decided by
// package core, which is a state machine of its arguments; the actor brings it the newest values
// and carries its decisions out.
package gate
