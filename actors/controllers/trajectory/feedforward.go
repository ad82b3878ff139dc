package trajectory

import (
	"fmt"
	"math"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
)

// What the option feed_forward names.
const (
	feedNothing = "none"
	feedGravity = "gravity"
	feedBias    = "bias"
)

// checkFeed checks the option.
func checkFeed(name string) error {
	switch name {
	case feedNothing, feedGravity, feedBias:
		return nil
	}
	return &messages.OptionError{Path: "feed_forward",
		Err:      fmt.Errorf("%q is unknown", name),
		Expected: fmt.Sprintf("%s, %s or %s", feedNothing, feedGravity, feedBias)}
}

// load is what the drive of one joint bears of a model's efforts, by virtual work: those of mimic
// joints count for their leader, times the multipliers.
type load struct {
	columns     []int
	multipliers []float64
	most        float64 // N m or N, limit of the joint's effort
}

// newLoad refuses a joint whose drive takes no effort beside its position.
func newLoad(world *worlds.World, joint int) (l load, err error) {
	if j := world.Joint(joint); !j.Control.Has(messages.ControlPositionVelocityEffort) {
		return l, &messages.OptionError{Path: "feed_forward",
			Err:      fmt.Errorf("joint %q takes %s", j.Name, j.Control),
			Expected: fmt.Sprintf("a joint whose control is %s, or feed_forward: %s", messages.ControlPositionVelocityEffort, feedNothing)}
	}
	column := world.Slot(joint).Velocity
	l.most = world.Reduction().Limits()[column].Effort
	l.columns, l.multipliers = []int{column}, []float64{1}
	for _, f := range world.Reduction().Followers() {
		if f.Leader == column {
			l.columns, l.multipliers = append(l.columns, f.Velocity), append(l.multipliers, f.Multiplier)
		}
	}
	return l, nil
}

// effort is the drive's part of the efforts of all joints of the world, N m or N.
func (l *load) effort(all []float64) float64 {
	sum := 0.0
	for i, column := range l.columns {
		sum += l.multipliers[i] * all[column]
	}
	return math.Min(math.Max(sum, -l.most), l.most)
}
