package record

import (
	"bytes"
	"errors"
	"io"
	"testing"

	"github.com/foxglove/mcap/go/mcap"

	"github.com/robo-actors/robo-actors/messages/pb"
)

// The library of the format's makers is the second opinion on every record, by the index and
// without it.
func TestTheFormatsOwnLibraryReadsTheSame(t *testing.T) {
	j := compose(t, 3, 300)
	data := j.bytes(t)
	for _, useIndex := range []bool{true, false} {
		reader, err := mcap.NewReader(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		defer reader.Close()
		it, err := reader.Messages(mcap.UsingIndex(useIndex), mcap.InOrder(mcap.FileOrder))
		if err != nil {
			t.Fatal(err)
		}
		for i, want := range j.entries {
			schema, channel, m, err := it.NextInto(nil)
			if err != nil {
				t.Fatalf("index %v, message %d: %v", useIndex, i, err)
			}
			payload, err := codecOf(t, want.Value).Append(nil, want.Value)
			if err != nil {
				t.Fatal(err)
			}
			if channel.Topic != want.Topic || channel.MessageEncoding != "protobuf" || schema.Encoding != "protobuf" ||
				schema.Name != codecOf(t, want.Value).Name() || channel.Metadata["world"] != "arm" {
				t.Fatalf("message %d: channel %+v, schema %s", i, channel, schema.Name)
			}
			if m.LogTime != uint64(want.LogTime) || m.PublishTime != uint64(want.Stamp.Time) || m.Sequence != uint32(want.Stamp.Sequence) ||
				!bytes.Equal(m.Data, pb.AppendStamp(payload, want.Stamp)) {
				t.Fatalf("message %d is %+v; expected %+v", i, m, want)
			}
		}
		if _, _, _, err := it.NextInto(nil); !errors.Is(err, io.EOF) {
			t.Errorf("index %v: after the last message: %v; expected the end", useIndex, err)
		}
	}
}

func TestTheFormatsOwnLibraryFindsTheSummaryTrue(t *testing.T) {
	j := compose(t, 4, 300)
	data := j.bytes(t)
	reader, err := mcap.NewReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	info, err := reader.Info()
	if err != nil {
		t.Fatal(err)
	}
	if info.Header.Profile != profile || info.Header.Library != library {
		t.Errorf("header %+v", info.Header)
	}
	counts := map[string]uint64{}
	for _, e := range j.entries {
		counts[e.Topic]++
	}
	times := inTime(j.entries)
	s := info.Statistics
	if s.MessageCount != 300 || s.SchemaCount != 3 || s.ChannelCount != 3 || s.AttachmentCount != 2 || s.MetadataCount != 1 ||
		s.MessageStartTime != uint64(times[0].LogTime) || s.MessageEndTime != uint64(times[299].LogTime) ||
		int(s.ChunkCount) != len(info.ChunkIndexes) {
		t.Errorf("statistics %+v", s)
	}
	for topic, n := range info.ChannelCounts() {
		if n != counts[topic] {
			t.Errorf("topic %s: %d messages; expected %d", topic, n, counts[topic])
		}
	}
	for i, index := range info.AttachmentIndexes {
		a, err := reader.GetAttachmentReader(index.Offset)
		if err != nil {
			t.Fatal(err)
		}
		want := j.options().Files[i]
		if content, err := io.ReadAll(a.Data()); err != nil || a.Name != want.Name || string(content) != string(want.Data) {
			t.Errorf("attachment %d is %q %q, %v", i, a.Name, content, err)
		}
		computed, err1 := a.ComputedCRC()
		parsed, err2 := a.ParsedCRC()
		if computed != parsed || err1 != nil || err2 != nil {
			t.Errorf("attachment %q: checksum %08x; expected %08x (%v, %v)", a.Name, parsed, computed, err1, err2)
		}
	}
	m, err := reader.GetMetadata(info.MetadataIndexes[0].Offset)
	if err != nil || m.Name != "robo-actors" || m.Metadata["seed"] != "7" {
		t.Errorf("metadata %+v, %v", m, err)
	}
}

func TestTheSummaryPointsAtEveryIndexOfEveryChunk(t *testing.T) {
	j := compose(t, 5, 200)
	data := j.bytes(t)
	reader, err := mcap.NewReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	info, err := reader.Info()
	if err != nil {
		t.Fatal(err)
	}
	pointed, messagesSeen := 0, 0
	for _, chunk := range info.ChunkIndexes {
		if data[chunk.ChunkStartOffset] != byte(mcap.OpChunk) {
			t.Fatalf("no chunk at byte %d", chunk.ChunkStartOffset)
		}
		for channel, offset := range chunk.MessageIndexOffsets {
			length := little.Uint64(data[offset+1:])
			index, err := mcap.ParseMessageIndex(data[offset+recordHead:][:length])
			if data[offset] != byte(mcap.OpMessageIndex) || err != nil || index.ChannelID != channel {
				t.Fatalf("no index of channel %d at byte %d: %v", channel, offset, err)
			}
			pointed += recordHead + int(length)
			for _, entry := range index.Records {
				at := chunk.ChunkStartOffset + recordHead + chunkHead + entry.Offset
				m, err := mcap.ParseMessage(data[at+recordHead:][:little.Uint64(data[at+1:])])
				if data[at] != byte(mcap.OpMessage) || err != nil || m.ChannelID != channel || m.LogTime != entry.Timestamp {
					t.Fatalf("no message of channel %d and time %d at byte %d", channel, entry.Timestamp, at)
				}
				messagesSeen++
			}
		}
		if chunk.MessageIndexLength != uint64(pointed) {
			t.Errorf("the indexes of a chunk take %d bytes; the summary says %d", pointed, chunk.MessageIndexLength)
		}
		pointed = 0
	}
	if messagesSeen != 200 {
		t.Errorf("%d messages were pointed at; expected 200", messagesSeen)
	}
}
