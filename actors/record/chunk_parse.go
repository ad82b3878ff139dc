package record

import (
	"errors"
	"fmt"
	"slices"

	"github.com/robo-actors/robo-actors/messages"
)

// chunkParser reads the records of one chunk whose checksum matches, and adds nothing to the reader
// before commit.
type chunkParser struct {
	reader   *Reader
	index    *messageIndexes
	schemas  []*Schema
	channels []*Channel
	times    span
	spans    []span // of each channel's messages, by number from 1
}

// rawMessage is a message as it is in a chunk.
type rawMessage struct {
	channel              uint16
	sequence             uint32
	logTime, publishTime uint64
	data                 []byte
}

func (c *cursor) message() rawMessage {
	m := rawMessage{channel: c.uint16(), sequence: c.uint32(), logTime: c.uint64(), publishTime: c.uint64()}
	m.data = c.bytes(uint64(len(c.data)))
	return m
}

func (p *chunkParser) parse(records []byte) error {
	p.index.reset()
	p.times = noTimes
	c := cursor{data: records}
	for len(c.data) > 0 {
		offset := len(records) - len(c.data)
		op, content := c.record()
		if c.bad {
			return errors.New("a record reaches past its end")
		}
		inner := cursor{data: content}
		var err error
		switch op {
		case opSchema:
			err = p.schema(&inner)
		case opChannel:
			err = p.channel(&inner)
		case opMessage:
			err = p.message(&inner, offset)
		default:
			err = fmt.Errorf("a record of kind %#02x", byte(op))
		}
		if err == nil && !inner.done() {
			err = fmt.Errorf("a record of kind %#02x has a wrong length", byte(op))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// at returns the thing of a number, counted from 1 over those that are known and those that this
// chunk adds.
func at[T any](known, added []*T, number uint16) *T {
	switch i := int(number) - 1; {
	case i < 0 || i >= len(known)+len(added):
		return nil
	case i < len(known):
		return known[i]
	default:
		return added[i-len(known)]
	}
}

// schema takes the next schema by number, or one that is there already, unchanged.
func (p *chunkParser) schema(c *cursor) error {
	number := c.uint16()
	s := &Schema{Name: c.text(), Encoding: c.text(), Data: slices.Clone(c.block())}
	known := at(p.reader.schemas, p.schemas, number)
	count := len(p.reader.schemas) + len(p.schemas)
	switch {
	case c.bad:
		return errors.New("a schema is cut off")
	case known != nil && known.Name == s.Name && known.Encoding == s.Encoding && string(known.Data) == string(s.Data):
		return nil
	case int(number) == count+1 && s.Encoding == encoding:
		p.schemas = append(p.schemas, s)
		return nil
	}
	return fmt.Errorf("schema %d (%.40q, encoding %.20q) follows %d others", number, s.Name, s.Encoding, count)
}

// channel takes the next channel by number, or one that is there already, unchanged.
func (p *chunkParser) channel(c *cursor) error {
	number, schemaNumber := c.uint16(), c.uint16()
	added := &Channel{Topic: c.text(), number: number}
	messageEncoding := c.text()
	added.Metadata = c.entries()
	added.Schema = at(p.reader.schemas, p.schemas, schemaNumber)
	known := at(p.reader.channels, p.channels, number)
	count := len(p.reader.channels) + len(p.channels)
	switch {
	case c.bad:
		return errors.New("a channel is cut off")
	case added.Schema == nil || messageEncoding != encoding:
		return fmt.Errorf("channel %d (%.40q) has schema %d and encoding %.20q", number, added.Topic, schemaNumber, messageEncoding)
	case known != nil && known.Topic == added.Topic && known.Schema == added.Schema && slices.Equal(known.Metadata, added.Metadata):
		return nil
	case int(number) != count+1 || int(number) > maxChannels:
		return fmt.Errorf("channel %d (%.40q) follows %d others", number, added.Topic, count)
	}
	for _, other := range slices.Concat(p.reader.channels, p.channels) {
		if other.Topic == added.Topic {
			return fmt.Errorf("two channels have the topic %.40q", added.Topic)
		}
	}
	p.channels = append(p.channels, added)
	return nil
}

func (p *chunkParser) message(c *cursor, offset int) error {
	m := c.message()
	switch count := len(p.reader.channels) + len(p.channels); {
	case c.bad:
		return errors.New("a message is cut off")
	case m.channel < 1 || int(m.channel) > count:
		return fmt.Errorf("a message of channel %d of %d", m.channel, count)
	case int64(m.logTime) < 0:
		return fmt.Errorf("a message with the log time %d", m.logTime)
	}
	p.index.add(m.channel, m.logTime, offset)
	p.times.add(m.logTime)
	for len(p.spans) < int(m.channel) {
		p.spans = append(p.spans, noTimes)
	}
	p.spans[m.channel-1].add(m.logTime)
	return nil
}

// commit adds what the chunk has defined and counts its messages.
func (p *chunkParser) commit() {
	p.reader.schemas = append(p.reader.schemas, p.schemas...)
	p.reader.channels = append(p.reader.channels, p.channels...)
	for i, times := range p.spans {
		if times.empty() {
			continue
		}
		c := p.reader.channels[i]
		if c.Messages == 0 {
			c.First = messages.Instant(times.first)
		}
		c.First, c.Last = min(c.First, messages.Instant(times.first)), max(c.Last, messages.Instant(times.last))
		c.Messages += p.index.count(c.number)
	}
}

// present lists the channels that have messages in the chunk.
func (p *chunkParser) present() (numbers []uint16) {
	for i, times := range p.spans {
		if !times.empty() {
			numbers = append(numbers, uint16(i+1))
		}
	}
	return numbers
}
