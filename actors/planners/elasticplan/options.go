package elasticplan

import (
	"errors"
	"fmt"
	"time"

	"github.com/robo-actors/robo-actors/actors/planners/motion"
	"github.com/robo-actors/robo-actors/messages"
)

// Options are the options of the kind elastic_plan in application files.
type Options struct {
	Environment string `option:"environment" doc:"actor of the environment" required:"true"`
	Planner     string `option:"planner" doc:"actor that plans motions of the same joints, of kind motion_planner" required:"true"`
	Robot       string `option:"robot" doc:"the robot in the environment" required:"true"`
	JointGroup  string `option:"joint_group" doc:"joints of the arm, each of one degree of freedom" required:"true"`
	Tool        string `option:"tool" doc:"link whose pose is the reference" required:"true"`
	Goals       []Goal `option:"goals" doc:"configurations that the arm moves to, one after the other, once its joints run; requests may follow"`

	Keep            []motion.Keep   `option:"keep" doc:"bodies that may move, and the clearance that the plan keeps from them"`
	Clearance       messages.Meters `option:"clearance" doc:"clearance that the plan keeps from everything else, and of the arm's links from each other" min:"0" max:"1"`
	Influence       messages.Meters `option:"influence" doc:"distance beyond their clearance at which bodies of keep begin to push the plan" min:"0.001" max:"10"`
	InfluenceOthers messages.Meters `option:"influence_others" doc:"distance beyond their clearance at which everything else begins to push the plan" min:"0.001" max:"10"`

	Spacing float64 `option:"spacing" unit:"rad|m" doc:"distance between the nodes of a plan" min:"0.001" max:"10"`
	// Speed is a share of the joints' limits.
	Speed     float64       `option:"speed" doc:"share of the limits of velocity and acceleration that the way along the plan uses" min:"0.01" max:"1"`
	NodeSpeed float64       `option:"node_speed" unit:"rad/s|m/s" doc:"velocity of each joint that deformations may add" min:"0.001" max:"100"`
	Step      float64       `option:"step" unit:"rad/s^2|m/s^2" doc:"step of acceleration of each joint that a deformation may add" min:"0.001" max:"1000"`
	Blocked   time.Duration `option:"blocked" doc:"time for which a part of the plan may be blocked before the plan breaks" min:"0.01" max:"60"`
	Stretch   float64       `option:"stretch" doc:"length, as a multiple of the first one, at which the plan breaks" min:"1.01" max:"10"`
	Period    time.Duration `option:"period" doc:"time between deformations" min:"0.001" max:"1"`
	Duration  time.Duration `option:"duration" doc:"time that a deformation takes in virtual time" min:"0" max:"1"`

	Retry         time.Duration `option:"retry" doc:"time after which the planner is asked again when it found no motion" min:"0.01" max:"10"`
	Patience      time.Duration `option:"patience" doc:"time without a motion of the planner after which the goal is given up" min:"0.1" max:"3600"`
	PathTolerance float64       `option:"path_tolerance" unit:"rad|m" doc:"distance of a joint from the plan at which the goal is given up" min:"0.001" max:"10"`
}

// Goal is a configuration of the joint group.
type Goal struct {
	Positions []float64 `option:"positions" unit:"rad|m" doc:"one entry a joint" required:"true"`
}

// DefaultOptions returns the options of a file that sets only the required ones.
func DefaultOptions() Options {
	return Options{Clearance: 0.01, Influence: 0.1, InfluenceOthers: 0.03, Spacing: 0.1, Speed: 0.3, NodeSpeed: 0.6, Step: 6,
		Blocked: 500 * time.Millisecond, Stretch: 1.5, Period: 20 * time.Millisecond, Duration: 5 * time.Millisecond,
		Retry: 500 * time.Millisecond, Patience: 20 * time.Second, PathTolerance: 0.2}
}

// check returns the errors of the lists.
func (o *Options) check(joints int) error {
	var errs []error
	for i, k := range o.Keep {
		for _, other := range o.Keep[:i] {
			if other.Object == k.Object {
				errs = append(errs, &messages.OptionError{Path: fmt.Sprintf("keep[%d].object", i), Err: fmt.Errorf("%q is there twice", k.Object), Expected: "each body once"})
			}
		}
	}
	for i, g := range o.Goals {
		if len(g.Positions) != joints {
			errs = append(errs, &messages.OptionError{Path: fmt.Sprintf("goals[%d].positions", i), Err: fmt.Errorf("there are %d positions", len(g.Positions)),
				Expected: fmt.Sprintf("%d, one for each joint of group %q", joints, o.JointGroup)})
		}
	}
	return errors.Join(errs...)
}
