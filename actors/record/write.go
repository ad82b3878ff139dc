package record

import (
	"errors"
	"fmt"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/messages/pb"
)

// Write records a value, a pointer to the type of the channel's codec, with its stamp. logTime is
// when the recorder took it: at least zero, and it may go back. The value is not kept. A value that
// is not recorded counts as dropped, and the error says why; once the recording has stopped, every
// call gives the error with which it did.
func (w *Writer) Write(id ChannelID, logTime messages.Instant, stamp messages.Stamp, value any) error {
	if id == 0 || int(id) > len(w.channels) {
		return fmt.Errorf("%w: channel %d was not declared; expected one of the %d that Channel returned", ErrTopic, id, len(w.channels))
	}
	c := w.channels[id-1]
	if err := w.take(c, logTime, stamp, value); err != nil {
		c.dropped++
		return err
	}
	if len(w.chunk.records()) >= w.options.ChunkBytes {
		return w.closeChunk()
	}
	return nil
}

// take puts a message into the open chunk, after closing the last one where the message is too far
// away in time.
func (w *Writer) take(c *writerChannel, logTime messages.Instant, stamp messages.Stamp, value any) error {
	switch {
	case w.closed:
		return ErrClosed
	case w.stopped != nil:
		return w.stopped
	case logTime < 0:
		return fmt.Errorf("%w: topic %s: %d ns is before the start of the system", errTime, c.topic, int64(logTime))
	}
	if !w.spans(logTime) {
		if err := w.closeChunk(); err != nil {
			return err
		}
	}
	w.define(c)
	begin := len(w.chunk.frame)
	frame, mark := beginRecord(w.chunk.frame, opMessage)
	frame = little.AppendUint16(frame, c.number)
	frame = little.AppendUint32(frame, uint32(stamp.Sequence))
	frame = little.AppendUint64(frame, uint64(logTime))
	frame = little.AppendUint64(frame, uint64(stamp.Time))
	frame, err := c.codec.Append(frame, value)
	if err != nil {
		w.chunk.frame = frame[:begin]
		return fmt.Errorf("%w: topic %s: %w", ErrSchema, c.topic, err)
	}
	frame = pb.AppendStamp(frame, stamp)
	if size := len(frame) - mark - messageHead; size > maxMessage {
		w.chunk.frame = frame[:begin]
		return fmt.Errorf("%w: topic %s: message of %d bytes; expected at most %d", errTooLarge, c.topic, size, maxMessage)
	}
	w.chunk.index.add(c.number, uint64(logTime), begin-recordHead-chunkHead)
	w.chunk.times.add(uint64(logTime))
	w.chunk.frame = endRecord(frame, mark)
	return nil
}

// spans says whether a message of that time may join the open chunk.
func (w *Writer) spans(t messages.Instant) bool {
	times := w.chunk.times
	if times.empty() {
		return true
	}
	times.add(uint64(t))
	return times.last-times.first < uint64(w.options.ChunkTime)
}

// Advance tells the time to a recording that may get no value for a while, so that its last chunk
// is closed in time.
func (w *Writer) Advance(now messages.Instant) error {
	if w.closed || w.stopped != nil || now < 0 || w.spans(now) {
		return nil
	}
	return w.closeChunk()
}

// Flush writes what is pending, whatever its size.
func (w *Writer) Flush() error {
	switch {
	case w.closed:
		return ErrClosed
	case w.stopped != nil:
		return w.stopped
	}
	return w.closeChunk()
}

// Attach adds a file at a log time. What is pending is written before it.
func (w *Writer) Attach(f File, logTime messages.Instant) error {
	if err := f.check(); err != nil {
		return err
	}
	if err := w.Flush(); err != nil {
		return err
	}
	before := w.summary.files
	if err := w.write(w.addFile(nil, f, logTime), summed{}); err != nil {
		w.summary.files = before
		return err
	}
	return nil
}

// Dropped adds to the count of values that a channel has lost before they came here.
func (w *Writer) Dropped(id ChannelID, count uint64) error {
	if id == 0 || int(id) > len(w.channels) {
		return fmt.Errorf("%w: channel %d was not declared; expected one of the %d that Channel returned", ErrTopic, id, len(w.channels))
	}
	w.channels[id-1].dropped += count
	return nil
}

// closeChunk writes the open chunk. When that fails, its messages count as dropped, and what it
// defined is defined again by the next one.
func (w *Writer) closeChunk() error {
	if w.chunk.empty() {
		return nil
	}
	records := len(w.chunk.records())
	block, length := w.chunk.seal()
	err := w.write(block, w.chunk.known)
	if err == nil {
		w.summary.addChunk(&w.chunk, w.out.good-int64(len(block)), length, records)
	}
	for _, c := range w.channels {
		if n := w.chunk.index.count(c.number); err == nil {
			c.written += n
		} else {
			c.dropped += n
		}
		c.state = c.state.after(err)
	}
	for _, s := range w.schemas {
		s.state = s.state.after(err)
	}
	w.chunk.reset()
	return err
}

func (d definition) after(err error) definition {
	switch {
	case d != pending:
		return d
	case err == nil:
		return defined
	}
	return undefined
}

// write appends a block to the file, and stops the recording when that fails or when the file would
// become too large.
func (w *Writer) write(block []byte, known summed) error {
	if limit := w.options.MaxBytes; limit > 0 && w.out.good+int64(len(block)) > limit {
		w.stopped = fmt.Errorf("%w of %d bytes", ErrFull, limit)
		return w.stopped
	}
	w.stopped = w.out.write(block, known)
	return w.stopped
}

// Resume takes values again after the recording has stopped because a write failed, once the file
// has room again. What was dropped stays dropped and counted. It fails where the file could not be
// cut back to its last whole chunk.
func (w *Writer) Resume() error {
	switch {
	case w.closed:
		return ErrClosed
	case w.stopped == nil:
		return nil
	case errors.Is(w.stopped, ErrFull):
		return w.stopped
	}
	if w.out.ragged {
		if err := w.out.cut(); err != nil {
			return errors.Join(w.stopped, err)
		}
	}
	if w.out.ragged {
		return fmt.Errorf("%w: what it is written to cannot be cut back", w.stopped)
	}
	w.stopped = nil
	return nil
}

// Close writes what is pending, the numbers of dropped values and the summary, and ends the
// recording; it does not close what the recording is written to. Where the recording has stopped,
// the summary is still tried, and the error is that of the stop. The second call does nothing.
func (w *Writer) Close() error {
	if w.closed {
		return nil
	}
	if w.stopped == nil {
		w.stopped = w.closeChunk()
	}
	w.closed = true
	if w.out.ragged {
		return w.stopped
	}
	block, err := w.addDropped()
	if err == nil {
		err = w.out.write(w.appendSummary(block), summed{})
	}
	if w.stopped != nil {
		return errors.Join(w.stopped, err)
	}
	return err
}

// addDropped returns a block with the numbers of dropped values by topic, where there are any.
func (w *Writer) addDropped() ([]byte, error) {
	var entries []Entry
	for _, c := range w.channels {
		if c.dropped > 0 {
			entries = append(entries, Entry{c.topic, fmt.Sprint(c.dropped)})
		}
	}
	if len(entries) == 0 {
		return nil, nil
	}
	return w.addMetadata(nil, droppedRecord, entries)
}

// Progress is how far a recording has come.
type Progress struct {
	// Bytes are in the file.
	Bytes int64
	// Written counts the messages in chunks that were written, Pending those of the open chunk,
	// Dropped those lost.
	Written, Pending, Dropped uint64
	// Chunks counts the chunks that were written.
	Chunks uint64
	// Stopped says why values are dropped; nil while they are taken.
	Stopped error
}

// Progress returns how far the recording has come.
func (w *Writer) Progress() Progress {
	p := Progress{Bytes: w.out.good, Chunks: w.summary.chunks, Stopped: w.stopped}
	for _, c := range w.channels {
		p.Written += c.written
		p.Dropped += c.dropped
		p.Pending += w.chunk.index.count(c.number)
	}
	return p
}
