package sim

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/robo-actors/robo-actors/hardware"
	"github.com/robo-actors/robo-actors/messages"
)

// GroundOptions describe the ground: the level plane at a height, named ground.
type GroundOptions struct {
	Friction    float64         `option:"friction" doc:"coefficient of dry friction" min:"0.001" max:"10" required:"true"`
	Height      messages.Meters `option:"height" doc:"of the ground in the room"`
	Restitution float64         `option:"restitution" doc:"share of the normal speed with which things bounce" min:"0" max:"1"`
}

// SurfaceOptions describe a plane or a box; see Surface.
type SurfaceOptions struct {
	Name        string     `option:"name" doc:"name of its own" required:"true"`
	Body        string     `option:"body" doc:"body that carries it; empty: the room"`
	Position    [3]float64 `option:"position" unit:"m" doc:"of the surface's frame in the body's frame"`
	Orientation [4]float64 `option:"orientation" doc:"of the surface's frame, quaternion w, x, y, z; zeros: that of the body"`
	Box         [3]float64 `option:"box" unit:"m" doc:"lengths of the edges of a box; zeros: the plane normal to z" min:"0"`
	Friction    float64    `option:"friction" doc:"coefficient of dry friction" min:"0.001" max:"10" required:"true"`
	Restitution float64    `option:"restitution" doc:"share of the normal speed with which things bounce" min:"0" max:"1"`
}

// ContactOptions describe points that may touch surfaces; see ContactSet.
type ContactOptions struct {
	Name     string       `option:"name" doc:"name of its own; empty: body"`
	Body     string       `option:"body" doc:"body that carries the points" required:"true"`
	Points   [][3]float64 `option:"points" unit:"m" doc:"points, or centres of spheres, in the body's frame" required:"true"`
	Radius   float64      `option:"radius" unit:"m" doc:"of the spheres; 0: points" min:"0"`
	Friction float64      `option:"friction" doc:"coefficient of dry friction; left out: that of the surface" min:"0.001" max:"10"`
	Surfaces []string     `option:"surfaces" doc:"what they may touch; empty: everything"`
}

// GraspOptions describe what a gripper may hold; see Grasp.
type GraspOptions struct {
	Name          string     `option:"name" doc:"name of its own" required:"true"`
	Body          string     `option:"body" doc:"body of the gripper" required:"true"`
	Position      [3]float64 `option:"position" unit:"m" doc:"of the gripper's frame in its body's frame"`
	Orientation   [4]float64 `option:"orientation" doc:"of the gripper's frame, quaternion w, x, y, z; zeros: that of its body"`
	OnBody        string     `option:"on_body" doc:"body of the handle" required:"true"`
	OnPosition    [3]float64 `option:"on_position" unit:"m" doc:"of the handle's frame in its body's frame"`
	OnOrientation [4]float64 `option:"on_orientation" doc:"of the handle's frame, quaternion w, x, y, z; zeros: that of its body"`
	Reach         float64    `option:"reach" unit:"m" doc:"greatest distance with which it closes; 0: 0.02" min:"0"`
	Angle         float64    `option:"angle" unit:"rad" doc:"greatest angle with which it closes; 0: any" min:"0"`
	Free          []string   `option:"free" doc:"axes of the handle's frame that are not held" one_of:"x,y,z,rx,ry,rz"`
	Force         float64    `option:"force" unit:"N" doc:"that opens it; 0: none" min:"0"`
	Moment        float64    `option:"moment" unit:"N m" doc:"that opens it; 0: none" min:"0"`
	Joint         string     `option:"joint" doc:"finger that closes and opens it; empty: it is closed and opened from Go"`
	Closed        float64    `option:"closed" unit:"rad|m" doc:"position of the finger at which it closes"`
	Opened        float64    `option:"opened" unit:"rad|m" doc:"position of the finger at which it opens"`
}

// SpringOptions describe springs and dampers at joints; see Spring.
type SpringOptions struct {
	Joint     string  `option:"joint" doc:"joint that the spring pulls" required:"true"`
	Stiffness float64 `option:"stiffness" unit:"N m/rad|N/m" doc:"of the spring" min:"0"`
	Rest      float64 `option:"rest" unit:"rad|m" doc:"where it pulls the joint to"`
	Damping   float64 `option:"damping" unit:"N m s/rad|N s/m" doc:"of the damper" min:"0"`
}

// LatchOptions describe a latch; see Latch.
type LatchOptions struct {
	Joint       string  `option:"joint" doc:"what the latch holds" required:"true"`
	At          float64 `option:"at" unit:"rad|m" doc:"where it holds the joint"`
	HandleJoint string  `option:"handle_joint" doc:"joint that releases it" required:"true"`
	Release     float64 `option:"release" unit:"rad|m" doc:"position of that joint from which the latch is released" required:"true"`
	Window      float64 `option:"window" unit:"rad|m" doc:"how near it catches; 0: 0.005" min:"0"`
}

// PushOptions describe a push from outside; see Push.
type PushOptions struct {
	Body     string        `option:"body" doc:"body that is pushed" required:"true"`
	Point    [3]float64    `option:"point" unit:"m" doc:"where the force acts, in the body's frame"`
	Force    [3]float64    `option:"force" unit:"N" doc:"in world axes"`
	Moment   [3]float64    `option:"moment" unit:"N m" doc:"in world axes"`
	From     time.Duration `option:"from" doc:"when it begins" min:"0"`
	Duration time.Duration `option:"duration" doc:"how long it lasts" min:"0.00001" required:"true"`
}

// BaseOptions describe the sensor of a floating or planar base; see BaseSensor.
type BaseOptions struct {
	Joint                string  `option:"joint" doc:"floating or planar joint whose state is sent" required:"true"`
	PositionNoise        float64 `option:"position_noise" unit:"m" doc:"standard deviation" min:"0"`
	OrientationNoise     float64 `option:"orientation_noise" unit:"rad" doc:"standard deviation" min:"0"`
	VelocityNoise        float64 `option:"velocity_noise" unit:"m/s" doc:"standard deviation" min:"0"`
	AngularVelocityNoise float64 `option:"angular_velocity_noise" unit:"rad/s" doc:"standard deviation" min:"0"`
}

// InertialOptions describe an inertial measurement unit; see InertialSensor.
type InertialOptions struct {
	Body              string     `option:"body" doc:"body that carries it" required:"true"`
	Position          [3]float64 `option:"position" unit:"m" doc:"of the sensor's frame in the body's frame"`
	Orientation       [4]float64 `option:"orientation" doc:"of the sensor's frame, quaternion w, x, y, z; zeros: that of the body"`
	GyroNoise         float64    `option:"gyro_noise" unit:"rad/s" doc:"standard deviation" min:"0"`
	AccelerationNoise float64    `option:"acceleration_noise" unit:"m/s^2" doc:"standard deviation" min:"0"`
	OrientationNoise  float64    `option:"orientation_noise" unit:"rad" doc:"standard deviation" min:"0"`
}

// FeetOptions describe the force sensors of the contact sets; see ForceSensor.
type FeetOptions struct {
	ForceNoise  float64 `option:"force_noise" unit:"N" doc:"standard deviation" min:"0"`
	MomentNoise float64 `option:"moment_noise" unit:"N m" doc:"standard deviation" min:"0"`
}

// surroundings fills what the robot may touch, hold and be pushed by.
func (o *PlantOptions) surroundings(to *Options) {
	if o.Ground != (GroundOptions{}) {
		to.Surfaces = append(to.Surfaces, Surface{Name: "ground", Pose: messages.Pose{Position: [3]float64{0, 0, float64(o.Ground.Height)}},
			Friction: o.Ground.Friction, Restitution: o.Ground.Restitution})
	}
	for _, s := range o.Surfaces {
		to.Surfaces = append(to.Surfaces, Surface{Name: s.Name, Body: s.Body, Pose: messages.Pose{Position: s.Position, Orientation: s.Orientation}, Box: s.Box, Friction: s.Friction, Restitution: s.Restitution})
	}
	for _, x := range o.Contacts {
		to.Contacts = append(to.Contacts, ContactSet(x))
	}
	for _, g := range o.Grasps {
		to.Grasps = append(to.Grasps, Grasp{Name: g.Name, Body: g.Body, Pose: messages.Pose{Position: g.Position, Orientation: g.Orientation},
			On: g.OnBody, OnPose: messages.Pose{Position: g.OnPosition, Orientation: g.OnOrientation}, Reach: g.Reach, Angle: g.Angle, Free: g.Free,
			Force: g.Force, Moment: g.Moment, Joint: g.Joint, Closed: g.Closed, Opened: g.Opened})
	}
	for _, s := range o.Springs {
		to.Springs = append(to.Springs, Spring(s))
	}
	for _, l := range o.Latches {
		to.Latches = append(to.Latches, Latch{Joint: l.Joint, At: l.At, Handle: l.HandleJoint, Release: l.Release, Window: l.Window})
	}
	for _, x := range o.Pushes {
		to.Pushes = append(to.Pushes, Push{Body: x.Body, At: x.Point, Force: x.Force, Moment: x.Moment, From: messages.Instant(x.From), Duration: x.Duration})
	}
	to.RigidLimits = o.RigidLimits
}

// Sensors implements hardware.SensorProvider: the sensors that the options ask for.
func (o *PlantOptions) Sensors() (all []hardware.Sensor) {
	if o.Base != (BaseOptions{}) {
		all = append(all, hardware.Sensor{Port: "base", Carries: "messages.VirtualState", Joint: o.Base.Joint})
	}
	if o.Imu != (InertialOptions{}) {
		all = append(all, hardware.Sensor{Port: "imu", Carries: "messages.Inertial"})
	}
	if len(o.Contacts) > 0 {
		all = append(all, hardware.Sensor{Port: "feet", Carries: "messages.Signals"})
	}
	if len(o.Grasps) > 0 {
		all = append(all, hardware.Sensor{Port: "grasps", Carries: "messages.Signals"})
	}
	return all
}

// senses makes the sensors that are no drives.
func (o *PlantOptions) senses(p *Plant, seed uint64) (s senses, err error) {
	stream := func(name string) *rand.Rand { return rand.New(noise(seed, "/sensor/"+name)) }
	var faults []error
	if o.Base != (BaseOptions{}) {
		if s.base, err = p.newBaseSensor(BaseSensor(o.Base), stream("base")); err != nil {
			faults = append(faults, err)
		}
	}
	if o.Imu != (InertialOptions{}) {
		x := o.Imu
		s.imu, err = p.newInertialSensor(InertialSensor{Body: x.Body, Pose: messages.Pose{Position: x.Position, Orientation: x.Orientation},
			GyroNoise: x.GyroNoise, AccelerationNoise: x.AccelerationNoise, OrientationNoise: x.OrientationNoise}, stream("imu"))
		if err != nil {
			faults = append(faults, err)
		}
	}
	if o.Feet.ForceNoise < 0 || o.Feet.MomentNoise < 0 {
		faults = append(faults, fmt.Errorf("feet: noise of %g N and %g N m; expected at least 0", o.Feet.ForceNoise, o.Feet.MomentNoise))
	}
	s.feet, s.random = ForceSensor(o.Feet), stream("feet")
	return s, errors.Join(faults...)
}
