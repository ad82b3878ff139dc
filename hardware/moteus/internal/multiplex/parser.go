// Package multiplex encodes and decodes the multiplex protocol of moteus servos: the subframes that
// read and write registers, and those of the diagnostic stream.
//
// Source: "moteus low level CAN reference" of mjbots, and its published example frames.
package multiplex

import "errors"

// Op is what a subframe does.
type Op uint8

// The operations. A parser returns one item for each register of a write or reply, and one for each
// other subframe.
const (
	Write Op = iota
	Read
	Reply
	WriteError
	ReadError
	// Client, Server and Poll are the diagnostic stream: data from the host, data from the servo,
	// and the host's request for data.
	Client
	Server
	Poll
)

// Item is one register of a write or reply, or one other subframe.
type Item struct {
	Op Op
	// Register is the first one of a read, Count their number.
	Register Register
	Count    int
	Type     Type
	// Value is that of a write or reply, in the unit of the register.
	Value float64
	// Code is the reason of a WriteError or ReadError.
	Code uint32
	// Channel and Data belong to the diagnostic stream; Data aliases the frame. Limit is the most
	// bytes that a Poll asks for.
	Channel, Limit uint32
	Data           []byte
}

// The codes of subframes.
const (
	codeWrite = 0x00
	codeRead  = 0x10
	codeReply = 0x20

	codeWriteError = 0x30
	codeReadError  = 0x31
	codeClient     = 0x40
	codeServer     = 0x41
	codePoll       = 0x42
	codeNop        = 0x50
)

// Padding fills a frame up to a length that CAN-FD has.
const Padding byte = codeNop

// The errors of a frame that the protocol does not allow. They are made beforehand: a disturbed bus
// costs no allocation.
var (
	errUnknown    = errors.New("a subframe has an unknown code; expected write, read, reply, error, diagnostic stream or 0x50")
	errRegisters  = errors.New("the head of a subframe is incomplete; expected a count from 1 to 64 and a register")
	errValue      = errors.New("a subframe ends in the middle of a value")
	errIncomplete = errors.New("a subframe is incomplete; expected two numbers of 7 bits a byte")
	errData       = errors.New("diagnostic data is longer than its frame")
)

// maxRegisters bounds the registers of one subframe: a CAN-FD frame has no room for more.
const maxRegisters = 64

// Parser reads a frame. It neither copies nor allocates.
type Parser struct {
	rest []byte
	err  error

	op    Op
	kind  Type
	next  Register
	count uint32 // registers that are left of the present subframe
}

// Parse returns a parser of a frame.
func Parse(frame []byte) Parser { return Parser{rest: frame} }

// Err returns why the parser stopped before the end of the frame, nil if it did not.
func (p *Parser) Err() error { return p.err }

// Next returns the next item. It reports false at the end of the frame and after an error.
func (p *Parser) Next() (Item, bool) {
	if p.count == 0 && !p.subframe() {
		return Item{}, false
	}
	switch p.op {
	case WriteError, ReadError, Client, Server, Poll:
		p.count = 0
		return p.single()
	}
	item := Item{Op: p.op, Register: p.next, Count: 1, Type: p.kind}
	if p.op == Read {
		item.Count, p.count = int(p.count), 0
		return item, true
	}
	size := p.kind.Size()
	if len(p.rest) < size {
		return p.fail(errValue)
	}
	item.Value = value(p.rest, p.kind, p.next)
	p.rest = p.rest[size:]
	p.next++
	p.count--
	return item, true
}

// subframe reads the head of the next subframe.
func (p *Parser) subframe() bool {
	for len(p.rest) > 0 && p.rest[0] == codeNop {
		p.rest = p.rest[1:]
	}
	if p.err != nil || len(p.rest) == 0 {
		return false
	}
	code := p.rest[0]
	p.rest = p.rest[1:]
	switch {
	case code < 0x30:
		return p.registers(code)
	case code == codeWriteError || code == codeReadError:
		p.op = WriteError + Op(code-codeWriteError)
	case code >= codeClient && code <= codePoll:
		p.op = Client + Op(code-codeClient)
	default:
		p.fail(errUnknown)
		return false
	}
	p.count = 1
	return true
}

// registers reads the head of a write, read or reply.
func (p *Parser) registers(code byte) bool {
	p.op, p.kind = [...]Op{Write, Read, Reply}[code>>4], Type(code>>2&3)
	p.count = uint32(code & 3)
	ok := true
	if p.count == 0 {
		p.count, ok = p.varuint()
	}
	first, more := p.varuint()
	if !ok || !more || p.count == 0 || p.count > maxRegisters {
		p.fail(errRegisters)
		return false
	}
	p.next = Register(first)
	return true
}

// single reads a subframe that is no list of registers.
func (p *Parser) single() (Item, bool) {
	item := Item{Op: p.op}
	first, ok := p.varuint()
	second, more := p.varuint()
	if !ok || !more {
		return p.fail(errIncomplete)
	}
	switch p.op {
	case WriteError, ReadError:
		item.Register, item.Code = Register(first), second
	case Poll:
		item.Channel, item.Limit = first, second
	default:
		if uint64(second) > uint64(len(p.rest)) {
			return p.fail(errData)
		}
		item.Channel, item.Data = first, p.rest[:second]
		p.rest = p.rest[second:]
	}
	return item, true
}

// varuint reads 7 bits of each byte, the lowest first.
func (p *Parser) varuint() (uint32, bool) {
	var x uint64
	for i := range min(len(p.rest), 5) {
		b := p.rest[i]
		x |= uint64(b&0x7f) << (7 * i)
		if b < 0x80 {
			p.rest = p.rest[i+1:]
			return uint32(x), x <= 0xffffffff
		}
	}
	return 0, false
}

func (p *Parser) fail(err error) (Item, bool) {
	p.err, p.count, p.rest = err, 0, nil
	return Item{}, false
}
