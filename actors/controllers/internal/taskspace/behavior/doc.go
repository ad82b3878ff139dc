// Package behavior selects task sets while a robot moves: a hierarchical finite-state machine whose
// states have a task set each, and the law that hands the joints over from one set to the next
// without a jump.
//
// # The machine
//
// A Definition names task sets and states. A state may be inside another one (Parent), which
// then has an Initial state and no task set of its own, or lends its set to the states inside it
// that have none. Exactly one state without inner states, a leaf, is active, and with it every
// state around it. New checks a Definition against a Vocabulary, which says what the application
// has tasks, quantities and joints of, and reports all that is wrong at once.
//
// A transition leads from a state, or from any state inside it, to another one. It is taken when
// all hold that it names: its event has been asked for (On), its conditions hold (When), and its
// state has been active for long enough (After, which alone is a timeout). Of several that could be
// taken, one of the innermost state comes first, and among those of one state the first in the
// order of declaration. A condition is a line of text:
//
//	error of reach below 5 mm for 200 ms
//	velocity of elbow above 10 deg/s
//	signal grip above 3 N
//
// It compares one quantity with a number; with "for", it holds once it has been true without a
// break for that long. A quantity that is not known, NaN, makes no condition true.
//
// # Taking a task set
//
// A transition is taken in two steps, so that a model can be prepared: it first becomes pending,
// with a number of its own, while the state before stays active; it is completed by the first step
// whose Input.Prepared has reached the number, or at once where both states have the same set.
// While one is pending nothing else is decided, and what is asked for is answered TryAgain. What is
// not prepared in time is given up, and may be asked for again; time in which the machine stands
// still (Wait) counts here, and nowhere else.
//
// # Pure functions
//
// A Machine never changes. Where it stands is a Status, a plain value: Begin, Ask, Step and Wait
// take the status before and give the one after, allocate nothing, and read no clock. So a run can
// be repeated, tried out ahead and compared.
//
// # Hand-over
//
// Handover adds to the output of a new law the difference to that of the law before, and lets it
// fade at a bounded rate: at the tick of the change the output is what the law before would have
// given, and from then on each step differs from the new law's own by no more than the bound. Share
// and PerMillisecond state it: 2 % of each axis's limit a millisecond.
package behavior
