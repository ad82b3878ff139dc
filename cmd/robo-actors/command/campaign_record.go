package command

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/robo-actors/robo-actors/actors/record"
	"github.com/robo-actors/robo-actors/supervision/faults/campaign"
	"github.com/robo-actors/robo-actors/worlds/app"
)

// violationEntry is the entry of a recording's metadata that has the violation of its run.
const violationEntry = "violation"

// recordedViolationError reports the violation of an invariant in a recorded run.
type recordedViolationError struct{ text string }

// Error returns the violation.
func (e recordedViolationError) Error() string { return "the run violates an invariant: " + e.text }

// recordedViolation returns the violation of a recorded run, or nil.
func recordedViolation(r *record.Reader) error {
	for _, e := range r.Info().Entries {
		if e.Key == violationEntry {
			return recordedViolationError{e.Value}
		}
	}
	return nil
}

// record repeats the failed runs and stores their recordings.
func (f *campaignFlags) record(ctx context.Context, of *subjects, r *campaign.Result) error {
	if f.keep == "" {
		return nil
	}
	for _, failure := range r.Failures {
		if failure.Recording != "" {
			continue
		}
		if err := os.MkdirAll(f.keep, 0o750); err != nil {
			return err
		}
		config, file, err := of.write(f.keep, failure.Seed)
		if err != nil {
			return err
		}
		path := filepath.Join(f.keep, fmt.Sprintf("%s-%s-seed%d.mcap", config.Name, failure.Invariant, failure.Seed))
		if err := os.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
		files, err := attachments(config, filepath.Dir(file))
		if err != nil {
			return err
		}
		if err := recordFailure(ctx, config, files, r, failure, path); err != nil {
			return err
		}
		failure.Recording, failure.Application = path, file
	}
	return nil
}

// attachments reads the files of an application below a folder.
func attachments(config *app.Config, folder string) ([]record.File, error) {
	root, err := os.OpenRoot(folder)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	var files []record.File
	for _, f := range config.Files {
		data, err := root.ReadFile(filepath.FromSlash(f.Name))
		if err != nil {
			return nil, err
		}
		files = append(files, record.File{Name: f.Name, Data: data})
	}
	return files, nil
}

// recordFailure repeats a failed run with a recorder.
func recordFailure(ctx context.Context, config *app.Config, files []record.File, r *campaign.Result, failure *campaign.Failure, path string) (err error) {
	to, err := record.Create(path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, to.Close()) }()
	entries := append(record.RunEntries(failure.Seed), record.Entry{Key: violationEntry, Value: failure.Error()})
	writer, err := record.NewWriter(to, record.Options{Entries: entries, Files: files})
	if err != nil {
		return err
	}
	sink, err := record.NewSink(writer, record.SinkOptions{Exclude: config.Recording.Exclude})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, sink.Close()) }()
	return campaign.Repeat(ctx, config, r.Duration, failure, sink)
}
