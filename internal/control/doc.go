// Package control connects the command with a running application through a Unix socket in a run
// directory that only its owner can enter. Requests and replies are lines of JSON.
//
// Nothing listens on a network. Every process of the user may list, watch, stop and re-arm; faults
// are injected only if the application allows them.
package control
