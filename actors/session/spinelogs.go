package session

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"time"
	"unicode"

	"github.com/robo-actors/robo-actors/actors/record"
	"github.com/robo-actors/robo-actors/actors/record/mpack"
)

// newSpineLogs returns the recorder of the logs of the spines, or nil without a recording.
func (s *Session) newSpineLogs() *mpack.Recorder {
	if s.recording == "" {
		return nil
	}
	now, host := time.Time{}, ""
	if s.byDefault && !s.Config.Virtual {
		now, host = time.Now(), hostname()
	}
	create := func(topic string) (mpack.File, string, error) {
		spine, _, _ := strings.Cut(topic, "/")
		path := spineLogPath(s.recording, spine, now, host)
		file, err := record.Create(path)
		if err != nil {
			return nil, "", err
		}
		return storage(file, s.Config.Virtual), path, nil
	}
	return mpack.NewRecorder(create, s.Config.Recording.Exclude)
}

// spineLogPath returns the path of the log of a spine, beside the recording. It has Upkie's default
// name of date, time, host and spine; with a zero time it has the name of the recording and the
// spine.
func spineLogPath(recording, spine string, now time.Time, host string) string {
	folder := filepath.Dir(recording)
	if now.IsZero() {
		name := strings.TrimSuffix(filepath.Base(recording), ".mcap")
		return filepath.Join(folder, name+"_"+spine+".mpack")
	}
	const longest = 64 // of the name of a recording
	date := now.Format("2006-01-02_150405_")
	room := max(0, longest-len(date)-len("_")-len(spine)-len(".mpack"))
	return filepath.Join(folder, date+host[:min(len(host), room)]+"_"+spine+".mpack")
}

// hostname returns the name of the machine, with letters, digits and dashes only.
func hostname() string {
	name, err := os.Hostname()
	if err != nil {
		return "host"
	}
	return strings.Map(func(r rune) rune {
		if r < unicode.MaxASCII && (unicode.IsLetter(r) || unicode.IsDigit(r)) {
			return r
		}
		return '-'
	}, name)
}

// discardSpineLogs removes the logs.
func (s *Session) discardSpineLogs() (err error) {
	if s.logs == nil {
		return nil
	}
	_ = s.logs.Close() // its error concerns files that are removed, or is reported already
	for _, l := range s.logs.Logs() {
		err = errors.Join(err, os.Remove(l.Path))
	}
	return err
}
