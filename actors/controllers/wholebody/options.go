package wholebody

import (
	"time"

	"github.com/robo-actors/robo-actors/messages"
)

// Options of the controller, as application files name them.
type Options struct {
	JointGroup string           `option:"joint_group" doc:"joints to command: all of the world that move, virtual ones too, except for mimic joints, which move along" required:"true"`
	Tasks      []TaskOptions    `option:"tasks" doc:"tasks by name, which task sets put in order" required:"true"`
	TaskSets   []TaskSetOptions `option:"task_sets" doc:"hierarchies of tasks, by name" required:"true"`
	Behavior   BehaviorOptions  `option:"behavior" doc:"state machine that selects the task set; left out: the first set, with every set to be asked for"`
	Signals    []SignalOptions  `option:"signals" doc:"numbers that conditions may be about, beside errors and joints"`

	ForceSensors []string `option:"force_sensors" doc:"bodies that carry force sensors, in the order of port wrenches; force and hybrid tasks of these bodies make up for what is missing"`

	Follow      string             `option:"follow" doc:"task whose reference comes over port reference: a frame_position, frame_orientation, frame_pose or centre_of_mass without motion. Before the first one it keeps its own goal, and where none is fresh it rests at the last"`
	Lead        float64            `option:"lead" unit:"s" doc:"lag of the servos; the velocity of the reference is fed forward that much ahead" min:"0" max:"1"`
	Unmoved     []string           `option:"unmoved" doc:"axes of virtual joints that do not follow commands, by joint and number: planar/1 is the sideways axis of a base on two wheels; the other axes do without them"`
	Law         string             `option:"law" doc:"how levels are solved: exact, in strict priority and without limits; constrained, as quadratic programmes under limits, contacts and distances" one_of:"exact,constrained"`
	Output      string             `option:"output" doc:"what driven joints are commanded with; left out: efforts where all of them take these, velocities (law constrained only) where none does" one_of:"effort,velocity"`
	Limits      LimitOptions       `option:"limits" doc:"limits of joints that the constrained law keeps"`
	Contacts    []ContactOptions   `option:"contacts" doc:"bodies that do not move against the ground, and press on it: feet"`
	Collisions  []CollisionOptions `option:"collisions" doc:"pairs of shapes that the constrained law keeps apart"`
	Boxes       []BoxOptions       `option:"boxes" doc:"boxes that the constrained law keeps points of bodies in"`
	Weighted    bool               `option:"weighted" doc:"the constrained law solves one problem, in which a level counts weight_step times the one above it: faster for many joints, but no level is strict"`
	WeightStep  float64            `option:"weight_step" doc:"what a level counts against the one above it; 0 means 0.001" min:"0" max:"0.999"`
	RestDamping messages.PerSecond `option:"rest_damping" doc:"rate at which the constrained law calms motion that no level asks for" min:"0.01" max:"200"`

	Source        string             `option:"model" doc:"who computes mass matrix, bias and Jacobians: the controller itself, or the model actor" one_of:"own,actor"`
	ModelFrames   []string           `option:"model_frames" doc:"frames of the model actor, in its order; with model: actor, those of all tasks"`
	ModelMaxAge   time.Duration      `option:"model_max_age" doc:"age of a model's snapshot beyond which the degraded law takes over" min:"0.001" max:"10"`
	Degraded      string             `option:"degraded" doc:"law without a usable model: damp compensates gravity and slows down, hold keeps the position too" one_of:"damp,hold"`
	Damping       messages.PerSecond `option:"damping" doc:"rate at which the degraded law takes velocities away" min:"0.1" max:"200"`
	Stiffness     float64            `option:"stiffness" unit:"1/s^2" doc:"acceleration per position error of the degraded law hold" min:"0" max:"10000"`
	DegradedFor   time.Duration      `option:"degraded_for" doc:"time in the degraded law after which the controller fails, so that the joints go to their safe mode" min:"0" max:"600"`
	GoodCycles    int                `option:"good_cycles" doc:"ticks in a row with a usable model that end the degraded law" min:"1" max:"100000"`
	PrepareWithin time.Duration      `option:"prepare_within" doc:"time in which a transition must be over, or it is given up: its task set must be prepared, and the law running" min:"0.001" max:"60"`
	Requests      int                `option:"requests" doc:"requests of users that one tick answers at most" min:"1" max:"64"`
	Waiting       int                `option:"waiting" doc:"requests of users that wait at most; others are rejected with the advice to try again" min:"1" max:"64"`
}

// DefaultOptions are those of a file that gives only what is required.
func DefaultOptions() Options {
	return Options{Law: "exact", Limits: LimitOptions{Acceleration: 20}, RestDamping: 5, Source: "own", ModelMaxAge: 50 * time.Millisecond, Degraded: "damp", Damping: 20, Stiffness: 100, DegradedFor: time.Second,
		GoodCycles: 10, PrepareWithin: time.Second, Requests: 1, Waiting: 16}
}

// TaskOptions declare a task; package taskspace says what the kinds are and which of these each
// uses. Numbers that are left out have its defaults.
type TaskOptions struct {
	Name      string    `option:"name" doc:"how the task is addressed" required:"true"`
	Kind      string    `option:"kind" doc:"what the task moves" required:"true" one_of:"frame_position,frame_orientation,frame_pose,centre_of_mass,posture,joint_limits,force,hybrid,momentum,relative_pose,gaze"`
	Frame     string    `option:"frame" doc:"body that is moved"`
	Base      string    `option:"base" doc:"body that a relative pose is relative to"`
	Point     []float64 `option:"point" unit:"m" doc:"controlled point in the frame: x, y, z"`
	Direction []float64 `option:"direction" doc:"axis of the frame that a gaze points: x, y, z"`
	Rotation  []float64 `option:"rotation" doc:"turns the task's axes: unit quaternion w, x, y, z"`
	Axes      string    `option:"axes" doc:"components that are controlled, as x,y,rz; all when left out"`
	ForceAxes string    `option:"force_axes" doc:"components of a hybrid task under force control"`
	Joints    []string  `option:"joints" doc:"joints of a posture or of joint limits; all when left out"`
	Margin    float64   `option:"margin" unit:"rad|m" doc:"distance from a limit at which joint limits begin to act" min:"0"`
	Weight    float64   `option:"weight" doc:"how much the task counts against others of its level, at least 0.0001; 0 means 1" min:"0" max:"10000"`

	Gains  GainOptions   `option:"gains" doc:"feedback; one number for all components, or one each"`
	Motion MotionOptions `option:"motion" doc:"bounds of the way to a new goal; left out: the goal is taken at once"`
	Goal   GoalOptions   `option:"goal" doc:"where the task tends to at first; left out: where it is when its set takes over, for a gaze the origin of the world, no momentum, no force"`
}

// GainOptions are the gains of a task.
type GainOptions struct {
	Proportional     []float64 `option:"proportional" unit:"1/s^2" doc:"acceleration per error" min:"0"`
	Derivative       []float64 `option:"derivative" unit:"1/s" doc:"acceleration per velocity" min:"0"`
	VelocityMax      []float64 `option:"velocity_max" doc:"velocity that the error may ask for, m/s or rad/s; saturation says how" min:"0"`
	Saturation       string    `option:"saturation" doc:"how the velocity is cut" one_of:"off,per_component,by_greatest,by_norm"`
	Force            []float64 `option:"force" doc:"acceleration per missing force, 1/kg" min:"0"`
	ForceIntegral    []float64 `option:"force_integral" unit:"1/s" doc:"rate at which a missing force is made up for" min:"0"`
	ForceIntegralMax float64   `option:"force_integral_max" unit:"N|N m" doc:"bound of the force that is added; 0 means 50" min:"0"`
}

// MotionOptions bound the way to a new goal.
type MotionOptions struct {
	Velocity     []float64 `option:"velocity" doc:"m/s or rad/s" min:"0"`
	Acceleration []float64 `option:"acceleration" doc:"m/s^2 or rad/s^2" min:"0"`
	Jerk         []float64 `option:"jerk" doc:"m/s^3 or rad/s^3" min:"0"`
}

// GoalOptions are where a task tends to.
type GoalOptions struct {
	Position    []float64 `option:"position" unit:"m" doc:"x, y, z"`
	Orientation []float64 `option:"orientation" doc:"unit quaternion w, x, y, z"`
	Joints      []float64 `option:"joints" unit:"rad|m" doc:"positions, joint after joint"`
	Momentum    []float64 `option:"momentum" doc:"linear kg m/s, angular kg m^2/s"`
	Wrench      []float64 `option:"wrench" doc:"force N and moment N m that the robot exerts, in the task's axes"`
}

// TaskSetOptions name a hierarchy of tasks.
type TaskSetOptions struct {
	Name   string     `option:"name" doc:"how the set is addressed" required:"true"`
	Levels [][]string `option:"levels" doc:"names of tasks, level by level, the highest first" required:"true"`
	Lifted []string   `option:"lifted" doc:"contacts that do not exist while the set is active"`
}

// BehaviorOptions declare the state machine; package behavior says what it does.
type BehaviorOptions struct {
	Initial string         `option:"initial" doc:"state to begin in; default: the first one"`
	States  []StateOptions `option:"states" doc:"states of the machine"`
}

// StateOptions declare a state.
type StateOptions struct {
	Name        string              `option:"name" doc:"name of the state" required:"true"`
	Parent      string              `option:"parent" doc:"state around this one"`
	Initial     string              `option:"initial" doc:"inner state that is entered with this one"`
	TaskSet     string              `option:"task_set" doc:"what runs in the state; default: that of the state around it"`
	ByRequest   bool                `option:"by_request" doc:"the state may be asked for from every other one"`
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

// TransitionOptions declare a way to another state.
type TransitionOptions struct {
	To    string        `option:"to" doc:"state to go to" required:"true"`
	On    string        `option:"on" doc:"event that must be asked for"`
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
