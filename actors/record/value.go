package record

import (
	"encoding/base64"
	"sort"
	"strconv"

	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/robo-actors/robo-actors/internal/notation"
)

// notated writes the values of messages.
type notated struct{ notation.Notation }

var asJSON, asText = notated{notation.JSON}, notated{notation.Text}

// appendFields writes the fields of a message in the order of its schema, without braces. It leaves
// out the stamp, and in text for people the empty lists.
func (n notated) appendFields(dst []byte, m protoreflect.Message) []byte {
	fields := m.Descriptor().Fields()
	first := true
	for i := range fields.Len() {
		field := fields.Get(i)
		if isStamp(field) || field.HasPresence() && !m.Has(field) || !n.JSON && field.IsList() && m.Get(field).List().Len() == 0 {
			continue
		}
		if !first {
			dst = append(dst, n.Separator...)
		}
		first = false
		dst = n.AppendName(dst, string(field.Name()))
		dst = append(dst, n.Assign...)
		dst = n.appendField(dst, field, m.Get(field))
	}
	return dst
}

func (n notated) appendField(dst []byte, field protoreflect.FieldDescriptor, value protoreflect.Value) []byte {
	switch {
	case field.IsMap():
		return n.appendMap(dst, field, value.Map())
	case field.IsList():
		dst = append(dst, '[')
		for i := range value.List().Len() {
			if i > 0 {
				dst = append(dst, n.Separator...)
			}
			dst = n.appendValue(dst, field, value.List().Get(i))
		}
		return append(dst, ']')
	}
	return n.appendValue(dst, field, value)
}

// appendMap writes the entries of a map in the order of their keys.
func (n notated) appendMap(dst []byte, field protoreflect.FieldDescriptor, m protoreflect.Map) []byte {
	var keys []protoreflect.MapKey
	m.Range(func(key protoreflect.MapKey, _ protoreflect.Value) bool {
		keys = append(keys, key)
		return true
	})
	sort.Slice(keys, func(i, j int) bool { return keys[i].String() < keys[j].String() })
	dst = append(dst, '{')
	for i, key := range keys {
		if i > 0 {
			dst = append(dst, n.Separator...)
		}
		dst = n.AppendName(dst, key.String())
		dst = append(dst, n.Assign...)
		dst = n.appendValue(dst, field.MapValue(), m.Get(key))
	}
	return append(dst, '}')
}

// appendValue writes one value.
func (n notated) appendValue(dst []byte, field protoreflect.FieldDescriptor, value protoreflect.Value) []byte {
	switch field.Kind() {
	case protoreflect.MessageKind, protoreflect.GroupKind:
		return append(n.appendFields(append(dst, '{'), value.Message()), '}')
	case protoreflect.DoubleKind, protoreflect.FloatKind:
		return n.AppendFloat(dst, value.Float())
	case protoreflect.EnumKind:
		return n.appendEnum(dst, field.Enum(), value.Enum())
	case protoreflect.StringKind:
		return n.AppendString(dst, value.String())
	case protoreflect.BytesKind:
		return n.AppendString(dst, base64.StdEncoding.EncodeToString(value.Bytes()))
	}
	return append(dst, value.String()...) // integers and booleans
}

// appendEnum writes the word of a number as files and the command have it: run for MODE_RUN of the
// enum Mode. A number without a name is written as it is.
func (n notated) appendEnum(dst []byte, enum protoreflect.EnumDescriptor, number protoreflect.EnumNumber) []byte {
	value := enum.Values().ByNumber(number)
	if value == nil {
		return strconv.AppendInt(dst, int64(number), 10)
	}
	name := withoutPrefix(string(value.Name()), string(enum.Name()))
	if n.JSON {
		dst = append(dst, '"')
	}
	for i := range len(name) { // names are made of letters, digits and underscores
		dst = append(dst, toLower(name[i]))
	}
	if n.JSON {
		dst = append(dst, '"')
	}
	return dst
}

// withoutPrefix cuts the name of the enum off that of a value, as CONTROL_MODE_ of ControlMode; a
// value without it keeps its name.
func withoutPrefix(value, enum string) string {
	at := 0
	for i := range len(enum) {
		if isUpper(enum[i]) && i > 0 {
			if at == len(value) || value[at] != '_' {
				return value
			}
			at++
		}
		if at == len(value) || toLower(value[at]) != toLower(enum[i]) {
			return value
		}
		at++
	}
	if at+1 >= len(value) || value[at] != '_' {
		return value
	}
	return value[at+1:]
}

func isUpper(c byte) bool { return c >= 'A' && c <= 'Z' }

func toLower(c byte) byte {
	if isUpper(c) {
		return c + 'a' - 'A'
	}
	return c
}
