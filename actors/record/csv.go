package record

import (
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strconv"

	"google.golang.org/protobuf/reflect/protoreflect"
)

// maxColumns is the largest table that ExportCSV makes.
const maxColumns = 16384

// stampColumns stand before those of the message.
var stampColumns = []string{"log_time_s", "stamp_time_s", "sequence", "incarnation"}

// ExportCSV writes a topic as a table (RFC 4180), one message a line by log time, by the schema in
// the file. The columns are log_time_s, stamp_time_s, sequence, incarnation, and then every number,
// word and text of the message by its path, as in pose.position.x; elements of lists go by their
// name where the channel has names, with their unit where it has units, as in velocity[elbow]
// (rad/s), and by their index from 0 otherwise. A field with the name of one of the first columns
// is value.incarnation, say. What a message does not have is left empty. The recording is read
// twice, since lists may grow.
func ExportCSV(r *Reader, to io.Writer, topic string, filter Filter) error {
	var p parser
	filter.Topics, filter.ByTime = []string{topic}, true
	table, columns, err := p.table(r, topic, filter)
	if err != nil {
		return err
	}
	out := csv.NewWriter(to)
	row := slices.Concat(stampColumns, columns)
	for i, name := range columns {
		if slices.Contains(stampColumns, name) {
			row[len(stampColumns)+i] = "value." + name
		}
	}
	if err := out.Write(row); err != nil {
		return fmt.Errorf("write the table: %w", err)
	}
	err = p.each(r, filter, func(m Message, value protoreflect.Message) error {
		row = append(row[:0], seconds(m.LogTime), seconds(m.Stamp.Time),
			strconv.FormatUint(m.Stamp.Sequence, 10), strconv.FormatUint(uint64(m.Stamp.Incarnation), 10))
		row = table.row(row, value)
		return out.Write(row)
	})
	out.Flush()
	if err == nil {
		err = out.Error()
	}
	if err != nil {
		return fmt.Errorf("write the table: %w", err)
	}
	return nil
}

// table returns the columns that hold the selected messages of a topic, and their names.
func (p *parser) table(r *Reader, topic string, filter Filter) (t *table, columns []string, err error) {
	channel, err := r.Channel(topic)
	if err != nil {
		return nil, nil, err
	}
	message, err := p.message(channel)
	if err != nil {
		return nil, nil, err
	}
	t = newTable(message.Descriptor())
	if err := p.each(r, filter, func(_ Message, value protoreflect.Message) error { return t.fit(value) }); err != nil {
		return nil, nil, err
	}
	if t.width() > maxColumns {
		return nil, nil, fmt.Errorf("%w: topic %s has more than %d columns, which is the most that a table has; print it with cat", errTooLarge, topic, maxColumns)
	}
	return t, t.names(nil, "", channel), nil
}

// each hands the selected messages to do, parsed.
func (p *parser) each(r *Reader, filter Filter, do func(Message, protoreflect.Message) error) error {
	for m, err := range r.Messages(filter) {
		if err != nil {
			return err
		}
		value, err := p.parse(m)
		if err != nil {
			return err
		}
		if err := do(m, value); err != nil {
			return err
		}
	}
	return nil
}

// table has the columns of one message: those of each field, and for a list those of each of its
// elements.
type table struct {
	message protoreflect.MessageDescriptor
	columns []column
}

type column struct {
	field    protoreflect.FieldDescriptor
	elements int    // of the longest list
	inner    *table // of a nested message, once there was one
}

func newTable(message protoreflect.MessageDescriptor) *table {
	t := &table{message: message}
	for i := range message.Fields().Len() {
		if field := message.Fields().Get(i); !isStamp(field) {
			t.columns = append(t.columns, column{field: field})
		}
	}
	return t
}

// fit makes room for a message.
func (t *table) fit(m protoreflect.Message) error {
	for i := range t.columns {
		c := &t.columns[i]
		nested := c.field.Kind() == protoreflect.MessageKind || c.field.Kind() == protoreflect.GroupKind
		switch {
		case c.field.IsMap() || nested && !m.Has(c.field):
			continue
		case nested && c.inner == nil:
			c.inner = newTable(c.field.Message())
		}
		if !c.field.IsList() {
			if nested {
				if err := c.inner.fit(m.Get(c.field).Message()); err != nil {
					return err
				}
			}
			continue
		}
		list := m.Get(c.field).List()
		if c.elements = max(c.elements, list.Len()); c.elements > maxColumns {
			return fmt.Errorf("%w: field %s has %d elements; expected at most %d", errTooLarge, c.field.FullName(), c.elements, maxColumns)
		}
		for j := 0; nested && j < list.Len(); j++ {
			if err := c.inner.fit(list.Get(j).Message()); err != nil {
				return err
			}
		}
	}
	return nil
}

// width counts the columns, up to one more than a table has: lists of lists may have more than
// memory has room for.
func (t *table) width() (columns int) {
	for _, c := range t.columns {
		of := 1
		switch {
		case c.inner != nil:
			of = c.inner.width()
		case c.field.IsMap(), c.field.Kind() == protoreflect.MessageKind, c.field.Kind() == protoreflect.GroupKind:
			of = 0
		}
		if c.field.IsList() {
			of *= c.elements
		}
		columns = min(columns+of, maxColumns+1)
	}
	return columns
}

// names appends the paths of the columns.
func (t *table) names(dst []string, path string, channel *Channel) []string {
	for _, c := range t.columns {
		name := path + string(c.field.Name())
		if !c.field.IsList() {
			dst = c.appendNames(dst, name, channel)
			continue
		}
		elements := channel.ElementNames(string(c.field.Name()), c.elements)
		units := channel.ElementUnits(string(c.field.Name()), c.elements)
		for i := range c.elements {
			element, unit := strconv.Itoa(i), ""
			if elements != nil {
				element = elements[i]
			}
			if units != nil && units[i] != "" && c.inner == nil {
				unit = " (" + units[i] + ")"
			}
			dst = c.appendNames(dst, name+"["+element+"]"+unit, channel)
		}
	}
	return dst
}

func (c column) appendNames(dst []string, name string, channel *Channel) []string {
	switch {
	case c.inner != nil:
		return c.inner.names(dst, name+".", channel)
	case c.field.IsMap(), c.field.Kind() == protoreflect.MessageKind, c.field.Kind() == protoreflect.GroupKind:
		return dst // a map has no columns, nor has a message that never came
	}
	return append(dst, name)
}

// row appends the cells of a message; nil gives as many empty ones.
func (t *table) row(dst []string, m protoreflect.Message) []string {
	for _, c := range t.columns {
		present := m != nil && (!c.field.HasPresence() || m.Has(c.field))
		if !c.field.IsList() {
			var value protoreflect.Value
			if present {
				value = m.Get(c.field)
			}
			dst = c.appendCells(dst, value, present)
			continue
		}
		for i := range c.elements {
			if present && i < m.Get(c.field).List().Len() {
				dst = c.appendCells(dst, m.Get(c.field).List().Get(i), true)
			} else {
				dst = c.appendCells(dst, protoreflect.Value{}, false)
			}
		}
	}
	return dst
}

func (c column) appendCells(dst []string, value protoreflect.Value, present bool) []string {
	switch {
	case c.inner != nil && present:
		return c.inner.row(dst, value.Message())
	case c.inner != nil:
		return c.inner.row(dst, nil)
	case c.field.IsMap(), c.field.Kind() == protoreflect.MessageKind, c.field.Kind() == protoreflect.GroupKind:
		return dst
	case !present:
		return append(dst, "")
	case c.field.Kind() == protoreflect.StringKind:
		return append(dst, value.String())
	}
	return append(dst, string(asText.appendValue(nil, c.field, value)))
}
