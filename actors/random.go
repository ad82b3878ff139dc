package actors

import (
	"crypto/sha256"
	"encoding/binary"
	"math/rand/v2"
)

// stream derives a random stream from a seed and a name: another actor, or a fault, does not shift the draws of the
// others.
func stream(seed uint64, name string) *rand.Rand {
	buffer := binary.BigEndian.AppendUint64(nil, seed)
	sum := sha256.Sum256(append(buffer, name...))
	return rand.New(rand.NewPCG(binary.BigEndian.Uint64(sum[:8]), binary.BigEndian.Uint64(sum[8:16])))
}
