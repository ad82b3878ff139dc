package multiplex

// AppendWrite appends a subframe that writes consecutive registers. The servo resets the registers
// of its command when mode is written, so a frame writes mode first.
func AppendWrite(b []byte, t Type, first Register, values ...float64) []byte {
	return appendRegisters(b, codeWrite, t, first, values)
}

// AppendReply appends a subframe that answers a read.
func AppendReply(b []byte, t Type, first Register, values ...float64) []byte {
	return appendRegisters(b, codeReply, t, first, values)
}

func appendRegisters(b []byte, code byte, t Type, first Register, values []float64) []byte {
	b = appendHead(b, code, t, first, len(values))
	for i, v := range values {
		b = AppendValue(b, t, first+Register(i), v)
	}
	return b
}

// AppendRead appends a subframe that reads consecutive registers.
func AppendRead(b []byte, t Type, first Register, count int) []byte {
	return appendHead(b, codeRead, t, first, count)
}

// appendHead appends the code, the count and the first register.
func appendHead(b []byte, code byte, t Type, first Register, count int) []byte {
	code |= byte(t) << 2
	if count <= 3 {
		b = append(b, code|byte(count))
	} else {
		b = appendVaruint(append(b, code), uint32(count))
	}
	return appendVaruint(b, uint32(first))
}

// AppendError appends the answer to a write or read that the servo rejects.
func AppendError(b []byte, op Op, r Register, code uint32) []byte {
	return appendVaruint(appendVaruint(append(b, codeWriteError+byte(op-WriteError)), uint32(r)), code)
}

// AppendData appends data of the diagnostic stream; op is Client or Server.
func AppendData(b []byte, op Op, channel uint32, data []byte) []byte {
	b = appendVaruint(appendVaruint(append(b, codeClient+byte(op-Client)), channel), uint32(len(data)))
	return append(b, data...)
}

// AppendPoll appends the request for at most limit bytes of the diagnostic stream.
func AppendPoll(b []byte, channel, limit uint32) []byte {
	return appendVaruint(appendVaruint(append(b, codePoll), channel), limit)
}

func appendVaruint(b []byte, x uint32) []byte {
	for x >= 0x80 {
		b = append(b, byte(x)|0x80)
		x >>= 7
	}
	return append(b, byte(x))
}
