package record

import (
	"bytes"
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/robo-actors/robo-actors/messages"
)

// Comparison is what Compare found. A and B are the two recordings.
type Comparison struct {
	// Messages counts the messages that are the same, up to the first difference.
	Messages uint64 `json:"messages"`
	// Entries are the descriptions of the run that differ, and Files the attached files.
	Entries []EntryDifference `json:"entries"`
	Files   []EntryDifference `json:"files"`
	// OnlyA and OnlyB list the topics of one recording alone.
	OnlyA []string `json:"only_a"`
	OnlyB []string `json:"only_b"`
	// Channels are the topics of both that carry another type, or whose elements have other names
	// or units. Topics of another type are not compared.
	Channels []EntryDifference `json:"channels"`
	// First is the first message that differs, by log time; nil if none does.
	First *Difference `json:"first"`
}

// EntryDifference is a text that differs. An empty text stands for one that is missing.
type EntryDifference struct {
	Key string `json:"key"`
	A   string `json:"a"`
	B   string `json:"b"`
}

// Difference is a value that differs between two messages.
type Difference struct {
	Topic string `json:"topic"`
	// LogTime is that of the message, in both recordings.
	LogTime messages.Instant `json:"log_time_ns"`
	// Index is the number of the message among those of its topic that were compared, from 0.
	Index uint64 `json:"index"`
	// Field is the path of the value, as in columns of ExportCSV, or empty where one recording has
	// more messages of the topic at that time than the other.
	Field string `json:"field"`
	// A and B are the values as text.
	A string `json:"a"`
	B string `json:"b"`
}

// Equal reports whether nothing differs.
func (c *Comparison) Equal() bool {
	return c.First == nil && len(c.Entries)+len(c.Files)+len(c.OnlyA)+len(c.OnlyB)+len(c.Channels) == 0
}

// Compare finds the first difference between two recordings. Of messages that are in both, it
// compares the values of fields of the same name: recordings of different versions of a schema can
// be compared. Two NaN are the same. The messages are read once, up to the first difference.
func Compare(a, b *Reader, filter Filter) (Comparison, error) {
	c := Comparison{Entries: compareEntries(a.entries, b.entries), Files: compareFiles(a, b), OnlyA: []string{}, OnlyB: []string{}, Channels: []EntryDifference{}}
	shared, err := c.channels(a, b, filter.Topics)
	if err != nil || len(shared) == 0 {
		return c, err
	}
	filter.Topics, filter.ByTime = shared, true
	nextA, stopA := iter.Pull2(a.Messages(filter))
	defer stopA()
	nextB, stopB := iter.Pull2(b.Messages(filter))
	defer stopB()
	p := pair{a: side{next: nextA}, b: side{next: nextB}, counts: map[string]uint64{}, taken: map[string]uint64{}}
	c.First, err = p.first()
	c.Messages = p.same
	return c, err
}

// compareEntries returns the keys whose values differ.
func compareEntries(a, b []Entry) []EntryDifference {
	all := []EntryDifference{}
	for _, e := range a {
		if other, _ := entryOf(b, e.Key); other != e.Value {
			all = append(all, EntryDifference{e.Key, e.Value, other})
		}
	}
	for _, e := range b {
		if _, both := entryOf(a, e.Key); !both {
			all = append(all, EntryDifference{e.Key, "", e.Value})
		}
	}
	return all
}

// compareFiles returns the names of the attached files that differ, with their sizes and checksums.
func compareFiles(a, b *Reader) []EntryDifference {
	return compareEntries(fileEntries(a), fileEntries(b))
}

func fileEntries(r *Reader) (all []Entry) {
	for _, f := range r.files {
		all = append(all, Entry{f.name, fmt.Sprintf("%d bytes, checksum %08x", f.size, f.crc)})
	}
	return all
}

// channels compares the topics, and returns those whose messages can be compared.
func (c *Comparison) channels(a, b *Reader, wanted []string) (shared []string, err error) {
	inA, inB := topicsOf(a), topicsOf(b)
	for _, topic := range wanted {
		if !slices.Contains(inA, topic) && !slices.Contains(inB, topic) {
			_, err := a.Channel(topic)
			return nil, err
		}
	}
	selected := func(topic string) bool { return len(wanted) == 0 || slices.Contains(wanted, topic) }
	for _, topic := range inA {
		switch {
		case !selected(topic):
		case !slices.Contains(inB, topic):
			c.OnlyA = append(c.OnlyA, topic)
		case c.channel(topic, a, b):
			shared = append(shared, topic)
		}
	}
	for _, topic := range inB {
		if selected(topic) && !slices.Contains(inA, topic) {
			c.OnlyB = append(c.OnlyB, topic)
		}
	}
	return shared, nil
}

// channel compares the descriptions of a topic of both. It reports whether they carry one type.
func (c *Comparison) channel(topic string, a, b *Reader) (same bool) {
	ofA, _ := a.Channel(topic)
	ofB, _ := b.Channel(topic)
	if ofA.Schema.Name != ofB.Schema.Name {
		c.Channels = append(c.Channels, EntryDifference{topic, ofA.Schema.Name, ofB.Schema.Name})
		return false
	}
	for _, d := range compareEntries(ofA.Metadata, ofB.Metadata) {
		c.Channels = append(c.Channels, EntryDifference{topic + " " + d.Key, d.A, d.B})
	}
	return true
}

func topicsOf(r *Reader) (all []string) {
	for _, c := range r.channels {
		if !slices.Contains(all, c.Topic) {
			all = append(all, c.Topic)
		}
	}
	return all
}

// side reads the messages of one recording.
type side struct {
	next  func() (Message, error, bool)
	m     Message // the next one, while ok
	ok    bool
	group []Message // of one log time, with data of their own
	parser
}

func (s *side) advance() (err error) {
	s.m, err, s.ok = s.next()
	return err
}

// gather takes the messages of a log time. Those of before that are equal have been taken.
func (s *side) gather(at messages.Instant) error {
	s.group = s.group[:0]
	for s.ok && s.m.LogTime == at {
		m := s.m
		m.Data = bytes.Clone(m.Data)
		s.group = append(s.group, m)
		if err := s.advance(); err != nil {
			return err
		}
	}
	return nil
}

// of returns the messages of a topic in the group.
func (s *side) of(topic string) (all []Message) {
	for _, m := range s.group {
		if m.Channel.Topic == topic {
			all = append(all, m)
		}
	}
	return all
}

// pair reads two recordings side by side, by log time.
type pair struct {
	a, b   side
	counts map[string]uint64 // of compared messages, by topic
	same   uint64

	at    messages.Instant  // log time of the newest compared message
	taken map[string]uint64 // of compared messages of that log time, by topic
}

// first returns the first difference, or nil. Messages that follow each other in both
// recordings with the same bytes are the usual case; otherwise all messages of that log time are
// compared topic by topic, since the order of topics within one instant means nothing.
func (p *pair) first() (*Difference, error) {
	if err := p.a.advance(); err != nil {
		return nil, err
	}
	if err := p.b.advance(); err != nil {
		return nil, err
	}
	for p.a.ok || p.b.ok {
		if a, b := &p.a.m, &p.b.m; p.a.ok && p.b.ok && a.LogTime == b.LogTime && a.Channel.Topic == b.Channel.Topic &&
			bytes.Equal(a.Data, b.Data) && bytes.Equal(a.Channel.Schema.Data, b.Channel.Schema.Data) {
			p.count(a)
			if err := p.a.advance(); err != nil {
				return nil, err
			}
			if err := p.b.advance(); err != nil {
				return nil, err
			}
			continue
		}
		if d, err := p.instant(); d != nil || err != nil {
			return d, err
		}
	}
	return nil, nil
}

// count counts a message that is the same in both.
func (p *pair) count(m *Message) {
	if m.LogTime != p.at {
		p.at = m.LogTime
		clear(p.taken)
	}
	p.taken[m.Channel.Topic]++
	p.counts[m.Channel.Topic]++
	p.same++
}

// instant compares the messages of the earliest log time that is left.
func (p *pair) instant() (*Difference, error) {
	at := p.a.m.LogTime
	if !p.a.ok || p.b.ok && p.b.m.LogTime < at {
		at = p.b.m.LogTime
	}
	if err := p.a.gather(at); err != nil {
		return nil, err
	}
	if err := p.b.gather(at); err != nil {
		return nil, err
	}
	var topics []string
	for _, m := range slices.Concat(p.a.group, p.b.group) {
		if !slices.Contains(topics, m.Channel.Topic) {
			topics = append(topics, m.Channel.Topic)
		}
	}
	for _, topic := range topics {
		ofA, ofB := p.a.of(topic), p.b.of(topic)
		for i := range min(len(ofA), len(ofB)) {
			field, a, b, err := p.values(ofA[i], ofB[i])
			if field != "" || err != nil {
				return &Difference{topic, at, p.counts[topic], field, a, b}, err
			}
			p.count(&ofA[i])
		}
		if shared := min(len(ofA), len(ofB)); len(ofA) != len(ofB) {
			taken := uint64(0)
			if p.at == at {
				taken = p.taken[topic]
			}
			moreA, moreB := uint64(len(ofA)-shared), uint64(len(ofB)-shared)
			return &Difference{topic, at, p.counts[topic], "", messageCount(taken + moreA), messageCount(taken + moreB)}, nil
		}
	}
	return nil, nil
}

// messageCount returns a number of messages in words.
func messageCount(n uint64) string {
	switch n {
	case 0:
		return "no message"
	case 1:
		return "1 message"
	}
	return fmt.Sprintf("%d messages", n)
}

// values compares two messages of a topic. The field is empty if they are the same.
func (p *pair) values(a, b Message) (field, textA, textB string, err error) {
	for _, x := range []struct {
		field string
		a, b  string
	}{
		{"stamp_time_s", seconds(a.Stamp.Time), seconds(b.Stamp.Time)},
		{"sequence", fmt.Sprint(a.Stamp.Sequence), fmt.Sprint(b.Stamp.Sequence)},
		{"incarnation", fmt.Sprint(a.Stamp.Incarnation), fmt.Sprint(b.Stamp.Incarnation)},
	} {
		if x.a != x.b {
			return x.field, x.a, x.b, nil
		}
	}
	valueA, err := p.a.parse(a)
	if err != nil {
		return "", "", "", err
	}
	valueB, err := p.b.parse(b)
	if err != nil {
		return "", "", "", err
	}
	c := fieldComparison{channel: a.Channel}
	c.message("", valueA, valueB)
	return strings.TrimPrefix(c.field, "."), c.a, c.b, nil
}
