// Package jitter compares the lateness of the runtime's ticks with that of the barest periodic loop
// that the machine can run.
//
// It measures both in pairs of short slices that alternate and never overlap, because the load of a
// machine changes from minute to minute. It reports medians over the pairs and medians of the
// ratios, what the machine granted, and how much of its time the hypervisor stole.
package jitter
