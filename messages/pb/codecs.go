package pb

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"

	"google.golang.org/protobuf/proto"
)

// codecs has the codec of every type that a port carries, in the order in which they are
// documented. It is made at the first use, since the descriptors of the generated code are not
// there before the package is initialised.
var codecs = sync.OnceValue(func() []*Codec {
	return []*Codec{
		known(&JointState{}, appendJointState, decodeJointState),
		known(&JointCommand{}, appendJointCommand, decodeJointCommand),
		known(&DriveCommand{}, appendDriveCommand, decodeDriveCommand),
		known(&DriveState{}, appendDriveState, decodeDriveState),
		known(&Snapshot{}, appendSnapshot, decodeSnapshot),
		known(&VirtualState{}, appendVirtualState, decodeVirtualState),
		known(&Pose{}, appendPose, decodePose),
		known(&Twist{}, appendTwist, decodeTwist),
		known(&BodyReference{}, appendBodyReference, decodeBodyReference),
		known(&BodyState{}, appendBodyState, decodeBodyState),
		known(&BodyPoses{}, appendBodyPoses, decodeBodyPoses),
		known(&Planar{}, appendPlanar, decodePlanar),
		known(&Odometry{}, appendOdometry, decodeOdometry),
		known(&Inertial{}, appendInertial, decodeInertial),
		known(&Wrench{}, appendWrench, decodeWrench),
		known(&Switch{}, appendSwitch, decodeSwitch),
		known(&Temperature{}, appendTemperature, decodeTemperature),
		known(&SensorReading{}, appendSensorReading, decodeSensorReading),
		known(&Model{}, appendModel, decodeModel),
		known(&ModelRequest{}, appendModelRequest, decodeModelRequest),
		known(&TaskStatus{}, appendTaskStatus, decodeTaskStatus),
		known(&GoalStatus{}, appendGoalStatus, decodeGoalStatus),
		known(&GoalCommand{}, appendGoalCommand, decodeGoalCommand),
		known(&BaseOrientation{}, appendBaseOrientation, decodeBaseOrientation),
		known(&FloorContact{}, appendFloorContact, decodeFloorContact),
		known(&WheelOdometry{}, appendWheelOdometry, decodeWheelOdometry),
		known(&GroundTarget{}, appendGroundTarget, decodeGroundTarget),
		known(&History{}, appendHistory, decodeHistory),
		known(&Signals{}, appendSignals, decodeSignals),
		known(&Event{}, appendEvent, decodeEvent),
		known(&Health{}, appendHealth, decodeHealth),
	}
})

// known is NewCodec for the messages of this package, whose descriptors are compiled in.
func known[T any](prototype proto.Message, encode func([]byte, *T) []byte, decode func([]byte, *T) error) *Codec {
	c, err := NewCodec(prototype, encode, decode)
	if err != nil {
		panic(err)
	}
	return c
}

// Codecs returns the codecs of this package, always in the same order.
func Codecs() []*Codec { return slices.Clone(codecs()) }

// CodecFor returns the codec of a Go type of package messages. The error lists the types that have
// one.
func CodecFor(t reflect.Type) (*Codec, error) {
	typeName := func(c *Codec) string { return c.Type().String() }
	for _, c := range codecs() {
		if c.Type() == t {
			return c, nil
		}
	}
	return nil, fmt.Errorf("type %v has no protobuf message; types with one: %s; pb.NewCodec makes a codec for another type", t, list(typeName))
}

// CodecOf is CodecFor for a type that is known when the program is written.
func CodecOf[T any]() (*Codec, error) { return CodecFor(reflect.TypeFor[T]()) }

// CodecNamed returns the codec of a protobuf message by its full name. The error lists the names
// that have one.
func CodecNamed(name string) (*Codec, error) {
	for _, c := range codecs() {
		if c.Name() == name {
			return c, nil
		}
	}
	return nil, fmt.Errorf("protobuf message %q has no codec; known messages: %s", name, list((*Codec).Name))
}

func list(of func(*Codec) string) string {
	var names []string
	for _, c := range codecs() {
		names = append(names, of(c))
	}
	return strings.Join(names, ", ")
}
