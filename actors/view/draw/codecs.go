package draw

import (
	"google.golang.org/protobuf/proto"

	"github.com/robo-actors/robo-actors/internal/foxglove/schemas"
	"github.com/robo-actors/robo-actors/messages/pb"
)

// Codecs of the messages of drawings, for recordings.
var (
	framesCodec = codec[schemas.FrameTransforms]()
	sceneCodec  = codec[schemas.SceneUpdate]()
	jointsCodec = codec[schemas.JointStates]()
	logCodec    = codec[schemas.Log]()
)

// message is a pointer to a generated struct.
type message[T any] interface {
	*T
	proto.Message
}

// codec returns the codec of a generated type. The same message gives the same bytes.
func codec[T any, P message[T]]() *pb.Codec {
	encode := func(dst []byte, v *T) []byte {
		data, err := proto.MarshalOptions{Deterministic: true}.MarshalAppend(dst, P(v))
		if err != nil {
			return dst // of text that is not UTF-8: names and sentences are
		}
		return data
	}
	decode := func(data []byte, v *T) error { return proto.Unmarshal(data, P(v)) }
	c, err := pb.NewCodec(P(new(T)), encode, decode)
	if err != nil {
		panic(err) // a descriptor that was linked into the program can be encoded
	}
	return c
}

// LogCodec returns the codec of what LogLine returns.
func LogCodec() *pb.Codec { return logCodec }
