package plotting

import (
	"fmt"

	"github.com/robo-actors/robo-actors/actors/record"
	"github.com/robo-actors/robo-actors/messages"
)

// Modes draws the modes of joints and drives as lanes over time. The topics carry snapshots, drive
// states, drive commands or virtual states; without any, Modes draws all topics with snapshots, or
// else all with drive states. A joint of a snapshot that is not valid has a gap, since its mode is
// unknown. Joints, if not nil, selects lanes by name.
func Modes(r *record.Reader, topics, joints []string, options Options) (*Figure, error) {
	if len(topics) == 0 {
		var err error
		if topics, err = topicsWithModes(r); err != nil {
			return nil, err
		}
	}
	var lanes []Lane
	for _, topic := range topics {
		channel, err := r.Channel(topic)
		if err != nil {
			return nil, err
		}
		read, ok := modeReaders[channel.Schema.Name]
		if !ok {
			return nil, fmt.Errorf("%w: topic %s carries %s, which has no modes", ErrNothing, topic, channel.Schema.Name)
		}
		more, err := read(r, channel, options)
		if err != nil {
			return nil, err
		}
		if len(topics) > 1 {
			for i := range more {
				more[i].Name = topic + " " + more[i].Name
			}
		}
		lanes = append(lanes, more...)
	}
	lanes, err := selectNamed(lanes, func(l Lane) string { return l.Name }, joints)
	if err != nil {
		return nil, err
	}
	title := "modes"
	if len(topics) == 1 {
		title += " of " + topics[0]
	}
	return &Figure{Title: title, Panels: []Panel{{Lanes: lanes}}, Options: options}, nil
}

func topicsWithModes(r *record.Reader) ([]string, error) {
	topics, err := record.TopicsOf[messages.Snapshot](r)
	if err == nil && len(topics) == 0 {
		topics, err = record.TopicsOf[messages.DriveState](r)
	}
	if err == nil && len(topics) == 0 {
		err = fmt.Errorf("%w: no topic carries snapshots or drive states; topics: %s", ErrNothing, allTopics(r))
	}
	return topics, err
}

type modeReader func(r *record.Reader, channel *record.Channel, o Options) ([]Lane, error)

// modeReaders has the message types with modes, by their names.
var modeReaders = map[string]modeReader{
	"robo_actors.v1.Snapshot":     lanesOf(func(v *messages.Snapshot) ([]messages.Mode, []bool) { return v.Mode, v.Valid }),
	"robo_actors.v1.DriveState":   lanesOf(func(v *messages.DriveState) ([]messages.Mode, []bool) { return v.Mode, nil }),
	"robo_actors.v1.DriveCommand": lanesOf(func(v *messages.DriveCommand) ([]messages.Mode, []bool) { return v.Mode, nil }),
	"robo_actors.v1.VirtualState": lanesOf(func(v *messages.VirtualState) ([]messages.Mode, []bool) { return []messages.Mode{v.Mode}, nil }),
}

// lanesOf returns a reader of modes and their validity; nil means that all are valid.
func lanesOf[T any](of func(*T) (modes []messages.Mode, valid []bool)) modeReader {
	return func(r *record.Reader, channel *record.Channel, o Options) ([]Lane, error) {
		samples, err := series[T](r, channel.Topic, o)
		if err != nil {
			return nil, err
		}
		var lanes []Lane
		for i := range samples {
			modes, valid := of(&samples[i].Value)
			for j, mode := range modes {
				if j == len(lanes) {
					lanes = append(lanes, Lane{})
				}
				lanes[j].Time = append(lanes[j].Time, samples[i].Stamp.Time.Seconds())
				lanes[j].Mode = append(lanes[j].Mode, mode)
				lanes[j].Unknown = append(lanes[j].Unknown, j < len(valid) && !valid[j])
			}
		}
		for i, name := range elementNames(channel, "mode", len(lanes)) {
			lanes[i].Name = name
		}
		return lanes, nil
	}
}
