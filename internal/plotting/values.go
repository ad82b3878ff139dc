package plotting

import (
	"fmt"
	"strings"

	"github.com/robo-actors/robo-actors/actors/record"
)

// Value names one number of a topic: the column of the table that log export csv prints.
type Value struct{ Topic, Column string }

// ParseValue reads TOPIC:COLUMN, as in arm/hand.state:pose.position.x.
func ParseValue(text string) (v Value, err error) {
	topic, column, found := strings.Cut(text, ":")
	if !found || topic == "" || column == "" {
		return v, fmt.Errorf("%w: value %q; expected TOPIC:COLUMN, with a column of log export csv FILE TOPIC", ErrOptions, text)
	}
	return Value{topic, column}, nil
}

// Values draws any numbers of a recording over the times of their stamps, each in a panel of its
// own and in its recorded unit.
func Values(r *record.Reader, values []Value, options Options) (*Figure, error) {
	f := &Figure{Options: options}
	var titles []string
	for _, v := range values {
		all, err := record.Numbers(r, v.Topic, v.Column)
		if err != nil {
			return nil, err
		}
		selected, err := selectTime(all, v.Topic, options)
		if err != nil {
			return nil, err
		}
		line := Line{Name: v.Column}
		for _, s := range selected {
			line.Time, line.Value = append(line.Time, s.Stamp.Time.Seconds()), append(line.Value, s.Value)
		}
		titles = append(titles, v.Topic)
		f.Panels = append(f.Panels, Panel{Label: v.Column, Lines: []Line{line}})
	}
	f.Title = strings.Join(titles, ", ")
	return f, nil
}
