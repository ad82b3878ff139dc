// Package outage has the process of an application killed and stopped at random times, again and again, while its drives
// live in another process, and checks what no process can promise of itself: that every drive is in the mode of its
// watchdog in time, that the recording can be read as far as it was written, that a new process needs no hand, and that
// nothing moves before somebody has acknowledged.
package outage
