package record

import (
	"cmp"
	"fmt"
	"iter"
	"slices"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/messages/pb"
)

// Filter selects messages. The zero value takes all, in the order in which they were recorded.
type Filter struct {
	// Topics takes those topics only; none means all.
	Topics []string
	// From is the first log time that is taken, and Until the first that is not; 0 means no end.
	From, Until messages.Instant
	// ByTime gives the messages in the order of their log times; those of one time in the order of
	// the file. In virtual time both orders are the same.
	ByTime bool
}

// Message is one message of a recording.
type Message struct {
	Channel *Channel
	// LogTime is when the recorder took it, Stamp that of its sender.
	LogTime messages.Instant
	Stamp   messages.Stamp
	// Data is the encoded protobuf message. It is valid until the loop goes on.
	Data []byte
}

// Decode overwrites value, a pointer to the codec's type, with the message. The error says where
// the topic carries another type.
func (m Message) Decode(codec *pb.Codec, value any) error {
	if m.Channel.Schema.Name != codec.Name() {
		return fmt.Errorf("%w: topic %s carries %s, not %s", ErrSchema, m.Channel.Topic, m.Channel.Schema.Name, codec.Name())
	}
	if err := codec.DecodeUpTo(maxMessage, m.Data, value); err != nil {
		return fmt.Errorf("topic %s at %s: %w", m.Channel.Topic, m.LogTime, err)
	}
	return nil
}

// Messages yields the selected messages. An error ends the loop: a topic that is not there, a file
// that cannot be read or has changed since Open, a message without a readable stamp.
func (r *Reader) Messages(filter Filter) iter.Seq2[Message, error] {
	return func(yield func(Message, error) bool) {
		s, err := r.selectBy(filter)
		if err != nil {
			yield(Message{}, err)
			return
		}
		if filter.ByTime {
			s.byTime(yield)
		} else {
			s.inOrder(yield)
		}
	}
}

// selection is a filter, looked up in a recording.
type selection struct {
	reader *Reader
	filter Filter
	wanted []bool // by channel number, from 1
	chunks []chunkInfo
}

func (r *Reader) selectBy(filter Filter) (*selection, error) {
	s := &selection{reader: r, filter: filter, wanted: make([]bool, len(r.channels))}
	for _, topic := range filter.Topics {
		c, err := r.Channel(topic)
		if err != nil {
			return nil, err
		}
		s.wanted[c.number-1] = true
	}
	if len(filter.Topics) == 0 {
		for i := range s.wanted {
			s.wanted[i] = true
		}
	}
	for _, c := range r.chunks {
		if s.hasSome(c) {
			s.chunks = append(s.chunks, c)
		}
	}
	return s, nil
}

func (s *selection) hasSome(c chunkInfo) bool {
	if c.times.empty() || messages.Instant(c.times.last) < s.filter.From || !s.before(c.times.first) {
		return false
	}
	return slices.ContainsFunc(c.channels, func(number uint16) bool { return s.wanted[number-1] })
}

func (s *selection) before(t uint64) bool {
	return s.filter.Until == 0 || messages.Instant(t) < s.filter.Until
}

func (s *selection) has(m rawMessage) bool {
	return s.wanted[m.channel-1] && messages.Instant(m.logTime) >= s.filter.From && s.before(m.logTime)
}

// each hands the selected messages of a chunk to do, until it returns false. The data shares memory
// with records.
func (s *selection) each(records []byte, do func(rawMessage) bool) (goOn bool) {
	for c := (cursor{data: records}); len(c.data) > 0 && !c.bad; {
		op, content := c.record()
		if op != opMessage {
			continue
		}
		inner := cursor{data: content}
		if m := inner.message(); s.has(m) && !do(m) {
			return false
		}
	}
	return true
}

func (s *selection) inOrder(yield func(Message, error) bool) {
	var buf []byte
	for _, c := range s.chunks {
		records, err := readChecked(s.reader.source, c.offset, c.length, c.crc, buf)
		if err != nil {
			yield(Message{}, err)
			return
		}
		buf = records
		if !s.each(records, func(m rawMessage) bool { return s.yield(m, yield) }) {
			return
		}
	}
}

// byTime keeps the messages of the chunks that overlap, and yields those before which no further
// chunk can have any.
func (s *selection) byTime(yield func(Message, error) bool) {
	slices.SortStableFunc(s.chunks, func(a, b chunkInfo) int { return cmp.Compare(a.times.first, b.times.first) })
	type placed struct {
		rawMessage
		offset int64 // of its chunk
	}
	var waiting []placed
	for i, c := range s.chunks {
		records, err := readChecked(s.reader.source, c.offset, c.length, c.crc, nil)
		if err != nil {
			yield(Message{}, err)
			return
		}
		s.each(records, func(m rawMessage) bool {
			waiting = append(waiting, placed{m, c.offset})
			return true
		})
		slices.SortStableFunc(waiting, func(a, b placed) int {
			return cmp.Or(cmp.Compare(a.logTime, b.logTime), cmp.Compare(a.offset, b.offset))
		})
		done := 0
		for done < len(waiting) && (i == len(s.chunks)-1 || waiting[done].logTime < s.chunks[i+1].times.first) {
			if !s.yield(waiting[done].rawMessage, yield) {
				return
			}
			done++
		}
		waiting = slices.Delete(waiting, 0, done)
	}
}

// yield reads the stamp and hands the message to the loop.
func (s *selection) yield(m rawMessage, yield func(Message, error) bool) (goOn bool) {
	out := Message{Channel: s.reader.channels[m.channel-1], LogTime: messages.Instant(m.logTime), Data: m.data}
	stamp, ok, err := pb.DecodeStamp(m.data)
	if err != nil || !ok {
		if err == nil {
			err = fmt.Errorf("%w: it has no stamp", ErrSchema)
		}
		yield(Message{}, fmt.Errorf("topic %s at %s: %w", out.Channel.Topic, out.LogTime, err))
		return false
	}
	out.Stamp = stamp
	return yield(out, nil)
}
