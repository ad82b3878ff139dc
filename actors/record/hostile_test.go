package record

import (
	"bytes"
	"errors"
	"runtime"
	"strings"
	"testing"

	"github.com/robo-actors/robo-actors/messages"
)

// lie builds a recording whose one chunk has a valid checksum around records that no Writer writes.
func lie(records ...[]byte) []byte {
	c := newChunk(1000)
	c.frame = append(c.frame, bytes.Join(records, nil)...)
	block, _ := c.seal()
	return append(appendMetadata(appendStart(nil), runRecord, nil), block...)
}

func record(op opcode, content ...[]byte) []byte {
	dst, mark := beginRecord(nil, op)
	return endRecord(append(dst, bytes.Join(content, nil)...), mark)
}

func TestAChunkThatLiesBehindAValidChecksumIsDamage(t *testing.T) {
	codec := codecOf(t, &messages.Pose{})
	schema := &writerSchema{codec: codec, number: 1}
	goodSchema := appendSchema(nil, schema)
	channel := func(number, schemaNumber uint16, topic string) []byte {
		return appendChannel(nil, &writerChannel{topic: topic, codec: codec, schema: &writerSchema{codec: codec, number: schemaNumber}, number: number})
	}
	good := channel(1, 1, "/p")
	u16 := func(v uint16) []byte { return little.AppendUint16(nil, v) }
	message := func(number uint16, logTime int64) []byte {
		return record(opMessage, u16(number), make([]byte, 4), little.AppendUint64(nil, uint64(logTime)), make([]byte, 8))
	}
	for name, test := range map[string]struct {
		data []byte
		want string
	}{
		"message of no channel":     {lie(goodSchema, good, message(2, 0)), "a message of channel 2 of 1"},
		"message of channel 0":      {lie(goodSchema, good, message(0, 0)), "a message of channel 0 of 1"},
		"message before the start":  {lie(goodSchema, good, message(1, -1)), "log time 18446744073709551615"},
		"times that do not match":   {lie(goodSchema, good, message(1, 5)), "the times of a chunk do not match"},
		"short message":             {lie(record(opMessage, make([]byte, 21))), "a message is cut off"},
		"channel before its schema": {lie(good), "has schema 1 and encoding"},
		"channel of no schema":      {lie(goodSchema, channel(1, 0, "/p")), "has schema 0"},
		"channels in no order":      {lie(goodSchema, channel(2, 1, "/p")), "channel 2 (\"/p\") follows 0 others"},
		"topic twice":               {lie(goodSchema, good, channel(2, 1, "/p")), "two channels have the topic"},
		"channel that changes":      {lie(goodSchema, good, channel(1, 1, "/q")), "channel 1 (\"/q\") follows 1 others"},
		"channel, other metadata":   {lie(goodSchema, good, appendChannel(nil, &writerChannel{topic: "/p", codec: codec, schema: schema, number: 1, metadata: []Entry{{"a", "b"}}})), "channel 1 (\"/p\") follows 1 others"},
		"channel, other schema":     {lie(goodSchema, appendSchema(nil, &writerSchema{codec: codecOf(t, &messages.Twist{}), number: 2}), good, channel(1, 2, "/p")), "channel 1 (\"/p\") follows 1 others"},
		"schemas in no order":       {lie(appendSchema(nil, &writerSchema{codec: codec, number: 2})), "schema 2"},
		"schema that changes":       {lie(goodSchema, appendSchema(nil, &writerSchema{codec: codecOf(t, &messages.Twist{}), number: 1})), "schema 1"},
		"schema 0":                  {lie(appendSchema(nil, &writerSchema{codec: codec})), "schema 0"},
		"schema, bytes left":        {lie(record(opSchema, goodSchema[recordHead:], []byte{1})), "has a wrong length"},
		"schema, cut off":           {lie(record(opSchema, goodSchema[recordHead:len(goodSchema)-1])), "a schema is cut off"},
		"channel, cut off":          {lie(goodSchema, record(opChannel, good[recordHead:len(good)-1])), "a channel is cut off"},
		"chunk in a chunk":          {lie(record(opChunk, make([]byte, 40))), "a record of kind 0x06"},
		"record past the end":       {lie([]byte{byte(opMessage), 255, 255, 255, 255, 255, 255, 255, 255}), "reaches past its end"},
		"huge record":               {append(appendStart(nil), byte(opChunk), 0, 0, 0, 0, 0, 0, 0, 0x40), "a record of 4611686018427387904 bytes is cut off"},
		"large metadata":            {append(appendStart(nil), record(opMetadata, make([]byte, maxMetadata+1))...), "expected at most 1048576"},
		"message outside":           {append(appendStart(nil), message(1, 0)...), "a record of kind 0x05, which has no place here"},
		"unknown record":            {append(appendStart(nil), record(0x90)...), "0x90"},
		"metadata, no checksum":     {append(appendStart(nil), record(opMetadata, appendText(nil, "x"), appendEntries(nil, []Entry{{"a", "b"}}))...), "the checksum of metadata"},
		"metadata, empty":           {append(appendStart(nil), record(opMetadata)...), "the checksum of metadata"},
		"empty chunk":               {lie(), "sizes of a chunk"},
		"compressed chunk":          {append(appendStart(nil), record(opChunk, make([]byte, 28), appendText(nil, "zstd"), []byte{1, 0, 0, 0, 0, 0, 0, 0, 9})...), "compressed by \"zstd\""},
	} {
		r := open(t, test.data)
		if r.Damage() == nil || !strings.Contains(r.Damage().Reason, test.want) {
			t.Errorf("%s: %v; expected %q", name, r.Damage(), test.want)
		}
		want := 0
		if name == "times that do not match" {
			want = 1 // the times are only in the head, outside of the checksum: the records are whole
		}
		if len(r.Channels()) != want {
			t.Errorf("%s: the chunk left %d channels behind; expected %d", name, len(r.Channels()), want)
		}
	}
}

func TestADefinitionMayBeRepeatedUnchanged(t *testing.T) {
	codec := codecOf(t, &messages.Pose{})
	schema := &writerSchema{codec: codec, number: 1}
	both := append(appendSchema(nil, schema), appendChannel(nil, &writerChannel{topic: "/p", codec: codec, schema: schema, number: 1})...)
	r := open(t, lie(both, both, both))
	if r.Damage() == nil || r.Damage().Reason != "the file is cut off" || len(r.Channels()) != 1 {
		t.Errorf("damage %v, %d channels; expected one, and the end of the file", r.Damage(), len(r.Channels()))
	}
}

func TestAMessageWithoutStampEndsTheReading(t *testing.T) {
	var b bytes.Buffer
	w, err := NewWriter(&b, Options{})
	if err != nil {
		t.Fatal(err)
	}
	id, err := w.Channel("/p", codecOf(t, &messages.Pose{}))
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Write(id, 3, messages.Stamp{}, &messages.Pose{}); err != nil {
		t.Fatal(err)
	}
	// The payload ends with the tag and the length of an empty stamp; a longer unknown field in its
	// place hides it.
	copy(w.chunk.frame[len(w.chunk.frame)-2:], []byte{0x0a, 0x00})
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := readAll(open(t, b.Bytes()), Filter{}); !errors.Is(err, ErrSchema) || !strings.Contains(err.Error(), "no stamp") {
		t.Errorf("error %v; expected that there is no stamp", err)
	}
}

// Memory that a file takes to open is bounded by its size, whatever it says of itself.
func TestOpeningTakesMemoryInProportionToTheFile(t *testing.T) {
	for name, data := range map[string][]byte{
		"a length of 2^62":     append(appendStart(nil), byte(opChunk), 0, 0, 0, 0, 0, 0, 0, 0x40),
		"a length of 30 MiB":   append(appendStart(nil), byte(opChunk), 0, 0, 0xe0, 1, 0, 0, 0, 0),
		"entries of no bytes":  append(appendStart(nil), record(opMetadata, appendText(nil, "x"), appendText(nil, make([]byte, 500_000)))...),
		"channels of no bytes": lie(bytes.Repeat(record(opChannel, make([]byte, 16)), 1000)),
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		r := open(t, data)
		runtime.ReadMemStats(&after)
		if r.Damage() == nil {
			t.Errorf("%s: no damage", name)
		}
		if got, bound := after.TotalAlloc-before.TotalAlloc, uint64(48*len(data)+64<<10); got > bound {
			t.Errorf("%s: %d bytes allocated for %d; expected at most %d", name, got, len(data), bound)
		}
	}
}

func FuzzOpen(f *testing.F) {
	j := compose(f, 26, 12)
	data := j.bytes(f)
	f.Add(data)
	f.Add(data[:len(data)/2])
	f.Add(appendStart(nil))
	f.Add(lie([]byte{byte(opMessage), 1, 0, 0, 0, 0, 0, 0, 0, 7}))
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := NewReader(bytes.NewReader(data), int64(len(data)))
		if err != nil {
			if !errors.Is(err, ErrNotRecording) {
				t.Error(err)
			}
			return
		}
		var total uint64
		for _, c := range r.Channels() {
			total += c.Messages
		}
		n := uint64(0)
		for _, err := range r.Messages(Filter{ByTime: true}) {
			if err != nil {
				return // a payload may be anything
			}
			n++
		}
		if n != total {
			t.Errorf("%d messages were read; the channels have %d", n, total)
		}
		for _, name := range r.Files() {
			if _, err := r.File(name); err != nil {
				t.Error(err)
			}
		}
	})
}

// Behind a valid checksum, records may be anything; what the parser takes must read back.
func FuzzChunk(f *testing.F) {
	data := compact(6).bytes(f)
	for _, c := range open(f, data).chunks[:2] {
		f.Add(data[c.offset:][:c.length])
	}
	f.Fuzz(func(t *testing.T, records []byte) {
		if len(records) == 0 {
			return
		}
		c := newChunk(len(records))
		c.frame = append(c.frame, records...)
		p := chunkParser{reader: &Reader{}, index: &c.index}
		if p.parse(records) != nil {
			return
		}
		c.times = p.times
		block, _ := c.seal()
		r := open(t, append(appendStart(nil), block...))
		if r.Damage() == nil || r.Damage().Reason != "the file is cut off" {
			t.Fatalf("damage %v; expected none before the end of the file", r.Damage())
		}
		var want, have uint64
		for _, c := range r.Channels() {
			want += c.Messages
		}
		for _, err := range r.Messages(Filter{}) {
			if err != nil {
				return // a message without a stamp, say
			}
			have++
		}
		if have != want {
			t.Errorf("%d messages were read; expected %d", have, want)
		}
	})
}
