// Package drives runs the simulated drives of an application file in a separate process, so that
// they outlive an application that is killed or paused. The plant runs in real time, its buses
// answer on sockets, and every change of a drive's mode is reported with the time of this process.
package drives
