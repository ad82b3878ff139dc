package pb

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/robo-actors/robo-actors/messages"
)

// generatedOf fills the generated message of a codec from a value, by reflection: the codecs are
// compared with what package proto makes of it.
func generatedOf(t *testing.T, c *Codec, value any) proto.Message {
	t.Helper()
	m := c.Message()
	fillGenerated(t, m.ProtoReflect(), reflect.ValueOf(value).Elem())
	return m
}

func fillGenerated(t *testing.T, m protoreflect.Message, v reflect.Value) {
	t.Helper()
	fields := m.Descriptor().Fields()
	for i := range fields.Len() {
		f := fields.Get(i)
		if v.Kind() == reflect.Array { // vector, quaternion, or two vectors
			if f.Kind() == protoreflect.MessageKind {
				fillGenerated(t, m.Mutable(f).Message(), v.Slice(3*i, 3*i+3))
			} else {
				m.Set(f, protoreflect.ValueOfFloat64(v.Index(i).Float()))
			}
			continue
		}
		if v.Kind() == reflect.Slice {
			m.Set(f, protoreflect.ValueOfFloat64(v.Index(i).Float()))
			continue
		}
		if f.Name() == "stamp" {
			continue
		}
		field := goField(t, v, string(f.Name()))
		switch {
		case f.IsList():
			list := m.Mutable(f).List()
			for k := range field.Len() {
				if f.Kind() == protoreflect.MessageKind {
					fillGenerated(t, list.AppendMutable().Message(), field.Index(k))
				} else {
					list.Append(scalarOf(f, field.Index(k)))
				}
			}
		case f.Kind() == protoreflect.MessageKind:
			fillGenerated(t, m.Mutable(f).Message(), field)
		default:
			m.Set(f, scalarOf(f, field))
		}
	}
}

// goField finds the Go field of a field of a message: its name may end with a unit.
func goField(t *testing.T, v reflect.Value, name string) reflect.Value {
	t.Helper()
	words := strings.Split(name, "_")
	for n := len(words); n > 0; n-- {
		plain := strings.Join(words[:n], "")
		if f := v.FieldByNameFunc(func(have string) bool { return strings.EqualFold(have, plain) }); f.IsValid() {
			return f
		}
	}
	t.Fatalf("%s has no field %s", v.Type(), name)
	return reflect.Value{}
}

// scalarOf returns a number, text or truth as the message has it.
func scalarOf(f protoreflect.FieldDescriptor, v reflect.Value) protoreflect.Value {
	switch f.Kind() {
	case protoreflect.DoubleKind:
		return protoreflect.ValueOfFloat64(v.Float())
	case protoreflect.BoolKind:
		return protoreflect.ValueOfBool(v.Bool())
	case protoreflect.StringKind:
		return protoreflect.ValueOfString(strings.ToValidUTF8(v.String(), "\uFFFD"))
	case protoreflect.Sfixed64Kind, protoreflect.Sint64Kind:
		return protoreflect.ValueOfInt64(v.Int())
	case protoreflect.Uint32Kind:
		return protoreflect.ValueOfUint32(uint32(v.Uint()))
	case protoreflect.Uint64Kind:
		return protoreflect.ValueOfUint64(v.Uint())
	case protoreflect.EnumKind:
		if mode, is := v.Interface().(messages.Mode); is {
			return protoreflect.ValueOfEnum(protoreflect.EnumNumber(modeNumber(mode)))
		}
		return protoreflect.ValueOfEnum(protoreflect.EnumNumber(v.Uint()))
	}
	panic(fmt.Sprint("no value for ", f.Kind()))
}

// tenJoints is the snapshot of a world of ten joints, the size that the speed of codecs is judged
// by.
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
