package actortest

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"github.com/robo-actors/robo-actors/actors/record"
	"github.com/robo-actors/robo-actors/internal/gomodule"
	"github.com/robo-actors/robo-actors/messages"
)

// DirectoryVariable is the environment variable that names the folder for recordings of failed
// runs. The default is a folder of the user in the system's temporary directory: actortest with the
// user's number.
const DirectoryVariable = "ACTORTEST_DIR"

// recording records a run into memory and is written to a file if the run fails. It is an
// actors.HealthRecorder. Values of types without a codec are not recorded.
type recording struct {
	buffer bytes.Buffer
	writer *record.Writer
	sink   *record.Sink
	err    error // why it is missing
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

// unkept reports whether there is an open recording.
func (r *recording) unkept() bool { return r != nil && !r.closed }

// keep ends the recording and writes it to a file. It returns the path, or the reason why there is
// none.
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

// hint adds the command that shows the recording.
func hint(path string) string {
	if !strings.HasSuffix(path, ".mcap") { // the reason without a recording
		return path
	}
	return path + "\n\tgo tool robo-actors explain " + path + " explains it, log cat and plot show it" + withoutTool(".") + "; " + DirectoryVariable + " names another folder"
}

// withoutTool says how to add the command to the module of a folder that lacks it as a tool.
func withoutTool(dir string) string {
	const tool = "github.com/robo-actors/robo-actors/cmd/robo-actors"
	dir, err := filepath.Abs(dir)
	if err != nil {
		return ""
	}
	if _, _, tools := gomodule.Around(dir); slices.Contains(tools, tool) {
		return ""
	}
	return "; first add this tool to your module: go mod edit -tool=" + tool + " && go mod tidy"
}

// plain returns the name of a test as part of a file name.
func plain(test string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' {
			return r
		}
		return '_'
	}, test[:min(len(test), 60)])
}
