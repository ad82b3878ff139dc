package main

import (
	"reflect"
	"time"

	"google.golang.org/protobuf/types/descriptorpb"

	"github.com/robo-actors/robo-actors/messages"
)

// goTypes returns the Go types of the messages by their names. A vector, a quaternion and an
// acceleration are arrays in Go, and a stamp travels beside its value.
func goTypes() map[string]reflect.Type {
	types := map[string]reflect.Type{}
	for _, v := range []any{
		messages.JointState{}, messages.JointCommand{}, messages.DriveCommand{}, messages.DriveState{}, messages.Snapshot{},
		messages.VirtualState{}, messages.Pose{}, messages.Twist{}, messages.BodyReference{}, messages.BodyState{}, messages.BodyPoses{},
		messages.Planar{}, messages.Odometry{}, messages.Inertial{}, messages.Wrench{}, messages.Switch{},
		messages.Temperature{}, messages.SensorReading{}, messages.Model{}, messages.ModelRequest{}, messages.TaskStatus{},
		messages.Signals{}, messages.Event{}, messages.GoalStatus{}, messages.GoalProgress{}, messages.GoalCommand{}, messages.Health{}, messages.InputHealth{}, messages.Quantiles{},
		messages.BaseOrientation{}, messages.WheelContact{}, messages.FloorContact{}, messages.WheelOdometry{}, messages.GroundTarget{}, messages.History{},
	} {
		t := reflect.TypeOf(v)
		types[t.Name()] = t
	}
	return types
}

// shape has the templates of a field, see field.fill: before and after the loop over the fields,
// and in it.
type shape struct{ encode, before, decode, after string }

var (
	double       = shape{encode: "dst = appendDouble(dst, {N}, v.{F})", decode: "f.double(&v.{F})"}
	doubles      = shape{encode: "dst = appendDoubles(dst, {N}, v.{F})", decode: "v.{F} = f.doubles(v.{F})"}
	instant      = shape{encode: "dst = appendInstant(dst, {N}, v.{F})", decode: "f.instant(&v.{F})"}
	instants     = shape{encode: "dst = appendInstants(dst, {N}, v.{F})", decode: "v.{F} = f.instants(v.{F})"}
	nanoseconds  = shape{encode: "dst = appendNanoseconds(dst, {N}, v.{F})", decode: "nanoseconds(f, &v.{F})"}
	unsigned32   = shape{encode: "dst = appendUint(dst, {N}, v.{F})", decode: "uint32Of(f, &v.{F})"}
	unsigned64   = shape{encode: "dst = appendUint(dst, {N}, v.{F})", decode: "f.uint64(&v.{F})"}
	goalID       = shape{encode: "dst = appendUint(dst, {N}, v.{F})", decode: "f.uint64((*uint64)(&v.{F}))"}
	unsigned32s  = shape{encode: "dst = appendUints(dst, {N}, v.{F})", decode: "v.{F} = f.uint32s(v.{F})"}
	unsigned16s  = shape{encode: "dst = appendUints(dst, {N}, v.{F})", decode: "v.{F} = f.faults(v.{F})"}
	boolean      = shape{encode: "dst = appendBool(dst, {N}, v.{F})", decode: "f.bool(&v.{F})"}
	booleans     = shape{encode: "dst = appendBools(dst, {N}, v.{F})", decode: "v.{F} = f.bools(v.{F})"}
	text         = shape{encode: "dst = appendText(dst, {N}, v.{F})", decode: "f.textLike(old.{F}, &v.{F})"}
	modes        = shape{encode: "dst = appendModes(dst, {N}, v.{F})", decode: "v.{F} = f.modes(v.{F})"}
	controls     = shape{encode: "dst = appendControls(dst, {N}, v.{F})", decode: "v.{F} = f.controls(v.{F})"}
	numbers      = shape{encode: "dst = appendNumbers(dst, {N}, v.{F}[:])", decode: "f.numbers(\"robo_actors.v1.{P}\", v.{F}[:])"}
	acceleration = shape{encode: "dst = appendAcceleration(dst, {N}, &v.{F})", decode: "f.acceleration(&v.{F})"}
	array        = shape{encode: "dst = appendDoubles(dst, {N}, v.{F}[:])", before: "{L} := 0",
		decode: "{L} = f.doublesInto(v.{F}[:], {L})", after: "f.counted({N}, {L}, len(v.{F}))"}
	message = shape{encode: "{\n\tinner, mark := beginMessage(dst, {N})\n\tdst = endMessage(append{P}(inner, &v.{F}), mark)\n\t}",
		decode: "if inner, ok := f.nested(name{P}); ok {\n\tmerge{P}(&inner, &old.{F}, &v.{F})\n\tf.close(&inner)\n\t}"}
	messageList = shape{encode: "for i := range v.{F} {\n\tinner, mark := beginMessage(dst, {N})\n\tdst = endMessage(append{P}(inner, &v.{F}[i]), mark)\n\t}",
		decode: "if inner, ok := f.nested(name{P}); ok && f.bears(len(v.{F})+1, unsafe.Sizeof({T}{})) {\n" +
			"\tvar before {T}\n\tv.{F}, before = extend(v.{F})\n\tmerge{P}(&inner, &before, &v.{F}[len(v.{F})-1])\n\tf.close(&inner)\n\t}"}
)

// enums are the enumerations, with the functions that encode them and turn their numbers into Go
// constants.
var enums = map[reflect.Type]shape{
	reflect.TypeFor[messages.Mode](): {encode: "dst = appendMode(dst, {N}, v.{F})", before: "var {L} int32",
		decode: "f.enum(&{L})", after: "enumInto(f, {N}, &v.{F}, {L}, modeOf, unknownMode)"},
	reflect.TypeFor[messages.Cause](): {encode: "dst = appendUint(dst, {N}, v.{F})", before: "var {L} int32",
		decode: "f.enum(&{L})", after: "enumInto(f, {N}, &v.{F}, {L}, causeOf, unknownCause)"},
	reflect.TypeFor[messages.EventKind](): {encode: "dst = appendUint(dst, {N}, v.{F})", before: "var {L} int32",
		decode: "f.enum(&{L})", after: "enumInto(f, {N}, &v.{F}, {L}, kindOf, unknownKind)"},
}

// scalars are the encodings of the other Go types.
var scalars = map[reflect.Type]shape{
	reflect.TypeFor[float64]():                double,
	reflect.TypeFor[[]float64]():              doubles,
	reflect.TypeFor[[9]float64]():             array,
	reflect.TypeFor[messages.Instant]():       instant,
	reflect.TypeFor[[]messages.Instant]():     instants,
	reflect.TypeFor[time.Duration]():          nanoseconds,
	reflect.TypeFor[uint64]():                 unsigned64,
	reflect.TypeFor[messages.GoalID]():        goalID,
	reflect.TypeFor[[]uint32]():               unsigned32s,
	reflect.TypeFor[[]uint16]():               unsigned16s,
	reflect.TypeFor[bool]():                   boolean,
	reflect.TypeFor[[]bool]():                 booleans,
	reflect.TypeFor[string]():                 text,
	reflect.TypeFor[[]messages.Mode]():        modes,
	reflect.TypeFor[[]messages.ControlMode](): controls,
}

// shapeOf returns the templates of a field, and false where its Go type does not suit it.
func shapeOf(f *descriptorpb.FieldDescriptorProto, t reflect.Type) (shape, bool) {
	list := f.GetLabel() == descriptorpb.FieldDescriptorProto_LABEL_REPEATED
	if s, ok := enums[t]; ok && !list {
		return s, true
	}
	if s, ok := scalars[t]; ok {
		return s, list == (t.Kind() == reflect.Slice || t.Kind() == reflect.Array)
	}
	switch {
	case t.Kind() == reflect.Uint32 && !list:
		return unsigned32, true
	case t == reflect.TypeFor[[3]float64]() || t == reflect.TypeFor[[4]float64]():
		return numbers, !list
	case t == reflect.TypeFor[[6]float64]():
		return acceleration, !list
	case t.Kind() == reflect.Struct:
		return message, !list
	case t.Kind() == reflect.Slice && t.Elem().Kind() == reflect.Struct:
		return messageList, list
	}
	return shape{}, false
}
