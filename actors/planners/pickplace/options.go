package pickplace

import (
	"time"

	"github.com/robo-actors/robo-actors/actors/planners/motion"
	"github.com/robo-actors/robo-actors/messages"
)

// Options are the options of the kind pick_and_place in application files. Lengths are in m.
type Options struct {
	Environment string `option:"environment" doc:"actor of the environment" required:"true"`
	Planner     string `option:"planner" doc:"actor that plans the motions of the arm" required:"true"`
	Arm         string `option:"arm" doc:"actor that moves the arm, of kind joint_trajectory" required:"true"`
	Fingers     string `option:"fingers" doc:"actor that moves the fingers, of kind joint_trajectory" required:"true"`

	Robot       string   `option:"robot" doc:"the robot in the environment" required:"true"`
	JointGroup  string   `option:"joint_group" doc:"joint group of the arm" required:"true"`
	FingerJoint string   `option:"finger_joint" doc:"joint that opens the fingers" required:"true"`
	Hand        string   `option:"hand" doc:"link that holds objects" required:"true"`
	Tool        string   `option:"tool" doc:"link that the planner moves; default: the hand"`
	FingerLinks []string `option:"finger_links" doc:"further links that touch what the hand holds" required:"true"`

	Objects []string `option:"objects" doc:"bodies to move, in this order; they stand upright on their frames" required:"true"`
	Shelf   string   `option:"shelf" doc:"body on which the objects stand" required:"true"`
	Box     string   `option:"box" doc:"body into which they go" required:"true"`
	Places  []Place  `option:"places" doc:"where they go, one for each object" required:"true"`

	Height   messages.Meters    `option:"height" doc:"where an object is held, above its frame" required:"true"`
	Open     messages.Meters    `option:"open" doc:"position of the finger joint that is open" required:"true"`
	Closed   messages.Meters    `option:"closed" doc:"position of the finger joint that holds an object" required:"true"`
	Standoff messages.Meters    `option:"standoff" doc:"length of the straight line to and from an object" min:"0.01" max:"1"`
	Lift     messages.Meters    `option:"lift" doc:"how far an object is lifted from its shelf" min:"0.001" max:"1"`
	Hover    messages.Meters    `option:"hover" doc:"height above its place from which an object is lowered" min:"0.01" max:"1"`
	Headings []messages.Radians `option:"headings" doc:"directions about the vertical in which the gripper may point"`

	Clearance messages.Meters `option:"clearance" doc:"least distance of planned motions from everything" min:"0" max:"1"`
	Keep      []motion.Keep   `option:"keep" doc:"bodies that may move, and the distance from them"`
	Watch     time.Duration   `option:"watch" doc:"time between looks at what is in the way of a motion" min:"0.01" max:"1"`
	Retry     time.Duration   `option:"retry" doc:"time after which a motion that was not possible is planned again" min:"0.01" max:"10"`
	Patience  time.Duration   `option:"patience" doc:"time after which a motion that is not possible is given up" min:"0.1" max:"3600"`
}

// Place is where the frame of an object goes, in the room.
type Place struct {
	Position []messages.Meters `option:"position" doc:"x, y, z" required:"true"`
}

// DefaultOptions returns the options of a file that sets only the required ones.
func DefaultOptions() Options {
	return Options{Standoff: 0.1, Lift: 0.03, Hover: 0.12, Clearance: 0.01, Watch: 50 * time.Millisecond, Retry: time.Second, Patience: 20 * time.Second,
		Headings: []messages.Radians{0, 0.4, -0.4, 0.8, -0.8, 1.2, -1.2, 1.6, -1.6, 2, -2, 2.4, -2.4, 2.8, -2.8}}
}
