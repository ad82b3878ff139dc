package pb

import (
	"google.golang.org/protobuf/encoding/protowire"

	"github.com/robo-actors/robo-actors/messages"
)

const (
	vectorName        = "robo_actors.v1.Vector3"
	quaternionName    = "robo_actors.v1.Quaternion"
	poseName          = "robo_actors.v1.Pose"
	twistName         = "robo_actors.v1.Twist"
	accelerationName  = "robo_actors.v1.Acceleration"
	bodyReferenceName = "robo_actors.v1.BodyReference"
	bodyStateName     = "robo_actors.v1.BodyState"
	planarName        = "robo_actors.v1.Planar"
	odometryName      = "robo_actors.v1.Odometry"
	inertialName      = "robo_actors.v1.Inertial"
)

// Nested messages are read into what is there, without a reset, so that a field that comes twice is merged as protobuf
// has it; reset is for the outermost message. A vector is three doubles, numbered 1 to 3; a quaternion four.

func appendNumbers(dst []byte, field protowire.Number, numbers []float64) []byte {
	dst, mark := beginMessage(dst, field)
	for i, number := range numbers {
		dst = appendDouble(dst, protowire.Number(i+1), number)
	}
	return endMessage(dst, mark)
}

func (f *fields) numbers(message string, to []float64) {
	inner, ok := f.nested(message)
	if !ok {
		return
	}
	for inner.next() {
		if n := int(inner.number); n <= len(to) {
			inner.double(&to[n-1])
		}
	}
	f.close(&inner)
}

func appendPose(dst []byte, v *messages.Pose) []byte {
	dst = appendNumbers(dst, 1, v.Position[:])
	return appendNumbers(dst, 2, v.Orientation[:])
}

func mergePose(f *fields, v *messages.Pose) {
	for f.next() {
		switch f.number {
		case 1:
			f.numbers(vectorName, v.Position[:])
		case 2:
			f.numbers(quaternionName, v.Orientation[:])
		default:
			f.otherField()
		}
	}
}

func decodePose(data []byte, v *messages.Pose) error {
	f := walk(poseName, data)
	*v = messages.Pose{}
	mergePose(&f, v)
	return f.err
}

func (f *fields) pose(to *messages.Pose) {
	if inner, ok := f.nested(poseName); ok {
		mergePose(&inner, to)
		f.close(&inner)
	}
}

func appendTwist(dst []byte, v *messages.Twist) []byte {
	dst = appendNumbers(dst, 1, v.Linear[:])
	return appendNumbers(dst, 2, v.Angular[:])
}

func mergeTwist(f *fields, v *messages.Twist) {
	for f.next() {
		switch f.number {
		case 1:
			f.numbers(vectorName, v.Linear[:])
		case 2:
			f.numbers(vectorName, v.Angular[:])
		default:
			f.otherField()
		}
	}
}

func decodeTwist(data []byte, v *messages.Twist) error {
	f := walk(twistName, data)
	*v = messages.Twist{}
	mergeTwist(&f, v)
	return f.err
}

func (f *fields) twist(to *messages.Twist) {
	if inner, ok := f.nested(twistName); ok {
		mergeTwist(&inner, to)
		f.close(&inner)
	}
}

func appendNestedPose(dst []byte, field protowire.Number, v *messages.Pose) []byte {
	dst, mark := beginMessage(dst, field)
	return endMessage(appendPose(dst, v), mark)
}

func appendNestedTwist(dst []byte, field protowire.Number, v *messages.Twist) []byte {
	dst, mark := beginMessage(dst, field)
	return endMessage(appendTwist(dst, v), mark)
}

func appendBodyReference(dst []byte, v *messages.BodyReference) []byte {
	dst = appendNestedPose(dst, 1, &v.Pose)
	dst = appendNestedTwist(dst, 2, &v.Twist)
	dst, mark := beginMessage(dst, 3)
	dst = appendNumbers(dst, 1, v.Acceleration[:3])
	dst = appendNumbers(dst, 2, v.Acceleration[3:])
	dst = endMessage(dst, mark)
	return appendBool(dst, 4, v.Finished)
}

func decodeBodyReference(data []byte, v *messages.BodyReference) error {
	f := walk(bodyReferenceName, data)
	*v = messages.BodyReference{}
	for f.next() {
		switch f.number {
		case 1:
			f.pose(&v.Pose)
		case 2:
			f.twist(&v.Twist)
		case 3:
			f.acceleration(&v.Acceleration)
		case 4:
			f.bool(&v.Finished)
		default:
			f.otherField()
		}
	}
	return f.err
}

func (f *fields) acceleration(to *[6]float64) {
	inner, ok := f.nested(accelerationName)
	if !ok {
		return
	}
	for inner.next() {
		switch inner.number {
		case 1:
			inner.numbers(vectorName, to[:3])
		case 2:
			inner.numbers(vectorName, to[3:])
		}
	}
	f.close(&inner)
}

func appendBodyState(dst []byte, v *messages.BodyState) []byte {
	return appendNestedTwist(appendNestedPose(dst, 1, &v.Pose), 2, &v.Twist)
}

func decodeBodyState(data []byte, v *messages.BodyState) error {
	f := walk(bodyStateName, data)
	*v = messages.BodyState{}
	for f.next() {
		switch f.number {
		case 1:
			f.pose(&v.Pose)
		case 2:
			f.twist(&v.Twist)
		default:
			f.otherField()
		}
	}
	return f.err
}

func appendPlanar(dst []byte, v *messages.Planar) []byte {
	dst = appendDouble(dst, 1, v.X)
	dst = appendDouble(dst, 2, v.Y)
	dst = appendDouble(dst, 3, v.Theta)
	dst = appendDouble(dst, 4, v.VX)
	dst = appendDouble(dst, 5, v.VY)
	return appendDouble(dst, 6, v.Omega)
}

func mergePlanar(f *fields, v *messages.Planar) {
	for f.next() {
		switch f.number {
		case 1:
			f.double(&v.X)
		case 2:
			f.double(&v.Y)
		case 3:
			f.double(&v.Theta)
		case 4:
			f.double(&v.VX)
		case 5:
			f.double(&v.VY)
		case 6:
			f.double(&v.Omega)
		default:
			f.otherField()
		}
	}
}

func decodePlanar(data []byte, v *messages.Planar) error {
	f := walk(planarName, data)
	*v = messages.Planar{}
	mergePlanar(&f, v)
	return f.err
}

func appendOdometry(dst []byte, v *messages.Odometry) []byte {
	dst, mark := beginMessage(dst, 1)
	dst = endMessage(appendPlanar(dst, &v.Planar), mark)
	dst = appendDoubles(dst, 2, v.Covariance[:])
	return appendDouble(dst, 3, v.Slip)
}

func decodeOdometry(data []byte, v *messages.Odometry) error {
	f := walk(odometryName, data)
	*v = messages.Odometry{}
	covariance := make([]float64, 0, len(v.Covariance)) // stays on the stack
	for f.next() {
		switch f.number {
		case 1:
			if inner, ok := f.nested(planarName); ok {
				mergePlanar(&inner, &v.Planar)
				f.close(&inner)
			}
		case 2:
			covariance = f.doubles(covariance)
		case 3:
			f.double(&v.Slip)
		default:
			f.otherField()
		}
	}
	if len(covariance) != len(v.Covariance) {
		f.number = 2
		f.fail(ErrCount, -1, matrixCount, len(covariance))
		return f.err
	}
	copy(v.Covariance[:], covariance)
	return f.err
}

func appendInertial(dst []byte, v *messages.Inertial) []byte {
	dst = appendNumbers(dst, 1, v.Orientation[:])
	dst = appendNumbers(dst, 2, v.AngularVelocity[:])
	return appendNumbers(dst, 3, v.Acceleration[:])
}

func decodeInertial(data []byte, v *messages.Inertial) error {
	f := walk(inertialName, data)
	*v = messages.Inertial{}
	for f.next() {
		switch f.number {
		case 1:
			f.numbers(quaternionName, v.Orientation[:])
		case 2:
			f.numbers(vectorName, v.AngularVelocity[:])
		case 3:
			f.numbers(vectorName, v.Acceleration[:])
		default:
			f.otherField()
		}
	}
	return f.err
}
