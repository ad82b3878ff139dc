package record

// cursor reads the fields of one record. A field that does not fit makes it bad, for good; bad
// fields read as zero.
type cursor struct {
	data []byte
	bad  bool
}

// bytes takes the next n bytes; they share memory with the record.
func (c *cursor) bytes(n uint64) []byte {
	if c.bad || n > uint64(len(c.data)) {
		c.bad = true
		return nil
	}
	taken := c.data[:n:n]
	c.data = c.data[n:]
	return taken
}

func (c *cursor) uint16() uint16 {
	if b := c.bytes(2); b != nil {
		return little.Uint16(b)
	}
	return 0
}

func (c *cursor) uint32() uint32 {
	if b := c.bytes(4); b != nil {
		return little.Uint32(b)
	}
	return 0
}

func (c *cursor) uint64() uint64 {
	if b := c.bytes(8); b != nil {
		return little.Uint64(b)
	}
	return 0
}

// block takes bytes after their length.
func (c *cursor) block() []byte { return c.bytes(uint64(c.uint32())) }

func (c *cursor) text() string { return string(c.block()) }

// entries takes a map of strings.
func (c *cursor) entries() (entries []Entry) {
	inner := cursor{data: c.block(), bad: c.bad}
	for len(inner.data) > 0 && !inner.bad {
		entries = append(entries, Entry{inner.text(), inner.text()})
	}
	c.bad = c.bad || inner.bad
	return entries
}

// record takes a whole record.
func (c *cursor) record() (opcode, []byte) {
	head := c.bytes(1)
	if head == nil {
		return 0, nil
	}
	return opcode(head[0]), c.bytes(c.uint64())
}

// done says whether everything was read, and nothing was bad.
func (c *cursor) done() bool { return !c.bad && len(c.data) == 0 }
