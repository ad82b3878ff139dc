package pb

import (
	"crypto/sha256"
	"fmt"
	"reflect"
	"slices"

	"google.golang.org/protobuf/proto"
)

// MaxMessageBytes is the length beyond which [Codec.Decode] refuses a message. A message of a port
// is a few hundred bytes; the largest, a model, has 8 bytes a number.
const MaxMessageBytes = 64 << 10

// Codec turns values of one Go type into the bytes of one protobuf message and back. It is
// immutable: any number of goroutines may use it.
type Codec struct {
	typ       reflect.Type
	prototype proto.Message
	schema    []byte
	newValue  func() any
	append    func(dst []byte, value any) ([]byte, error)
	decode    func(data []byte, value any) error
}

// NewCodec makes the codec of a type T whose protobuf message is that of prototype. It is how a
// type of your own comes into recordings, by the SinkOptions of package record, and to other
// processes. encode appends the message without its stamp to dst; decode overwrites a value,
// reusing the capacity of its slices. Both are called from several goroutines at once, and keep
// neither argument.
func NewCodec[T any](prototype proto.Message, encode func(dst []byte, v *T) []byte, decode func(data []byte, v *T) error) (*Codec, error) {
	descriptor := prototype.ProtoReflect().Descriptor()
	schema, err := schemaOf(descriptor)
	if err != nil {
		return nil, err
	}
	typ := reflect.TypeFor[T]()
	mismatch := func(value any) error {
		return fmt.Errorf("%w: %T given to the codec of %s; expected a *%s that is not nil", ErrValue, value, descriptor.FullName(), typ)
	}
	return &Codec{
		typ:       typ,
		prototype: prototype,
		schema:    schema,
		newValue:  func() any { return new(T) },
		append: func(dst []byte, value any) ([]byte, error) {
			v, ok := value.(*T)
			if !ok || v == nil {
				return dst, mismatch(value)
			}
			return encode(dst, v), nil
		},
		decode: func(data []byte, value any) error {
			v, ok := value.(*T)
			if !ok || v == nil {
				return mismatch(value)
			}
			return decode(data, v)
		},
	}, nil
}

// Name returns the full name of the protobuf message, such as robo_actors.v1.Snapshot.
func (c *Codec) Name() string { return string(c.prototype.ProtoReflect().Descriptor().FullName()) }

// Type returns the Go type T of the values.
func (c *Codec) Type() reflect.Type { return c.typ }

// New returns a new zero value, as a *T.
func (c *Codec) New() any { return c.newValue() }

// Message returns a new, empty generated message.
func (c *Codec) Message() proto.Message { return c.prototype.ProtoReflect().New().Interface() }

// Schema returns a copy of the message's FileDescriptorSet: its own file and all that it imports.
func (c *Codec) Schema() []byte { return slices.Clone(c.schema) }

// Fingerprint returns the SHA-256 of the name and the schema. Two processes whose fingerprints are
// equal understand every field of each other's messages alike.
func (c *Codec) Fingerprint() [sha256.Size]byte {
	return sha256.Sum256(append([]byte(c.Name()+"\x00"), c.schema...))
}

// Append appends the message of value, which is a *T, to dst. It allocates only what dst must grow
// by. An error leaves dst as it was.
func (c *Codec) Append(dst []byte, value any) ([]byte, error) { return c.append(dst, value) }

// Decode overwrites value, which is a *T, with the message in data, and refuses more than
// [MaxMessageBytes]. Slices of value are reused; their lengths are those of the message, so check
// them where a dimension is expected. After an error the content of value must not be used.
func (c *Codec) Decode(data []byte, value any) error {
	return c.DecodeUpTo(MaxMessageBytes, data, value)
}

// DecodeUpTo is Decode with a limit of its own, for a source such as a recording that may hold
// larger messages.
func (c *Codec) DecodeUpTo(limit int, data []byte, value any) error {
	if len(data) > limit {
		return fmt.Errorf("%w: %s of %d bytes; expected at most %d", ErrTooLarge, c.Name(), len(data), limit)
	}
	return c.decode(data, value)
}
