// Package session runs an application file with everything that the command offers: a recording, a
// control socket, a schedule of faults and operator actions, and a report at the end.
package session
