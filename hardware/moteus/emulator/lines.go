package emulator

import (
	"bufio"
	"errors"
	"io"

	"github.com/robo-actors/robo-actors/hardware/moteus"
	"github.com/robo-actors/robo-actors/hardware/moteus/internal/fdcanusb"
)

// errClosed is the error of a transport that is not open.
var errClosed = errors.New("the transport is not open")

// ServeLines answers the lines of a host as an fdcanusb adapter does, until the port ends. Once a
// line with a valid checksum has arrived, it demands checksums and gives them.
func (b *Bus) ServeLines(port io.ReadWriter) error {
	lines := bufio.NewScanner(port)
	lines.Split(splitLines)
	var data [fdcanusb.MaxData]byte
	var out []byte
	var f moteus.Frame
	var answers []moteus.Frame
	checked := false
	for lines.Scan() {
		line := lines.Bytes()
		if len(line) == 0 {
			continue
		}
		out = out[:0]
		id, payload, sum, err := fdcanusb.ParseSend(line, data[:])
		switch {
		case err != nil:
			out = append(append(append(out, "ERR "...), err.Error()...), '\n')
		case checked && !sum:
			out = append(out, "ERR a checksum is required\n"...)
		default:
			checked = checked || sum
			out = fdcanusb.AppendOK(out, checked)
			f.ID = id
			f.Set(payload)
			answers = b.handle(&f, answers[:0])
			for i := range answers {
				out = fdcanusb.AppendReceived(out, answers[i].ID, answers[i].Bytes(), checked)
			}
		}
		if _, err := port.Write(out); err != nil {
			return err
		}
	}
	return lines.Err()
}

// splitLines splits at either line end; a line that is too long becomes several.
func splitLines(data []byte, end bool) (advance int, line []byte, err error) {
	for i, c := range data {
		if c == '\n' || c == '\r' || i == fdcanusb.MaxLine {
			return i + 1, data[:i], nil
		}
	}
	if end && len(data) > 0 {
		return len(data), data, nil
	}
	return 0, nil, nil
}
