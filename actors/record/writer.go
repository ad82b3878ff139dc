package record

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/messages/pb"
)

// Options describe the run in a recording and bound its chunks and size. The zero value is usable.
type Options struct {
	// Entries describe the run; see RunEntries.
	Entries []Entry
	// Files are attached at the beginning, in this order.
	Files []File
	// ChunkBytes closes a chunk once its messages take so many bytes; 0 means 64 KiB, and 8 MiB is
	// the most.
	ChunkBytes int
	// ChunkTime closes a chunk once its messages span so much log time; 0 means 200 ms.
	ChunkTime time.Duration
	// MaxBytes ends the recording before its data section would grow beyond it; 0 means no limit.
	// The summary that Close adds takes about one hundredth of it.
	MaxBytes int64
}

func (o Options) withDefaults() (Options, error) {
	if o.ChunkBytes == 0 {
		o.ChunkBytes = 64 << 10
	}
	if o.ChunkTime == 0 {
		o.ChunkTime = 200 * time.Millisecond
	}
	if o.ChunkBytes < 0 || o.ChunkBytes > maxChunk-maxMessage || o.ChunkTime < 0 || o.MaxBytes < 0 {
		return o, fmt.Errorf("%w: chunks of %d bytes or %s, at most %d bytes altogether; expected none to be negative, and chunks of at most %d bytes",
			errTooLarge, o.ChunkBytes, o.ChunkTime, o.MaxBytes, maxChunk-maxMessage)
	}
	if err := checkEntries("the recording", o.Entries); err != nil {
		return o, err
	}
	seen := map[string]bool{}
	for _, f := range o.Files {
		if err := f.check(); err != nil {
			return o, err
		}
		if seen[f.Name] {
			return o, fmt.Errorf("%w: file %q is there twice", errName, f.Name)
		}
		seen[f.Name] = true
	}
	return o, nil
}

// Writer writes a recording. The package comment says what it guarantees. It is for one goroutine.
type Writer struct {
	out      output
	options  Options
	chunk    chunk
	channels []*writerChannel // numbered from 1 in the file
	schemas  []*writerSchema  // numbered from 1 in the file
	summary  summary
	stopped  error // why values are dropped; nil while they are taken
	closed   bool
}

type writerChannel struct {
	topic    string
	codec    *pb.Codec
	metadata []Entry
	schema   *writerSchema
	number   uint16
	state    definition
	written  uint64 // messages in chunks that were written
	dropped  uint64
}

type writerSchema struct {
	codec  *pb.Codec
	number uint16
	state  definition
}

// definition records whether a schema or channel record is in the file.
type definition uint8

const (
	undefined definition = iota
	pending              // in the open chunk
	defined
)

// ChannelID names a channel of one Writer.
type ChannelID uint16

// NewWriter begins a recording: header, metadata and files are written at once. It returns an
// error for invalid options and the error of the writer underneath.
func NewWriter(to io.Writer, options Options) (*Writer, error) {
	options, err := options.withDefaults()
	if err != nil {
		return nil, err
	}
	w := &Writer{
		out: output{to: to}, options: options,
		chunk: newChunk(options.ChunkBytes + 4096), summary: summary{times: noTimes},
	}
	start := appendStart(nil)
	if start, err = w.addMetadata(start, runRecord, options.Entries); err != nil {
		return nil, err
	}
	for _, f := range options.Files {
		start = w.addFile(start, f, 0)
	}
	if err := w.out.write(start, summed{}); err != nil {
		return nil, err
	}
	return w, nil
}

// addMetadata appends a metadata record to a block that will be written next.
func (w *Writer) addMetadata(block []byte, name string, entries []Entry) ([]byte, error) {
	start := len(block)
	block = appendMetadata(block, name, entries)
	if size := len(block) - start; size > maxMetadata {
		return block, fmt.Errorf("%w: metadata %q has %d bytes; expected at most %d", errTooLarge, name, size, maxMetadata)
	}
	w.summary.addMetadata(name, w.out.good+int64(start), len(block)-start)
	return block, nil
}

// addFile appends an attachment to a block that will be written next.
func (w *Writer) addFile(block []byte, f File, time messages.Instant) []byte {
	start := len(block)
	block = appendAttachment(block, f, time)
	w.summary.addFile(f, time, w.out.good+int64(start), len(block)-start)
	return block
}

// Channel declares a topic, with the codec of its values. Metadata describes it for readers; see
// Names. A topic has one channel.
func (w *Writer) Channel(topic string, codec *pb.Codec, metadata ...Entry) (ChannelID, error) {
	switch {
	case w.closed:
		return 0, ErrClosed
	case topic == "" || len(topic) > 1024 || strings.ContainsAny(topic, "\x00\r\n"):
		return 0, fmt.Errorf("%w: topic %.40q; expected 1 to 1024 bytes on one line", errName, topic)
	case len(w.channels) == maxChannels:
		return 0, fmt.Errorf("%w: topic %q would be the %dth; expected at most %d topics", errTooLarge, topic, maxChannels+1, maxChannels)
	}
	if err := checkEntries("topic "+topic, metadata); err != nil {
		return 0, err
	}
	for _, c := range w.channels {
		if c.topic == topic {
			return 0, fmt.Errorf("%w %q is there already, with values of %s", ErrTopic, topic, c.codec.Name())
		}
	}
	c := &writerChannel{
		topic: topic, codec: codec, metadata: sorted(metadata), schema: w.schemaFor(codec), number: uint16(len(w.channels) + 1),
	}
	w.channels = append(w.channels, c)
	if w.stopped == nil {
		w.define(c)
	}
	return ChannelID(c.number), nil
}

func (w *Writer) schemaFor(codec *pb.Codec) *writerSchema {
	for _, s := range w.schemas {
		if s.codec == codec {
			return s
		}
	}
	s := &writerSchema{codec: codec, number: uint16(len(w.schemas) + 1)}
	w.schemas = append(w.schemas, s)
	return s
}

// define puts what readers must know of a channel into the open chunk, unless it is in the file
// already.
func (w *Writer) define(c *writerChannel) {
	if c.schema.state == undefined {
		w.chunk.frame = appendSchema(w.chunk.frame, c.schema)
		c.schema.state = pending
	}
	if c.state == undefined {
		w.chunk.frame = appendChannel(w.chunk.frame, c)
		c.state = pending
	}
}

func appendSchema(dst []byte, s *writerSchema) []byte {
	dst, mark := beginRecord(dst, opSchema)
	dst = little.AppendUint16(dst, s.number)
	dst = appendText(dst, s.codec.Name())
	dst = appendText(dst, encoding)
	dst = appendText(dst, s.codec.Schema())
	return endRecord(dst, mark)
}

func appendChannel(dst []byte, c *writerChannel) []byte {
	dst, mark := beginRecord(dst, opChannel)
	dst = little.AppendUint16(dst, c.number)
	dst = little.AppendUint16(dst, c.schema.number)
	dst = appendText(dst, c.topic)
	dst = appendText(dst, encoding)
	dst = appendEntries(dst, c.metadata)
	return endRecord(dst, mark)
}
