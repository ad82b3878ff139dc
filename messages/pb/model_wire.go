package pb

import (
	"unsafe"

	"github.com/robo-actors/robo-actors/messages"
)

const modelName = "robo_actors.v1.Model"

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
	return appendNumbers(dst, 12, v.CenterOfMass[:])
}

func decodeModel(data []byte, v *messages.Model) error {
	f := walk(modelName, data)
	*v = messages.Model{
		Position: v.Position[:0], Velocity: v.Velocity[:0], Pose: v.Pose[:0], Twist: v.Twist[:0],
		Jacobian: v.Jacobian[:0], Drift: v.Drift[:0],
		MassMatrix: v.MassMatrix[:0], Bias: v.Bias[:0], Gravity: v.Gravity[:0],
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
