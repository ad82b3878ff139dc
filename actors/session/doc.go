// Package session runs an application file as the command does: builds the system, records it, shows how it goes, takes
// requests over the control socket, carries out a schedule of faults and of an operator's actions, and makes the report.
package session
