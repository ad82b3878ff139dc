package record

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/robo-actors/robo-actors/messages"
)

// Reader reads a recording. Everything but Messages and File works from what Open found. Several
// goroutines may use one.
type Reader struct {
	source   io.ReaderAt
	size     int64
	closer   io.Closer
	entries  []Entry
	files    []fileInfo
	schemas  []*Schema // by number, from 1
	channels []*Channel
	chunks   []chunkInfo
	dropped  []Entry
	damage   *Damage
}

// Schema describes the messages of a channel.
type Schema struct {
	// Name is the full name of the protobuf message.
	Name string
	// Encoding is protobuf, and Data a FileDescriptorSet.
	Encoding string
	Data     []byte
}

// Channel is a topic of a recording.
type Channel struct {
	Topic    string
	Schema   *Schema
	Metadata []Entry
	// Messages counts those that can be read, which are First to Last in log time.
	Messages    uint64
	First, Last messages.Instant
	// Dropped counts values that the recorder lost. It is known only of a recording that was
	// closed.
	Dropped uint64

	number uint16
}

type fileInfo struct {
	name, mediaType string
	time            messages.Instant
	offset          int64 // of the content
	size            int64
	crc             uint32 // of the content
}

// chunkInfo is where the records of a chunk stand, and which messages are among them.
type chunkInfo struct {
	offset   int64
	length   int
	crc      uint32
	times    span
	channels []uint16 // numbers of those that have messages here
}

// newestIn names the newest recording of a folder, if it has one.
func newestIn(folder string) string {
	var newest string
	var at time.Time
	files, _ := filepath.Glob(filepath.Join(folder, "*.mcap")) // the pattern is the folder's name at worst
	for _, file := range files {
		if info, err := os.Stat(file); err == nil && info.ModTime().After(at) {
			newest, at = file, info.ModTime()
		}
	}
	if newest == "" {
		return ""
	}
	return "; its newest recording is " + newest
}

// Open opens and checks a recording; the whole file is read once. A damaged or cut-off recording
// opens, and Damage describes the damage; ErrNotRecording is something else.
func Open(path string) (*Reader, error) {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("recording %s: %w", path, fs.ErrNotExist)
	}
	if err != nil {
		return nil, fmt.Errorf("open the recording: %w", err)
	}
	if info.IsDir() {
		return nil, fmt.Errorf("%w: %s is a folder%s", ErrNotRecording, path, newestIn(path))
	}
	if !info.Mode().IsRegular() { // a pipe would wait for somebody who writes
		return nil, fmt.Errorf("%w: %s is no regular file", ErrNotRecording, path)
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("open the recording: %w", err)
	}
	if info, err = file.Stat(); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	r, err := NewReader(file, info.Size())
	if err != nil {
		if errors.Is(err, ErrNotRecording) && slices.Contains([]string{".yaml", ".yml"}, filepath.Ext(path)) {
			err = fmt.Errorf("%w; run or sim makes a recording of an application file", err)
		}
		return nil, errors.Join(fmt.Errorf("recording %s: %w", path, err), file.Close())
	}
	r.closer = file
	return r, nil
}

// NewReader checks a recording of size bytes, as Open does.
func NewReader(source io.ReaderAt, size int64) (*Reader, error) {
	r := &Reader{source: source, size: size}
	if err := r.scan(); err != nil {
		return nil, err
	}
	return r, nil
}

// Close closes the file that Open has opened.
func (r *Reader) Close() error {
	if r.closer == nil {
		return nil
	}
	return r.closer.Close()
}

// Damage describes what of the recording could not be read; nil when all of it could.
func (r *Reader) Damage() *Damage { return r.damage }

// Entries describe the run, sorted by key; see RunEntries.
func (r *Reader) Entries() []Entry { return append([]Entry{}, r.entries...) }

// Entry returns the value of one key, and whether it is there.
func (r *Reader) Entry(key string) (value string, ok bool) { return entryOf(r.entries, key) }

func entryOf(entries []Entry, key string) (string, bool) {
	for _, e := range entries {
		if e.Key == key {
			return e.Value, true
		}
	}
	return "", false
}

// Channels returns the topics, in the order in which they were declared.
func (r *Reader) Channels() []*Channel { return append([]*Channel{}, r.channels...) }

// Channel returns the channel of a topic. The error lists the known topics.
func (r *Reader) Channel(topic string) (*Channel, error) {
	for _, c := range r.channels {
		if c.Topic == topic {
			return c, nil
		}
	}
	return nil, fmt.Errorf("%w %q is not in the recording; topics: %s", ErrTopic, topic, r.topics())
}

func (r *Reader) topics() string {
	if len(r.channels) == 0 {
		return "none"
	}
	names := make([]string, 0, len(r.channels))
	for _, c := range r.channels {
		names = append(names, c.Topic)
	}
	return strings.Join(names, ", ")
}

// Value returns the value of a key of the channel's metadata, and whether it is there.
func (c *Channel) Value(key string) (value string, ok bool) { return entryOf(c.Metadata, key) }

// Files lists the names of the attached files, in the order in which they were attached.
func (r *Reader) Files() []string {
	names := make([]string, 0, len(r.files))
	for _, f := range r.files {
		names = append(names, f.name)
	}
	return names
}

// File reads an attached file. The error lists the attached files.
func (r *Reader) File(name string) (File, error) {
	for _, f := range r.files {
		if f.name == name {
			data, err := readChecked(r.source, f.offset, int(f.size), f.crc, nil)
			if err != nil {
				return File{}, fmt.Errorf("file %q: %w", name, err)
			}
			return File{Name: f.name, MediaType: f.mediaType, Data: data}, nil
		}
	}
	return File{}, fmt.Errorf("%w: file %q is not in the recording; files: %s", errName, name, strings.Join(r.Files(), ", "))
}
