//go:build !unix

package main

import "time"

var began = time.Now()

// spent is how long this process has been at work: elsewhere, that is what it took of the processor
// if nothing else runs.
func spent() time.Duration { return time.Since(began) }
