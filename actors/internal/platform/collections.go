package platform

import (
	"math"
	"runtime/debug"
	"sync"
)

// The garbage collector stops all threads twice in a collection, and a thread with releases waits
// until the kernel has run each of the others, whatever its own priority. A small program that
// allocates much, such as one that plans motions, collects at every 4 MB of garbage. The heap of a
// process with a system in real time therefore contains a block that is never touched or scanned,
// so that the machine has no page of it. The collector counts it: with GOGC=100 the next collection
// begins after at least as much garbage.

// sparedGarbage is the size of the block, bytes.
const sparedGarbage = 64 << 20

// spared is the block. It stays for the life of the process: a second one would have to be cleared.
var spared struct {
	sync.Mutex
	block []byte
}

// SpareCollections makes collections of garbage rare for the rest of the process's life. A program
// with a memory limit (GOMEMLIMIT) keeps its own.
func SpareCollections() {
	if debug.SetMemoryLimit(-1) != math.MaxInt64 {
		return
	}
	spared.Lock()
	defer spared.Unlock()
	if spared.block == nil {
		spared.block = make([]byte, sparedGarbage)
	}
}
