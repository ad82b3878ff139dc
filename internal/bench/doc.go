// Package bench measures the runtime on the machine at hand: how late its ticks are beside the barest loop that the
// machine can run, what its messages cost, and whether it lives on while the collector works.
//
// What is compared is measured in pairs of short slices that alternate and never overlap, because the load of a machine
// changes from minute to minute; what is reported are medians over the pairs and medians of the ratios. Every result
// says what the machine granted and how much of it was stolen by others.
package bench
