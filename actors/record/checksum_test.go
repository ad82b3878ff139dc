package record

import (
	"hash/crc32"
	"math/rand/v2"
	"testing"
)

func randomBytes(random *rand.Rand, n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(random.Uint32())
	}
	return b
}

func TestTheChecksumOfTwoPiecesFollowsFromTheirOwn(t *testing.T) {
	const seed = 3
	random := rand.New(rand.NewPCG(seed, 1))
	for _, n := range []int{0, 1, 2, 7, 8, 255, 256, 65_537, 1 << 20} {
		first, second := randomBytes(random, random.IntN(1000)), randomBytes(random, n)
		want := crc32.ChecksumIEEE(append(append([]byte{}, first...), second...))
		if got := joined(crc32.ChecksumIEEE(first), crc32.ChecksumIEEE(second), n); got != want {
			t.Errorf("seed %d: %d and %d bytes give %08x, want %08x", seed, len(first), n, got, want)
		}
	}
}

func TestABlockIsSummedAlikeWhateverPartOfItIsKnown(t *testing.T) {
	const seed = 4
	random := rand.New(rand.NewPCG(seed, 1))
	for range 300 {
		before, block := random.Uint32(), randomBytes(random, random.IntN(3000))
		end := random.IntN(len(block) + 1)
		begin := random.IntN(end + 1)
		known := summed{begin, end, crc32.ChecksumIEEE(block[begin:end])}
		want := crc32.Update(before, crc32.IEEETable, block)
		if got := checksum(before, block, known); got != want {
			t.Fatalf("seed %d: %d bytes, of which %d to %d are known, give %08x, want %08x", seed, len(block), begin, end, got, want)
		}
		if got := checksum(before, block, summed{}); got != want {
			t.Fatalf("seed %d: %d bytes give %08x, want %08x", seed, len(block), got, want)
		}
	}
}
