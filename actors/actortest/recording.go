package actortest

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"

	"github.com/robo-actors/robo-actors/actors/record"
	"github.com/robo-actors/robo-actors/messages"
)

// DirectoryVariable is the environment variable that names the folder in which recordings of failed runs are kept. Without
// it that is a folder of the user's own among the system's temporary files: actortest with the number of the user.
const DirectoryVariable = "ACTORTEST_DIR"

// recording records a run into memory, and is kept where the run fails. It is an actors.HealthRecorder. Values of types that
// have no codec are not in it.
type recording struct {
	buffer bytes.Buffer
	writer *record.Writer
	sink   *record.Sink
	err    error // why there is none
	closed bool
}

func newRecording(seed uint64) *recording {
	r := &recording{}
	options := record.Options{Entries: record.RunEntries(seed)}
	if r.writer, r.err = record.NewWriter(&r.buffer, options); r.err == nil {
		r.sink, r.err = record.NewSink(r.writer, record.SinkOptions{})
	}
	r.closed = r.err != nil
	return r
}

// Channel implements actors.Recorder.
func (r *recording) Channel(topic string, value reflect.Type) (int, bool) {
	if r.closed {
		return 0, false
	}
	return r.sink.Channel(topic, value)
}

// Record implements actors.Recorder.
func (r *recording) Record(id int, stamp messages.Stamp, value any) {
	if !r.closed {
		r.sink.Record(id, stamp, value)
	}
}

// Event implements actors.Recorder.
func (r *recording) Event(e messages.Event) {
	if !r.closed {
		r.sink.Event(e)
	}
}

// Health implements actors.HealthRecorder.
func (r *recording) Health(at messages.Instant, all []messages.Health) {
	if !r.closed {
		r.sink.Health(at, all)
	}
}

// Dropped implements actors.Recorder.
func (r *recording) Dropped(id int, count uint64) {
	if !r.closed {
		r.sink.Dropped(id, count)
	}
}

// unkept reports whether there is something to keep.
func (r *recording) unkept() bool { return r != nil && !r.closed }

// keep ends the recording and writes it to a file. It returns the path, or says why there is none.
func (r *recording) keep(test string, seed uint64) string {
	r.closed = true
	path, err := r.write(test, seed)
	if err != nil {
		return fmt.Sprintf("none: %v", err)
	}
	return path
}

func (r *recording) write(test string, seed uint64) (string, error) {
	if r.err != nil {
		return "", r.err
	}
	if err := r.sink.Close(); err != nil {
		return "", err
	}
	if err := r.writer.Close(); err != nil {
		return "", err
	}
	folder := os.Getenv(DirectoryVariable)
	if folder == "" {
		folder = filepath.Join(os.TempDir(), fmt.Sprintf("actortest-%d", os.Getuid()))
	}
	if err := os.MkdirAll(folder, 0o750); err != nil {
		return "", err
	}
	file, err := os.CreateTemp(folder, fmt.Sprintf("%s-%d-*.mcap", plain(test), seed))
	if err != nil {
		return "", err
	}
	_, err = file.Write(r.buffer.Bytes())
	if closed := file.Close(); err == nil {
		err = closed
	}
	return file.Name(), err
}

// hint adds to the path of a recording what shows it.
func hint(path string) string {
	if !strings.HasSuffix(path, ".mcap") { // there is none
		return path
	}
	return path + "\n\tgo run github.com/robo-actors/robo-actors/cmd/robo-actors log cat " + path + " shows it, as do explain and plot; " + DirectoryVariable + " names another folder"
}

// plain is the name of a test as part of the name of a file.
func plain(test string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' {
			return r
		}
		return '_'
	}, test[:min(len(test), 60)])
}
