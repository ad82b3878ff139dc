package sharedmemory

import (
	"encoding/binary"
	"hash/crc32"
)

// Offsets in the header of a live file.
const (
	liveMagic      = "robolive"
	liveVersion    = 1
	versionOffset  = 8
	stateOffset    = 12
	bornOffset     = 16
	processOffset  = 24
	capacityOffset = 28
	slotsOffset    = 32
	wakeOffset     = 36
	newestOffset   = 40
	beatOffset     = 48
	liveHeader     = 64
)

// The states of a live file.
const (
	stateOpen   = 1
	stateClosed = 2
)

// Offsets in a slot of a live file.
const (
	stampOffset  = 8
	lengthOffset = 16
	sumOffset    = 20
	slotHeader   = 32
)

// liveSlots is the number of slots: one is complete while the other is written.
const liveSlots = 2

// liveCapacity returns the bytes of data of a slot beside a classic file of a size.
func liveCapacity(size int) int { return (size + 7) &^ 7 }

// liveSize returns the size of a live file, bytes.
func liveSize(capacity int) int { return liveHeader + liveSlots*(slotHeader+capacity) }

// slotAt returns the offset of the slot of a sequence.
func slotAt(sequence uint64, capacity int) int {
	return liveHeader + int(sequence%liveSlots)*(slotHeader+capacity)
}

// A stampedHeader is the part of a slot before its data, in the order of bytes of the machine.
type stampedHeader [slotHeader - 8]byte

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

func (h *stampedHeader) set(sequence uint64, stamp int64, data []byte) {
	binary.NativeEndian.PutUint64(h[:], sequence)
	binary.NativeEndian.PutUint64(h[stampOffset:], uint64(stamp))
	binary.NativeEndian.PutUint32(h[lengthOffset:], uint32(len(data)))
	binary.NativeEndian.PutUint32(h[sumOffset:], h.sum(data))
}

// sum returns the checksum of the header and its data.
func (h *stampedHeader) sum(data []byte) uint32 {
	return crc32.Update(crc32.Update(0, castagnoli, h[:sumOffset]), castagnoli, data)
}

func (h *stampedHeader) sequence() uint64 { return binary.NativeEndian.Uint64(h[:]) }
func (h *stampedHeader) stamp() int64     { return int64(binary.NativeEndian.Uint64(h[stampOffset:])) }
func (h *stampedHeader) length() uint32   { return binary.NativeEndian.Uint32(h[lengthOffset:]) }
func (h *stampedHeader) valid(data []byte) bool {
	return binary.NativeEndian.Uint32(h[sumOffset:]) == h.sum(data)
}
