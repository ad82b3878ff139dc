package record

import "hash/crc32"

// summed is a part of a block, block[begin:end], whose CRC-32 is known already.
type summed struct {
	begin, end int
	crc        uint32
}

// checksum continues a CRC-32 by a block.
func checksum(crc uint32, block []byte, known summed) uint32 {
	crc = crc32.Update(crc, crc32.IEEETable, block[:known.begin])
	crc = joined(crc, known.crc, known.end-known.begin)
	return crc32.Update(crc, crc32.IEEETable, block[known.end:])
}

// joined is the CRC-32 of two pieces one behind the other, from those of both and the length of the
// second in bytes. A CRC is the remainder of a polynomial over the field of two elements, and n
// bytes behind a piece multiply its polynomial by x^8n (M. Adler has it in zlib as crc32_combine).
func joined(first, second uint32, n int) uint32 {
	power := one
	for k := 3; n > 0; n, k = n>>1, k+1 {
		if n&1 != 0 {
			power = product(power, squares[k])
		}
	}
	return product(power, first) ^ second
}

// Polynomials are written as CRC-32 has them: the highest bit is that of x^0, the lowest that of
// x^31.
const one uint32 = 1 << 31

// squares[k] is the remainder of x^(2^k).
var squares = func() (s [64 + 3]uint32) {
	s[0] = one >> 1
	for k := 1; k < len(s); k++ {
		s[k] = product(s[k-1], s[k-1])
	}
	return s
}()

// product is the remainder of the product of two remainders.
func product(a, b uint32) uint32 {
	sum := uint32(0)
	for ; a != 0; a <<= 1 {
		if a&one != 0 {
			sum ^= b
		}
		b = b>>1 ^ crc32.IEEE&-(b&1)
	}
	return sum
}
