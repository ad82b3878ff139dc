package pb

import (
	"encoding/binary"
	"unsafe"

	"github.com/robo-actors/robo-actors/messages"
)

// littleEndian says that this machine has numbers in memory in the order of bytes in which protobuf
// sends them.
var littleEndian = binary.NativeEndian.Uint16([]byte{1, 0}) == 1

// appendWords appends numbers of 8 bytes, the least significant byte first. They are most of what
// is recorded, so a list is copied at once where the machine has it as it is to be.
func appendWords[N float64 | messages.Instant](dst []byte, numbers []N) []byte {
	bytes := unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(numbers))), 8*len(numbers))
	if littleEndian {
		return append(dst, bytes...)
	}
	return appendReversed(dst, bytes)
}

// appendReversed appends words of 8 bytes, each from its last byte to its first.
func appendReversed(dst, words []byte) []byte {
	for ; len(words) >= 8; words = words[8:] {
		dst = binary.BigEndian.AppendUint64(dst, binary.LittleEndian.Uint64(words))
	}
	return dst
}
