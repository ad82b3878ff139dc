// Package drives runs the simulated drives of an application file in a process of their own, where
// the application itself may be killed or hang: the plant lives on in real time, its buses
// answer on sockets, and every change of a drive's mode is reported with the time of this process.
package drives
