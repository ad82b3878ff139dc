package wholebody

import (
	"time"

	"github.com/robo-actors/robo-actors/messages"
)

// Options are the options of the controller in an application file.
type Options struct {
	JointGroup string           `option:"joint_group" doc:"joints to command: all moving joints of the world, including virtual ones, without mimic joints" required:"true"`
	Tasks      []TaskOptions    `option:"tasks" doc:"tasks, which task sets put in order" required:"true"`
	TaskSets   []TaskSetOptions `option:"task_sets" doc:"hierarchies of tasks" required:"true"`
	Behavior   BehaviorOptions  `option:"behavior" doc:"state machine that selects the task set; left out: the first set, and every set by request"`
	Signals    []SignalOptions  `option:"signals" doc:"numbers from outside for conditions"`

	ForceSensors []string `option:"force_sensors" doc:"bodies with force sensors, in the order of port wrenches; force and hybrid tasks of these bodies correct the measured force"`

	Follow string `option:"follow" doc:"task that follows port reference: a frame_position, frame_orientation, frame_pose or centre_of_mass without motion. It keeps its own goal until the first reference, and rests at the last one when none is fresh"`
	// FollowPosture feeds port posture into a posture: of all joints, or of those that it names.
	FollowPosture string `option:"follow_posture" doc:"posture that follows port posture, in positions and velocities of its joints, without motion. It keeps its own goal until the first value, and rests at the last one when none is fresh"`

	Target      TargetOptions      `option:"target" doc:"virtual joint whose commands, at input target, become the goal of a task of this controller: positions and velocities of tasks that move, velocities of a momentum, efforts of a force"`
	Targets     []TargetOptions    `option:"targets" doc:"further virtual joints, each realised by a task of its own: their commands come at input target_JOINT, their states are at output state_JOINT"`
	Lead        float64            `option:"lead" unit:"s" doc:"lag of the servos; the velocity of the reference is fed forward by that time ahead" min:"0" max:"1"`
	Unmoved     []string           `option:"unmoved" doc:"axes of virtual joints that do not follow commands, by joint and number, such as planar/1, the sideways axis of a base on two wheels; the other axes do without them"`
	Law         string             `option:"law" doc:"how levels are solved: exact, in strict priority and without limits; constrained, as quadratic programmes under limits, contacts and distances" one_of:"exact,constrained"`
	Output      string             `option:"output" doc:"command of driven joints; left out: efforts if all joints take them, else velocities (law constrained only)" one_of:"effort,velocity"`
	Limits      LimitOptions       `option:"limits" doc:"limits of joints that law constrained enforces"`
	Contacts    []ContactOptions   `option:"contacts" doc:"bodies that press on the ground without moving, such as feet"`
	Collisions  []CollisionOptions `option:"collisions" doc:"pairs of shapes that law constrained keeps apart"`
	Boxes       []BoxOptions       `option:"boxes" doc:"boxes in which law constrained keeps points of bodies"`
	Weighted    bool               `option:"weighted" doc:"law constrained solves one problem in which a level has weight_step times the weight of the level above: faster for many joints, but no level is strict"`
	WeightStep  float64            `option:"weight_step" doc:"weight of a level relative to the level above; 0: 0.001" min:"0" max:"0.999"`
	RestDamping messages.PerSecond `option:"rest_damping" doc:"rate at which law constrained damps motion that no level controls" min:"0.01" max:"200"`

	// SingularInertiaRatio and SingularSpeedRatio say from where on a direction counts as singular;
	// see Singular places in the package documentation.
	SingularInertiaRatio float64 `option:"singular_inertia_ratio" unit:"1" doc:"law exact: apparent inertia of a direction, kg or kg m^2, divided by the robot's typical one of the same unit, above which the direction is damped as singular; 0: 4444" min:"0" max:"1000000000000"`
	SingularSpeedRatio   float64 `option:"singular_speed_ratio" unit:"1" doc:"law constrained: speed of the fastest direction of a level divided by that of another one, for the same joint velocities, above which the other is damped as singular; 0: 16.7" min:"0" max:"1000000000000"`

	Source        string             `option:"model" doc:"source of mass matrix, bias and Jacobians: the controller itself, or the model actor" one_of:"own,actor"`
	ModelFrames   []string           `option:"model_frames" doc:"frames of the model actor, in its order; with model: actor they include those of all tasks"`
	ModelMaxAge   time.Duration      `option:"model_max_age" doc:"age of a model's snapshot above which the degraded law takes over" min:"0.001" max:"10"`
	Degraded      string             `option:"degraded" doc:"law without a usable model: damp compensates gravity and slows down, hold also keeps the position" one_of:"damp,hold"`
	Damping       messages.PerSecond `option:"damping" doc:"rate at which the degraded law reduces velocities" min:"0.1" max:"200"`
	Stiffness     float64            `option:"stiffness" unit:"1/s^2" doc:"acceleration per position error of the degraded law hold" min:"0" max:"10000"`
	DegradedFor   time.Duration      `option:"degraded_for" doc:"time in the degraded law after which the controller fails and the joints go to their safe modes" min:"0" max:"600"`
	GoodCycles    int                `option:"good_cycles" doc:"consecutive ticks with a usable model that end the degraded law" min:"1" max:"100000"`
	PrepareWithin time.Duration      `option:"prepare_within" doc:"time limit of a transition, which needs its frames and the running law; later it is given up" min:"0.001" max:"60"`
	Requests      int                `option:"requests" doc:"requests answered in one tick, at most" min:"1" max:"64"`
	Waiting       int                `option:"waiting" doc:"requests that wait, at most; others get the reply to try again" min:"1" max:"64"`
}

// TargetOptions declare a virtual joint that the controller realises for another world.
type TargetOptions struct {
	Joint string `option:"joint" doc:"the joint; it has no drive and belongs to no joint group"`
	Task  string `option:"task" doc:"task that realises it, of any kind but joint_limits, without motion; a request can choose another one while the controller runs"`
}

// DefaultOptions returns the defaults of optional keys.
func DefaultOptions() Options {
	return Options{Law: "exact", Limits: LimitOptions{Acceleration: 20}, RestDamping: 5, Source: "own", ModelMaxAge: 50 * time.Millisecond, Degraded: "damp", Damping: 20, Stiffness: 100, DegradedFor: time.Second,
		GoodCycles: 10, PrepareWithin: time.Second, Requests: 1, Waiting: 16}
}

// TaskOptions declare a task; package taskspace says what the kinds are and which of these each
// uses. Numbers that are left out have its defaults.
type TaskOptions struct {
	Name      string    `option:"name" doc:"name in task sets, conditions and requests" required:"true"`
	Kind      string    `option:"kind" doc:"kind of task" required:"true" one_of:"frame_position,frame_orientation,frame_pose,centre_of_mass,posture,joint_limits,force,hybrid,momentum,relative_pose,gaze"`
	Frame     string    `option:"frame" doc:"controlled body"`
	Base      string    `option:"base" doc:"body that a relative pose is relative to"`
	Point     []float64 `option:"point" unit:"m" doc:"controlled point in the frame: x, y, z"`
	Direction []float64 `option:"direction" doc:"axis of the frame that a gaze points: x, y, z"`
	Rotation  []float64 `option:"rotation" doc:"turns the task's axes: unit quaternion w, x, y, z"`
	Axes      string    `option:"axes" doc:"controlled components, such as x,y,rz; left out: all"`
	ForceAxes string    `option:"force_axes" doc:"components of a hybrid task under force control"`
	Joints    []string  `option:"joints" doc:"joints of a posture or of joint limits; left out: all"`
	Margin    float64   `option:"margin" unit:"rad|m" doc:"distance from a limit at which joint limits begin to act" min:"0"`
	Weight    float64   `option:"weight" doc:"weight against other tasks of its level, at least 0.0001; 0: 1" min:"0" max:"10000"`

	Gains  GainOptions   `option:"gains" doc:"feedback; one number for all components, or one each"`
	Motion MotionOptions `option:"motion" doc:"bounds of the motion to a new goal; left out: the reference jumps to the goal"`
	Goal   GoalOptions   `option:"goal" doc:"first goal; left out: the measured place when the set takes over, for a gaze the origin of the world, zero momentum, zero force"`
}

// GainOptions are the gains of a task.
type GainOptions struct {
	Proportional     []float64 `option:"proportional" unit:"1/s^2" doc:"acceleration per error" min:"0"`
	Derivative       []float64 `option:"derivative" unit:"1/s" doc:"acceleration per velocity" min:"0"`
	VelocityMax      []float64 `option:"velocity_max" doc:"bound of the velocity from the error, m/s or rad/s; needs saturation" min:"0"`
	Saturation       string    `option:"saturation" doc:"how velocity_max applies" one_of:"off,per_component,by_greatest,by_norm"`
	Force            []float64 `option:"force" doc:"acceleration per missing force, 1/kg" min:"0"`
	ForceIntegral    []float64 `option:"force_integral" unit:"1/s" doc:"rate at which the integral corrects a missing force" min:"0"`
	ForceIntegralMax float64   `option:"force_integral_max" unit:"N|N m" doc:"bound of the integral; 0: 50" min:"0"`
}

// MotionOptions bound the way to a new goal.
type MotionOptions struct {
	Velocity     []float64 `option:"velocity" doc:"m/s or rad/s" min:"0"`
	Acceleration []float64 `option:"acceleration" doc:"m/s^2 or rad/s^2" min:"0"`
	Jerk         []float64 `option:"jerk" doc:"m/s^3 or rad/s^3" min:"0"`
}

// GoalOptions declare the goal of a task.
type GoalOptions struct {
	Position    []float64 `option:"position" unit:"m" doc:"x, y, z"`
	Orientation []float64 `option:"orientation" doc:"unit quaternion w, x, y, z"`
	Joints      []float64 `option:"joints" unit:"rad|m" doc:"positions, joint after joint"`
	Momentum    []float64 `option:"momentum" doc:"linear kg m/s, angular kg m^2/s"`
	Wrench      []float64 `option:"wrench" doc:"force N and moment N m that the robot exerts, in the task's axes"`
}

// TaskSetOptions name a hierarchy of tasks.
type TaskSetOptions struct {
	Name   string     `option:"name" doc:"name of the set" required:"true"`
	Levels [][]string `option:"levels" doc:"names of tasks, level by level, the highest first" required:"true"`
	Lifted []string   `option:"lifted" doc:"contacts that are off the ground while the set is active"`
}

// BehaviorOptions declare the state machine; package behavior says what it does.
type BehaviorOptions struct {
	Initial string         `option:"initial" doc:"state to begin in; default: the first one"`
	States  []StateOptions `option:"states" doc:"states of the machine"`
}

// StateOptions declare a state.
type StateOptions struct {
	Name        string              `option:"name" doc:"name of the state" required:"true"`
	Parent      string              `option:"parent" doc:"outer state"`
	Initial     string              `option:"initial" doc:"inner state entered with this one"`
	TaskSet     string              `option:"task_set" doc:"active task set; left out: that of the parent"`
	ByRequest   bool                `option:"by_request" doc:"a request may lead here from every other state"`
	Entry       []SettingOptions    `option:"entry" doc:"parameters of tasks that are set when the state is entered"`
	Transitions []TransitionOptions `option:"transitions" doc:"ways out of the state, and of those inside it"`
}

// SettingOptions give a parameter of a task a value.
type SettingOptions struct {
	Task      string    `option:"task" doc:"task by name" required:"true"`
	Parameter string    `option:"parameter" doc:"parameter by name, as goal.position" required:"true"`
	Numbers   []float64 `option:"numbers" doc:"numbers in SI units"`
	Text      string    `option:"text" doc:"word, of parameters that are no numbers"`
}

// TransitionOptions declare a transition to another state.
type TransitionOptions struct {
	To    string        `option:"to" doc:"state to go to" required:"true"`
	On    string        `option:"on" doc:"event that a request triggers"`
	When  []string      `option:"when" doc:"conditions that must all hold, as error of reach below 5 mm for 200 ms"`
	After time.Duration `option:"after" doc:"time that the state must have been active" min:"0"`
}

// SignalOptions declare a number that comes from outside.
type SignalOptions struct {
	Name    string  `option:"name" doc:"name in conditions" required:"true"`
	Unit    string  `option:"unit" doc:"SI unit; empty for a plain number"`
	Minimum float64 `option:"min" doc:"least value"`
	Maximum float64 `option:"max" doc:"greatest value; both 0 mean any"`
}
