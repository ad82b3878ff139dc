package baseorientation

import (
	"fmt"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// Options are the options of the observer in application files.
type Options struct {
	BaseToImu    [9]float64 `option:"rotation_base_to_imu" doc:"rotation of the base's axes into those of the unit, row-major"`
	ImuReference string     `option:"imu_reference" doc:"axes that the unit's orientation refers to: room (z up) or ars (z down)" one_of:"room,ars"`
}

// DefaultOptions returns the options of a file that sets none.
func DefaultOptions() Options { return Options{BaseToImu: UpkieBaseToImu(), ImuReference: "room"} }

// Actor estimates the orientation of a base; see the package comment.
type Actor struct {
	Options

	Imu         actors.In[messages.Inertial]         `port:"imu" max_age:"50ms" doc:"orientation and angular velocity of the unit"`
	Orientation actors.Out[messages.BaseOrientation] `port:"orientation" doc:"orientation of the base"`

	config  Config
	invalid bool // the newest sample is, and an event reported it
}

// Configure checks the options.
func (a *Actor) Configure(*actors.Setup) error {
	a.config = Config{BaseToImu: a.BaseToImu, ReferenceToWorld: spatial.IdentityRotation()}
	if a.ImuReference == "ars" {
		a.config.ReferenceToWorld = ArsToWorld()
	}
	return checkRotation(a.BaseToImu)
}

// checkRotation returns an error unless the matrix is a rotation.
func checkRotation(m [9]float64) error {
	r := spatial.Rotation(m)
	if r.Valid() {
		return nil
	}
	return &messages.OptionError{Path: "rotation_base_to_imu", Err: fmt.Errorf("the matrix %v is not a rotation", m),
		Expected: "nine numbers, row by row, whose rows are orthonormal and right-handed"}
}

// Receive takes the configuration of a spine.
func (a *Actor) Receive(c *actors.Context, message any) error {
	config, ok := message.(messages.SpineConfig)
	if !ok {
		return nil
	}
	a.invalid = false
	if config.RotationBaseToImu == nil {
		return nil
	}
	if err := checkRotation(*config.RotationBaseToImu); err != nil {
		c.Emit(messages.Event{Kind: messages.EventNote, Cause: messages.CauseInvalid, Text: "configuration rejected: " + err.Error()})
		return nil
	}
	a.config.BaseToImu = *config.RotationBaseToImu
	return nil
}

// Tick publishes the orientation at the newest sample.
func (a *Actor) Tick(t *actors.Tick) error {
	imu, err := a.Imu.Fresh(t)
	if err != nil {
		return a.Orientation.Withdraw(t)
	}
	if !Valid(imu) {
		if !a.invalid {
			t.Emit(messages.Event{Kind: messages.EventNote, Cause: messages.CauseInvalid,
				Text: fmt.Sprintf("the unit measures the orientation %v and the angular velocity %v; expected a unit quaternion and finite numbers", imu.Orientation, imu.AngularVelocity)})
		}
		a.invalid = true
		return a.Orientation.Withdraw(t)
	}
	a.invalid = false
	*a.Orientation.Loan() = a.config.Estimate(imu)
	return a.Orientation.SendAt(t, a.Orientation.Loan(), a.Imu.Stamp().Time)
}

// SaveState implements actors.StateSaver: every variable is saved.
func (a *Actor) SaveState(w *actors.StateWriter) error { return w.Save(a) }

// LoadState implements actors.StateSaver.
func (a *Actor) LoadState(r *actors.StateReader) error { return r.Load(a) }
