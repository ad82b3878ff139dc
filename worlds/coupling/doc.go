// Package coupling is the receiving end of the commands that one world sends to another's virtual joint.
//
// Two worlds run at rates of their own, and either can fail. The receiver waits for the first value; it never acts on
// zeros that nobody sent. Between two values it goes on as declared ([Resample]); when a value is older than the
// coupling's bound, or was withdrawn, it does what is declared for that ([OnStale]); a fresh value takes over again within
// the same limit of acceleration, so that nothing steps.
package coupling
