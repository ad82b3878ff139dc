// Package exportedjoints connects joints of a world with other worlds that observe or command them,
// so that a cascade of worlds needs no code of its own.
//
// The actor publishes the state of each joint of its joint group, as its world measures it, and
// passes the commands that other worlds send on to the gate of its world. It computes nothing: the
// coupling resamples the commands before, and the gate checks them afterwards.
package exportedjoints
