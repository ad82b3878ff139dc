// Package history keeps the newest values of one quantity: position, velocity or effort of a joint,
// or the pitch of a base.
//
// The observer samples its input once a period, where the input has changed. Its output has the
// newest value first, and the value of option initial where no sample was taken yet. The stamp is
// that of the newest sample.
//
// The actor pauses while the input is too old, the joint is invalid, or the value is not finite: it
// withdraws its output, and continues with the values of before. An event reports a value that is
// not finite once. A messages.SpineConfig sets all values to the initial one.
package history
