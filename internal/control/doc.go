// Package control lets the command reach a running application: a Unix socket in a run directory that only its owner can
// enter, over which one request and one reply are exchanged, each a line of JSON.
//
// Nothing listens on a network. Whoever can enter the directory may list, watch, stop and re-arm; faults are injected
// only where the application allows them.
package control
