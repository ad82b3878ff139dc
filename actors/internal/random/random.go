// Package random derives random streams from a seed and a name.
package random

import (
	"crypto/sha256"
	"encoding/binary"
	"math/rand/v2"
)

// Stream returns the stream of a seed and a name. The draws of one name do not shift those of
// another name.
func Stream(seed uint64, name string) *rand.Rand {
	buffer := binary.BigEndian.AppendUint64(nil, seed)
	sum := sha256.Sum256(append(buffer, name...))
	return rand.New(rand.NewPCG(binary.BigEndian.Uint64(sum[:8]), binary.BigEndian.Uint64(sum[8:16])))
}
