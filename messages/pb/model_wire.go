package pb

import (
	"unsafe"

	"github.com/robo-actors/robo-actors/messages"
)

const (
	modelName        = "robo_actors.v1.Model"
	modelRequestName = "robo_actors.v1.ModelRequest"
)

func appendModel(dst []byte, v *messages.Model) []byte {
	dst = appendUint(dst, 1, v.SnapshotSequence)
	dst = appendInstant(dst, 2, v.SnapshotTime)
	dst = appendDoubles(dst, 3, v.Position)
	dst = appendDoubles(dst, 4, v.Velocity)
	for i := range v.Pose {
		dst = appendNestedPose(dst, 5, &v.Pose[i])
	}
	for i := range v.Twist {
		dst = appendNestedTwist(dst, 6, &v.Twist[i])
	}
	dst = appendDoubles(dst, 7, v.Jacobian)
	dst = appendDoubles(dst, 8, v.Drift)
	dst = appendDoubles(dst, 9, v.MassMatrix)
	dst = appendDoubles(dst, 10, v.Bias)
	dst = appendDoubles(dst, 11, v.Gravity)
	dst = appendNumbers(dst, 12, v.CenterOfMass[:])
	dst = appendDoubles(dst, 13, v.Factor)
	dst = appendDoubles(dst, 14, v.CenterOfMassJacobian)
	dst = appendNumbers(dst, 16, v.CenterOfMassDrift[:])
	dst = appendUint(dst, 17, v.Request)
	return appendBools(dst, 18, v.Computed)
}

func decodeModel(data []byte, v *messages.Model) error {
	f := walk(modelName, data)
	*v = messages.Model{
		Position: v.Position[:0], Velocity: v.Velocity[:0], Pose: v.Pose[:0], Twist: v.Twist[:0],
		Jacobian: v.Jacobian[:0], Drift: v.Drift[:0],
		MassMatrix: v.MassMatrix[:0], Bias: v.Bias[:0], Gravity: v.Gravity[:0],
		Factor: v.Factor[:0], CenterOfMassJacobian: v.CenterOfMassJacobian[:0], Computed: v.Computed[:0],
	}
	for f.next() {
		switch f.number {
		case 1:
			f.uint64(&v.SnapshotSequence)
		case 2:
			f.instant(&v.SnapshotTime)
		case 3:
			v.Position = f.doubles(v.Position)
		case 4:
			v.Velocity = f.doubles(v.Velocity)
		case 5:
			v.Pose = f.poses(v.Pose)
		case 6:
			v.Twist = f.twists(v.Twist)
		case 7:
			v.Jacobian = f.doubles(v.Jacobian)
		case 8:
			v.Drift = f.doubles(v.Drift)
		case 9:
			v.MassMatrix = f.doubles(v.MassMatrix)
		case 10:
			v.Bias = f.doubles(v.Bias)
		case 11:
			v.Gravity = f.doubles(v.Gravity)
		case 12:
			f.numbers(vectorName, v.CenterOfMass[:])
		case 13:
			v.Factor = f.doubles(v.Factor)
		case 14:
			v.CenterOfMassJacobian = f.doubles(v.CenterOfMassJacobian)
		case 16:
			f.numbers(vectorName, v.CenterOfMassDrift[:])
		case 17:
			f.uint64(&v.Request)
		case 18:
			v.Computed = f.bools(v.Computed)
		default:
			f.otherField()
		}
	}
	return f.err
}

// poses appends the pose at which the walk stands.
func (f *fields) poses(to []messages.Pose) []messages.Pose {
	inner, ok := f.nested(poseName)
	if !ok || !f.bears(len(to)+1, unsafe.Sizeof(messages.Pose{})) {
		return to
	}
	to = append(to, messages.Pose{})
	mergePose(&inner, &to[len(to)-1])
	f.close(&inner)
	return to
}

// twists appends the twist at which the walk stands.
func (f *fields) twists(to []messages.Twist) []messages.Twist {
	inner, ok := f.nested(twistName)
	if !ok || !f.bears(len(to)+1, unsafe.Sizeof(messages.Twist{})) {
		return to
	}
	to = append(to, messages.Twist{})
	mergeTwist(&inner, &to[len(to)-1])
	f.close(&inner)
	return to
}

func appendModelRequest(dst []byte, v *messages.ModelRequest) []byte {
	dst = appendUint(dst, 1, v.ID)
	return appendBools(dst, 2, v.Frames)
}

func decodeModelRequest(data []byte, v *messages.ModelRequest) error {
	f := walk(modelRequestName, data)
	*v = messages.ModelRequest{Frames: v.Frames[:0]}
	for f.next() {
		switch f.number {
		case 1:
			f.uint64(&v.ID)
		case 2:
			v.Frames = f.bools(v.Frames)
		default:
			f.otherField()
		}
	}
	return f.err
}
