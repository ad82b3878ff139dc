// Package fdcanusb encodes and decodes the text lines of mjbots' fdcanusb, a CAN-FD adapter on a
// serial port. moteus servos on a UART speak the same lines.
package fdcanusb

import "errors"

// MaxData is the number of data bytes of the longest CAN-FD frame.
const MaxData = 64

// MaxLine bounds the length of a line in bytes.
const MaxLine = 256

// Kind is what a line of the adapter says.
type Kind uint8

// The kinds of lines. Noise is a line that the protocol does not have, such as the rest of a line
// that was cut.
const (
	Noise Kind = iota
	OK
	Err
	Received
)

// Line is a line of the adapter.
type Line struct {
	Kind Kind
	// Checksum says that the line had a valid checksum.
	Checksum bool
	// ID and Data are those of a received frame; Data aliases the buffer that Parse was given.
	ID   uint32
	Data []byte
	// Text is what follows ERR; it aliases the line.
	Text []byte
}

const digits = "0123456789ABCDEF"

// AppendSend appends the line that sends a frame with fast data rate, and its line end.
func AppendSend(b []byte, id uint32, data []byte, checksum bool) []byte {
	begin := len(b)
	b = append(b, "can send "...)
	b = appendHexID(b, id)
	b = append(b, ' ')
	for _, x := range data {
		b = append(b, digits[x>>4], digits[x&15])
	}
	if len(data) > 0 { // after an identifier alone, flags would be read as data
		b = append(b, " BF"...)
	}
	return endLine(b, begin, checksum)
}

// AppendReceived appends the line with which an adapter reports a frame.
func AppendReceived(b []byte, id uint32, data []byte, checksum bool) []byte {
	begin := len(b)
	b = appendHexID(append(b, "rcv "...), id)
	b = append(b, ' ')
	for _, x := range data {
		b = append(b, digits[x>>4], digits[x&15])
	}
	return endLine(append(b, " E B F"...), begin, checksum)
}

// AppendOK appends the answer to a command.
func AppendOK(b []byte, checksum bool) []byte {
	begin := len(b)
	return endLine(append(b, "OK"...), begin, checksum)
}

// appendHexID appends at least two digits.
func appendHexID(b []byte, id uint32) []byte {
	for shift := 28; shift >= 0; shift -= 4 {
		if id>>shift != 0 || shift <= 4 {
			b = append(b, digits[id>>shift&15])
		}
	}
	return b
}

func endLine(b []byte, begin int, checksum bool) []byte {
	if checksum {
		b = append(b, ' ')
		sum := CRC(b[begin:])
		b = append(b, '*', digits[sum>>4], digits[sum&15])
	}
	return append(b, '\n')
}

// CRC is the CRC-8 of the lines: polynomial 0x97, initial value 0, not reflected.
func CRC(line []byte) byte {
	var crc byte
	for _, x := range line {
		crc ^= x
		for range 8 {
			if crc&0x80 != 0 {
				crc = crc<<1 ^ 0x97
			} else {
				crc <<= 1
			}
		}
	}
	return crc
}

// ErrChecksum is the error of a line whose checksum is wrong.
var ErrChecksum = errors.New("the checksum of the line is wrong")

// Parse reads a line of the adapter, without its end. The data of a frame is written into buffer,
// which has room for MaxData bytes. Parse does not allocate.
func Parse(line, buffer []byte) (Line, error) {
	line, sum, err := withoutChecksum(line)
	if err != nil {
		return Line{}, err
	}
	l := Line{Checksum: sum}
	word, rest := cutWord(line)
	switch string(word) {
	case "OK":
		l.Kind = OK
	case "ERR":
		l.Kind, l.Text = Err, rest
	case "rcv":
		l.ID, l.Data = received(rest, buffer)
		if l.Data != nil {
			l.Kind = Received
		}
	}
	return l, nil
}

// ParseSend reads a line of a host, as the adapter does: "can send", with any case and flags.
func ParseSend(line, buffer []byte) (id uint32, data []byte, checksum bool, err error) {
	line, checksum, err = withoutChecksum(line)
	if err != nil {
		return 0, nil, false, err
	}
	can, rest := cutWord(line)
	send, rest := cutWord(rest)
	if string(can) != "can" || string(send) != "send" && string(send) != "std" && string(send) != "ext" {
		return 0, nil, checksum, errCommand
	}
	id, data = received(rest, buffer)
	if data == nil {
		return 0, nil, checksum, errCommand
	}
	return id, data, checksum, nil
}

var errCommand = errors.New("unknown command; expected can send ID DATA")

// withoutChecksum removes a checksum and checks it.
func withoutChecksum(line []byte) ([]byte, bool, error) {
	n := len(line)
	if n < 3 || line[n-3] != '*' {
		return line, false, nil
	}
	high, low := digit(line[n-2]), digit(line[n-1])
	if high < 0 || low < 0 || byte(high<<4|low) != CRC(line[:n-3]) {
		return nil, false, ErrChecksum
	}
	return line[:n-3], true, nil
}

// cutWord returns the first word and what follows it.
func cutWord(line []byte) (word, rest []byte) {
	begin := 0
	for begin < len(line) && line[begin] == ' ' {
		begin++
	}
	end := begin
	for end < len(line) && line[end] != ' ' {
		end++
	}
	return line[begin:end], line[end:]
}

// received reads the identifier and the data of a frame; the data is nil if they are malformed.
func received(rest, buffer []byte) (uint32, []byte) {
	idText, rest := cutWord(rest)
	var dataText []byte
	if len(rest) > 1 && rest[1] != ' ' { // after a second space come the flags of a frame without data
		dataText, _ = cutWord(rest)
	}
	if len(idText) == 0 || len(idText) > 8 || len(dataText)%2 != 0 || len(dataText) > 2*min(MaxData, len(buffer)) {
		return 0, nil
	}
	var id uint32
	for _, c := range idText {
		d := digit(c)
		if d < 0 {
			return 0, nil
		}
		id = id<<4 | uint32(d)
	}
	for i := 0; i < len(dataText); i += 2 {
		high, low := digit(dataText[i]), digit(dataText[i+1])
		if high < 0 || low < 0 {
			return 0, nil
		}
		buffer[i/2] = byte(high<<4 | low)
	}
	return id, buffer[:len(dataText)/2]
}

func digit(c byte) int {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0')
	case c >= 'a' && c <= 'f':
		return int(c-'a') + 10
	case c >= 'A' && c <= 'F':
		return int(c-'A') + 10
	}
	return -1
}
