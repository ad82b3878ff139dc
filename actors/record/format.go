package record

import (
	"encoding/binary"
	"errors"
	"sort"
)

// opcode is the first byte of an MCAP record.
type opcode byte

// The records of MCAP that recordings have; https://mcap.dev/spec.
const (
	opHeader          opcode = 0x01
	opFooter          opcode = 0x02
	opSchema          opcode = 0x03
	opChannel         opcode = 0x04
	opMessage         opcode = 0x05
	opChunk           opcode = 0x06
	opMessageIndex    opcode = 0x07
	opChunkIndex      opcode = 0x08
	opAttachment      opcode = 0x09
	opAttachmentIndex opcode = 0x0A
	opStatistics      opcode = 0x0B
	opMetadata        opcode = 0x0C
	opMetadataIndex   opcode = 0x0D
	opSummaryOffset   opcode = 0x0E
	opDataEnd         opcode = 0x0F
)

const (
	magic    = "\x89MCAP0\r\n"
	profile  = "x-robo-actors"
	library  = "robo-actors"
	encoding = "protobuf"

	recordHead  = 1 + 8                          // opcode and length
	chunkHead   = 8 + 8 + 8 + 4 + 4 + 8          // times, size, checksum, no compression, size again
	messageHead = 2 + 4 + 8 + 8                  // channel, sequence, times
	indexEntry  = 8 + 8                          // time, offset
	footerSize  = recordHead + 8 + 8 + 4         // with the summary's checksum
	dataEndSize = recordHead + 4                 // with the data section's checksum
	tailSize    = footerSize + int64(len(magic)) // what every whole recording ends with
)

// Limits on what a recording may hold. They bound the memory that a damaged or hostile file can
// make a reader take.
const (
	maxMessage  = 16 << 20 // bytes of an encoded message
	maxFile     = 64 << 20 // bytes of an attached file
	maxChannels = 4096     // topics
	maxChunk    = 2 * maxMessage
	maxMetadata = 1 << 20
)

// Errors on which a program may act.
var (
	// ErrNotRecording is a file that no recorder of this module began.
	ErrNotRecording = errors.New("not a recording of robo-actors")
	// ErrTopic is a topic that the recording does not have, or has already.
	ErrTopic = errors.New("topic")
	// ErrSchema is a value of another type than the topic's.
	ErrSchema = errors.New("schema")
	// ErrClosed is a call to a Writer after Close.
	ErrClosed = errors.New("the recording is closed")
	// ErrFull is a recording that has reached its size.
	ErrFull = errors.New("the recording has reached its largest size")
)

var (
	errTime     = errors.New("log time")  // before the start of the system
	errTooLarge = errors.New("too large") // beyond one of the limits
	errName     = errors.New("name")      // empty, not portable, or there twice
	errStopped  = errors.New("the recording has stopped")
	errChanged  = errors.New("the recording changed while it was read")
)

// Entry is one key of a channel's or a recording's metadata.
type Entry struct {
	Key   string `json:"key"`
	Value string `json:"value"`
}

var little = binary.LittleEndian

// beginRecord opens a record at the end of dst; endRecord, with the mark, puts its length in.
func beginRecord(dst []byte, op opcode) (opened []byte, mark int) {
	dst = append(dst, byte(op), 0, 0, 0, 0, 0, 0, 0, 0)
	return dst, len(dst)
}

func endRecord(dst []byte, mark int) []byte {
	little.PutUint64(dst[mark-8:], uint64(len(dst)-mark))
	return dst
}

// appendText writes a string or bytes after their length.
func appendText[T string | []byte](dst []byte, text T) []byte {
	return append(little.AppendUint32(dst, uint32(len(text))), text...)
}

// appendEntries writes a map of strings, in the order given.
func appendEntries(dst []byte, entries []Entry) []byte {
	size := 0
	for _, e := range entries {
		size += 4 + len(e.Key) + 4 + len(e.Value)
	}
	dst = little.AppendUint32(dst, uint32(size))
	for _, e := range entries {
		dst = appendText(appendText(dst, e.Key), e.Value)
	}
	return dst
}

// sorted returns a copy of entries in the order of their keys.
func sorted(entries []Entry) []Entry {
	out := append([]Entry{}, entries...)
	sort.SliceStable(out, func(i, j int) bool { return out[i].Key < out[j].Key })
	return out
}

// appendStart writes what every recording begins with.
func appendStart(dst []byte) []byte {
	dst = append(dst, magic...)
	dst, mark := beginRecord(dst, opHeader)
	dst = appendText(dst, profile)
	dst = appendText(dst, library)
	return endRecord(dst, mark)
}
