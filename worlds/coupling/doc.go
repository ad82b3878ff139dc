// Package coupling receives the commands that one world sends to a virtual joint of another world,
// and resamples them to the rate of the receiving world.
//
// The two worlds have different rates, and either can fail. The receiver waits for the first value
// and never acts on zeros that nobody sent. Between two values it resamples as declared
// ([Resample]). When a value is older than MaxAge or withdrawn, it does what is declared for that
// ([OnStale]). A fresh value takes over again within the limits of acceleration, so that nothing
// steps.
package coupling
