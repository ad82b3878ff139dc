package record

import (
	"fmt"
	"strconv"

	"google.golang.org/protobuf/reflect/protoreflect"
)

// fieldComparison finds the first field in which two messages differ.
type fieldComparison struct {
	channel *Channel
	field   string // empty until a difference is found
	a, b    string
}

// missing is the text of a value that one of two messages does not have.
const missing = "none"

func (c *fieldComparison) found(field, a, b string) bool {
	c.field, c.a, c.b = field, a, b
	return true
}

// message compares the fields of two messages by name, in the order of the first schema. It reports
// whether it found a difference.
func (c *fieldComparison) message(path string, a, b protoreflect.Message) bool {
	ofA, ofB := a.Descriptor().Fields(), b.Descriptor().Fields()
	for i := range ofA.Len() {
		field := ofA.Get(i)
		if isStamp(field) {
			continue
		}
		name := path + "." + string(field.Name())
		other := ofB.ByName(field.Name())
		if hasA, hasB := a.Has(field), other != nil && b.Has(other); !hasA && !hasB {
			continue
		} else if hasA != hasB && (other == nil || field.HasPresence()) {
			return c.found(name, text(a, field), text(b, other))
		}
		if c.values(name, field, a.Get(field), other, b.Get(other)) {
			return true
		}
	}
	for i := range ofB.Len() {
		if field := ofB.Get(i); ofA.ByName(field.Name()) == nil && b.Has(field) && !isStamp(field) {
			return c.found(path+"."+string(field.Name()), missing, text(b, field))
		}
	}
	return false
}

// values compares the values of a field.
func (c *fieldComparison) values(name string, field protoreflect.FieldDescriptor, a protoreflect.Value, other protoreflect.FieldDescriptor, b protoreflect.Value) bool {
	if field.IsList() != other.IsList() || field.IsMap() || other.IsMap() {
		return c.texts(name, string(asText.appendField(nil, field, a)), string(asText.appendField(nil, other, b)))
	}
	if !field.IsList() {
		return c.value(name, field, a, other, b)
	}
	n, m := a.List().Len(), b.List().Len()
	for i := range min(n, m) {
		if c.value(name+c.element(field, i, n), field, a.List().Get(i), other, b.List().Get(i)) {
			return true
		}
	}
	if n != m {
		return c.found(name, fmt.Sprintf("%d elements", n), fmt.Sprintf("%d elements", m))
	}
	return false
}

// value compares two values, which are no lists.
func (c *fieldComparison) value(name string, field protoreflect.FieldDescriptor, a protoreflect.Value, other protoreflect.FieldDescriptor, b protoreflect.Value) bool {
	if field.Message() != nil && other.Message() != nil {
		return c.message(name, a.Message(), b.Message())
	}
	return c.texts(name, string(asText.appendValue(nil, field, a)), string(asText.appendValue(nil, other, b)))
}

func (c *fieldComparison) texts(name, a, b string) bool { return a != b && c.found(name, a, b) }

// element returns the name of an element of a list in brackets, with its unit.
func (c *fieldComparison) element(field protoreflect.FieldDescriptor, i, n int) string {
	name, unit := strconv.Itoa(i), ""
	if names := c.channel.ElementNames(string(field.Name()), n); names != nil {
		name = names[i]
	}
	if units := c.channel.ElementUnits(string(field.Name()), n); units != nil && units[i] != "" {
		unit = " (" + units[i] + ")"
	}
	return "[" + name + "]" + unit
}

// text returns the value of a field that a message may lack.
func text(m protoreflect.Message, field protoreflect.FieldDescriptor) string {
	if field == nil || !m.Has(field) {
		return missing
	}
	return string(asText.appendField(nil, field, m.Get(field)))
}
