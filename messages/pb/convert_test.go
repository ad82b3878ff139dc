package pb

import (
	"google.golang.org/protobuf/proto"

	"github.com/robo-actors/robo-actors/messages"
)

// conversion is the route of one type through the generated message, which the hand-written codecs are compared with.
type conversion struct {
	toPB   func(value any) proto.Message
	fromPB func(m proto.Message, value any) error
}

func conversionOf[T any, M proto.Message](to func(*T) M, from func(M, *T) error) conversion {
	return conversion{
		toPB:   func(value any) proto.Message { return to(value.(*T)) },
		fromPB: func(m proto.Message, value any) error { return from(m.(M), value.(*T)) },
	}
}

var conversions = map[string]conversion{
	"robo_actors.v1.JointState":    conversionOf(JointStateToPB, JointStateFromPB),
	"robo_actors.v1.JointCommand":  conversionOf(JointCommandToPB, JointCommandFromPB),
	"robo_actors.v1.DriveCommand":  conversionOf(DriveCommandToPB, DriveCommandFromPB),
	"robo_actors.v1.DriveState":    conversionOf(DriveStateToPB, DriveStateFromPB),
	"robo_actors.v1.Snapshot":      conversionOf(SnapshotToPB, SnapshotFromPB),
	"robo_actors.v1.VirtualState":  conversionOf(VirtualStateToPB, VirtualStateFromPB),
	"robo_actors.v1.Pose":          conversionOf(PoseToPB, PoseFromPB),
	"robo_actors.v1.Twist":         conversionOf(TwistToPB, TwistFromPB),
	"robo_actors.v1.BodyReference": conversionOf(BodyReferenceToPB, BodyReferenceFromPB),
	"robo_actors.v1.BodyState":     conversionOf(BodyStateToPB, BodyStateFromPB),
	"robo_actors.v1.Planar":        conversionOf(PlanarToPB, PlanarFromPB),
	"robo_actors.v1.Odometry":      conversionOf(OdometryToPB, OdometryFromPB),
	"robo_actors.v1.Inertial":      conversionOf(InertialToPB, InertialFromPB),
	"robo_actors.v1.Model":         conversionOf(ModelToPB, ModelFromPB),
	"robo_actors.v1.ModelRequest":  conversionOf(ModelRequestToPB, ModelRequestFromPB),
	"robo_actors.v1.TaskStatus":    conversionOf(TaskStatusToPB, TaskStatusFromPB),
	"robo_actors.v1.Signals":       conversionOf(SignalsToPB, SignalsFromPB),
	"robo_actors.v1.Event":         conversionOf(EventToPB, EventFromPB),
	"robo_actors.v1.Health":        conversionOf(HealthToPB, HealthFromPB),
}

// tenJoints is the snapshot of a world of ten joints, the size that the speed of codecs is judged by.
func tenJoints() *messages.Snapshot {
	s := &messages.Snapshot{}
	for i := range 10 {
		x := float64(i + 1)
		s.Position = append(s.Position, 0.1*x)
		s.Velocity = append(s.Velocity, -0.3*x)
		s.Effort = append(s.Effort, 7/x)
		s.Mode = append(s.Mode, messages.Mode(i%7))
		s.Valid = append(s.Valid, i != 3)
		s.Time = append(s.Time, messages.Instant(1_000_000*(i+1)))
	}
	return s
}
