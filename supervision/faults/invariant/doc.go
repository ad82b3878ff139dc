// Package invariant watches a running application in virtual time, and finds where it does what a robot must never do.
//
// A [Watch] is an actors.Recorder: it looks at every value that an output hands over, in place, and at every event; with a
// simulated robot it also looks at what is true of each drive. It computes what should be from the application file and
// from what it has seen, and calls nothing of the gate, of the supervisors or of the drives: they may be wrong in any way.
// Watching allocates nothing per cycle.
//
// The invariants are numbered V1 to V21. Those that need one run only are checked after every cycle; the others compare
// several runs, or look at the whole process, and belong to package campaign. [List] has them all.
//
// # What the watch knows about links
//
// A recorder sees what was sent, but an injected fault may lose, delay or spoil it on its way. The watch keeps a model of
// each link that matters, driven by the events of faults that begin and end: dropped values do not arrive, delayed ones
// later, frozen ones with the old content, and so on. Of a kind of fault that it has no model for it only knows that the
// receiver may have got anything that was sent, and judges the receiver by the most favourable case.
//
// # Words
//
// A joint passes when commands of its controller reach its drive (mode run or limited), otherwise it stops. The truth of a
// drive is what a hardware.GroundTruth reports; the gate's word is what it hands to the bus.
//
// Nothing here is a safety-rated function.
package invariant
