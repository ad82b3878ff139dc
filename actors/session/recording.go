package session

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/robo-actors/robo-actors/actors/record"
	"github.com/robo-actors/robo-actors/actors/session/report"
	"github.com/robo-actors/robo-actors/supervision/faults"
)

// defaultRecording returns the path of a recording for which no option gives one, or nothing if
// the run is not recorded.
func (s *Session) defaultRecording() string {
	declared := &s.Config.Recording
	switch {
	case !declared.Enabled, s.options.record == recordNothing, s.options.record == recordIfDeclared && declared.At.Line == 0:
		return ""
	case declared.Directory == "":
		return filepath.Join("recordings", s.recordingName(time.Now()))
	case filepath.IsAbs(declared.Directory):
		return filepath.Join(declared.Directory, s.recordingName(time.Now()))
	}
	return filepath.Join(filepath.Dir(s.source), declared.Directory, s.recordingName(time.Now()))
}

// recordingName returns the default name of a recording: the application, the clock, the date.
func (s *Session) recordingName(now time.Time) string {
	clock := "run"
	if s.Config.Virtual {
		clock = "sim"
	}
	return fmt.Sprintf("%s-%s-%s.mcap", portable(s.Config.Name), clock, now.Format("20060102-150405.000"))
}

// portable turns the name of an application into a part of the name of a file, which is short and
// plain.
func portable(name string) string {
	const longest = 32
	plain := strings.Map(func(r rune) rune {
		if r < utf8.RuneSelf && (unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("._-", r)) {
			return r
		}
		return '_'
	}, name)
	return plain[:min(len(plain), longest)]
}

// declared returns the position of the folder in the section recording, for errors.
func (s *Session) declared() string {
	if s.Config.Recording.Directory == "" {
		return ""
	}
	return s.Config.Recording.At.String() + ": recording.directory: "
}

// openRecording creates the recording with everything that a replay needs.
func (s *Session) openRecording() error {
	s.recording = s.options.recording
	if s.recording == "" {
		s.recording = s.defaultRecording()
		s.byDefault = true
	}
	if s.recording == "" {
		return nil
	}
	files, err := s.files()
	if err != nil {
		return err
	}
	if s.byDefault {
		if err := os.MkdirAll(filepath.Dir(s.recording), 0o750); err != nil {
			return fmt.Errorf("%sthe folder for recordings cannot be created; choose another path for the recording, or none: %w", s.declared(), err)
		}
	}
	if s.file, err = record.Create(s.recording); err != nil {
		return err
	}
	s.disk = faults.NewDisk(storage(s.file, s.Config.Virtual))
	writer, err := record.NewWriter(s.disk, record.Options{Entries: record.RunEntries(s.Config.Seed), Files: files})
	if err == nil {
		s.sink, err = record.NewSink(writer, record.SinkOptions{Exclude: s.Config.Recording.Exclude, Describe: s.describe})
	}
	if err != nil {
		return errors.Join(err, s.discardRecording())
	}
	return nil
}

// files reads the application's files again. It returns an error if they changed since they were
// checked.
func (s *Session) files() ([]record.File, error) {
	root, err := os.OpenRoot(filepath.Dir(s.source))
	if err != nil {
		return nil, err
	}
	defer root.Close()
	var files []record.File
	for _, f := range s.Config.Files {
		data, err := root.ReadFile(f.Name)
		if err != nil {
			return nil, err
		}
		files = append(files, record.File{Name: f.Name, MediaType: mediaType(f.Name), Data: data})
	}
	return files, nil
}

func mediaType(name string) string {
	switch strings.ToLower(filepath.Ext(name)) {
	case ".urdf", ".xml", ".dae":
		return "application/xml"
	case ".zae":
		return "application/zip"
	case ".stl":
		return "model/stl"
	case ".obj":
		return "model/obj"
	}
	return "application/yaml"
}

func (s *Session) discardRecording() error {
	if s.file == nil {
		return nil
	}
	return errors.Join(s.discardSpineLogs(), s.file.Close(), os.Remove(s.file.Name()))
}

func (s *Session) closeRecording(r *report.Report) error {
	if s.sink == nil {
		return nil
	}
	err := errors.Join(s.sink.Close(), s.disk.Close(), s.logs.Close())
	r.Recording, r.Dropped, r.Logs = s.recording, s.sink.Lost(), s.logs.Logs()
	return err
}
