package mpack

import (
	"errors"
	"fmt"
	"path"
	"reflect"

	"github.com/robo-actors/robo-actors/messages"
)

// Recorder writes the log of every spine of a system: it implements actors.Recorder. A failure to
// write never reaches the system; [Recorder.Close] returns it.
type Recorder struct {
	create  func(topic string) (File, string, error)
	exclude []string
	logs    []*openLog
	err     error // of create
}

type openLog struct {
	writer
	topic, path string
}

// Log summarises a log that was written.
type Log struct {
	Topic   string `json:"topic"`
	Path    string `json:"path"`
	Records uint64 `json:"records"`
	Bytes   int64  `json:"bytes"`
	Dropped Drops  `json:"dropped"`
}

// NewRecorder returns a recorder. It calls create for each output that sends the records of a
// spine; create returns a new file and its path. Outputs that match a pattern of exclude, as
// path.Match has them, have no log.
func NewRecorder(create func(topic string) (File, string, error), exclude []string) *Recorder {
	return &Recorder{create: create, exclude: exclude}
}

// Channel implements actors.Recorder.
func (r *Recorder) Channel(topic string, value reflect.Type) (id int, ok bool) {
	if value != reflect.TypeFor[messages.SpineLog]() {
		return 0, false
	}
	for _, pattern := range r.exclude {
		if excluded, _ := path.Match(pattern, topic); excluded { // the application checked the pattern
			return 0, false
		}
	}
	file, name, err := r.create(topic)
	if err != nil {
		r.err = errors.Join(r.err, fmt.Errorf("create the log of %s: %w", topic, err))
		return 0, false
	}
	r.logs = append(r.logs, &openLog{writer: writer{file: file}, topic: topic, path: name})
	return len(r.logs) - 1, true
}

// Record implements actors.Recorder.
func (r *Recorder) Record(id int, _ messages.Stamp, value any) {
	if record := value.(*messages.SpineLog).Record; len(record) > 0 {
		r.logs[id].write(record)
	}
}

// Event implements actors.Recorder. Events are in the recording.
func (r *Recorder) Event(messages.Event) {}

// Dropped implements actors.Recorder.
func (r *Recorder) Dropped(id int, count uint64) { r.logs[id].dropped.Queue += count }

// Err returns why a log could not be created, or nil.
func (r *Recorder) Err() error { return r.err }

// Logs summarises the logs in the order of their creation. It is for the time after the system has
// stopped.
func (r *Recorder) Logs() []Log {
	var all []Log
	for _, l := range r.logs {
		all = append(all, Log{Topic: l.topic, Path: l.path, Records: l.records, Bytes: l.size, Dropped: l.dropped})
	}
	return all
}

// Close closes the files. It returns the first failure of each log.
func (r *Recorder) Close() error {
	err := r.err
	for _, l := range r.logs {
		if failed := l.close(); failed != nil {
			err = errors.Join(err, fmt.Errorf("log %s: %w", l.path, failed))
		}
	}
	return err
}
