package record

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"google.golang.org/protobuf/reflect/protoreflect"
)

// ErrColumn reports a column that a topic does not have, or one without numbers.
var ErrColumn = errors.New("column")

// Numbers returns one column of the table that [ExportCSV] makes of a topic, by log time: a number
// such as pitch_rad, pose.position.x or velocity[elbow] (rad/s). Messages without the column have
// NaN. The errors name the known topics or columns.
func Numbers(r *Reader, topic, column string) ([]Sample[float64], error) {
	var p parser
	filter := Filter{Topics: []string{topic}, ByTime: true}
	table, columns, err := p.table(r, topic, filter)
	if err != nil {
		return nil, err
	}
	at := slices.Index(columns, column)
	if at < 0 {
		return nil, fmt.Errorf("%w: topic %s has no column %q; columns: %s", ErrColumn, topic, column, strings.Join(columns, ", "))
	}
	var samples []Sample[float64]
	var row []string
	err = p.each(r, filter, func(m Message, message protoreflect.Message) error {
		row = table.row(row[:0], message)
		value := math.NaN()
		if row[at] != "" {
			var err error
			if value, err = strconv.ParseFloat(row[at], 64); err != nil {
				return fmt.Errorf("%w: column %q of topic %s has %q; expected numbers", ErrColumn, column, topic, row[at])
			}
		}
		samples = append(samples, Sample[float64]{LogTime: m.LogTime, Stamp: m.Stamp, Value: value})
		return nil
	})
	return samples, err
}
