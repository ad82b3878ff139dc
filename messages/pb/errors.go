package pb

import (
	"errors"
	"fmt"

	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
)

// The errors of decoding.
var (
	// ErrTooLarge is a message longer than its limit, or a list whose elements would take far more
	// memory than bytes.
	ErrTooLarge = errors.New("message too large")
	// ErrMalformed is what no protobuf encoder writes: a length past the end, an unfinished number,
	// broken UTF-8.
	ErrMalformed = errors.New("malformed message")
	// ErrUnknown is a mode, control mode, cause or kind of event that this version has no name for,
	// or one left out.
	ErrUnknown = errors.New("unknown name")
	// ErrRange is a number that the Go field cannot hold.
	ErrRange = errors.New("number out of range")
	// ErrCount is a list of fixed length with another one.
	ErrCount = errors.New("wrong count")
	// ErrValue is a value of another type than the codec's, or a nil pointer.
	ErrValue = errors.New("wrong type of value")
)

// fieldError is the error of one field of a message. index is -1 where the field is no
// list.
func fieldError(cause error, message string, number protowire.Number, index int, detail string) error {
	path := message
	if name := fieldName(message, number); name != "" {
		path += "." + name
	}
	if index >= 0 {
		path = fmt.Sprintf("%s[%d]", path, index)
	}
	return fmt.Errorf("%w: %s: %s", cause, path, detail)
}

func fieldName(message string, number protowire.Number) string {
	if number == 0 {
		return ""
	}
	d, err := protoregistry.GlobalFiles.FindDescriptorByName(protoreflect.FullName(message))
	if err != nil {
		return ""
	}
	if m, ok := d.(protoreflect.MessageDescriptor); ok {
		if f := m.Fields().ByNumber(number); f != nil {
			return string(f.Name())
		}
	}
	return fmt.Sprintf("field %d", number)
}

// The details of errors.
const (
	unknownMode    = "mode %d is not one of MODE_RUN (1) to MODE_OFF (7)"
	unknownControl = "control mode %d is not one of CONTROL_MODE_NONE (0) to CONTROL_MODE_POSITION_VELOCITY_EFFORT (7)"
	unknownCause   = "cause %d is not one of CAUSE_NONE (0) to CAUSE_COUPLED_JOINT (12)"
	unknownKind    = "kind %d is not one of EVENT_KIND_NOTE (0) to EVENT_KIND_HANG (16)"
	faultRange     = "fault code %d does not fit into 16 bits"
	matrixCount    = "%d numbers; expected 9, a row-major 3x3 matrix"
)
