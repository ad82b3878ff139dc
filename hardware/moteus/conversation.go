package moteus

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/robo-actors/robo-actors/hardware/moteus/internal/multiplex"
)

// conversation asks servos one after the other, as opening a bus and the tools do.
type conversation struct {
	transport Transport
	address   address
	left      time.Duration
	out, in   Frame
}

// errSilent is the error of a servo that does not answer.
var errSilent = errors.New("it does not answer; check its supply, its identifier and prefix, the cable and, on a serial port, whether it requires checksums")

// ask sends a payload until an answer is accepted. An answer to an earlier frame may come first.
func (c *conversation) ask(id uint8, payload []byte, accept func(payload []byte) bool) error {
	c.out = c.address.packed(id, payload)
	for range attempts {
		if err := c.transport.Send(&c.out); err != nil {
			return err
		}
		attempt := min(answerAttempt, c.left)
		c.left -= attempt
		for {
			left, ok := c.transport.Receive(&c.in, attempt)
			if attempt = left; !ok {
				break
			}
			if sender, ours := c.address.sender(c.in.ID); ours && sender == id && accept(c.in.Bytes()) {
				c.left += left
				return nil
			}
		}
	}
	return errSilent
}

// noRegister is the error of a servo whose firmware lacks a register.
type noRegister multiplex.Register

func (e noRegister) Error() string { return fmt.Sprintf("it has no register 0x%03x", uint32(e)) }

// register reads one register.
func (c *conversation) register(id uint8, t multiplex.Type, r multiplex.Register) (value float64, err error) {
	missing := false
	err = c.ask(id, multiplex.AppendRead(nil, t, r, 1), func(payload []byte) bool {
		p := multiplex.Parse(payload)
		for {
			item, more := p.Next()
			switch {
			case !more:
				return false
			case item.Register == r && item.Op == multiplex.Reply:
				value = item.Value
				return true
			case item.Register == r && item.Op == multiplex.ReadError:
				missing = true
				return true
			}
		}
	})
	if missing {
		return 0, noRegister(r)
	}
	return value, err
}

// diagnostic is the channel of the servo's command line.
const diagnostic = 1

// setting reads a number of the servo's configuration, with the command conf get.
func (c *conversation) setting(id uint8, name string) (float64, error) {
	line, err := c.command(id, "conf get "+name)
	if err != nil {
		return 0, err
	}
	x, err := strconv.ParseFloat(line, 64)
	if err != nil {
		return 0, fmt.Errorf("its answer to conf get %s is %.40q; expected a number", name, line)
	}
	return x, nil
}

// command gives the servo a line and returns the first line of its answer.
func (c *conversation) command(id uint8, text string) (string, error) {
	for polls := 0; ; polls++ { // what an earlier command left
		data, err := c.poll(id)
		if err != nil {
			return "", err
		}
		if len(data) == 0 {
			break
		}
		if polls == maxPolls {
			return "", errors.New("its diagnostic stream does not end; send it tel stop")
		}
	}
	for rest := []byte(text + "\n"); len(rest) > 0; {
		n := min(len(rest), maxDiagnostic)
		c.out = c.address.packed(id, multiplex.AppendData(nil, multiplex.Client, diagnostic, rest[:n]))
		c.out.ID &^= wantReply
		if err := c.transport.Send(&c.out); err != nil {
			return "", err
		}
		rest = rest[n:]
	}
	var line []byte
	for range maxPolls {
		data, err := c.poll(id)
		if err != nil {
			return "", err
		}
		line = append(line, data...)
		if end := bytes.IndexByte(line, '\n'); end >= 0 {
			return strings.TrimRight(string(line[:end]), "\r"), nil
		}
	}
	return "", fmt.Errorf("it does not answer %q", text)
}

// maxDiagnostic is the number of bytes of the diagnostic stream in one frame.
const maxDiagnostic = 48

// poll takes what the servo has to say on its command line.
func (c *conversation) poll(id uint8) (data []byte, err error) {
	err = c.ask(id, multiplex.AppendPoll(nil, diagnostic, maxDiagnostic), func(payload []byte) bool {
		p := multiplex.Parse(payload)
		for {
			item, more := p.Next()
			if !more {
				return false
			}
			if item.Op == multiplex.Server && item.Channel == diagnostic {
				data = item.Data
				return true
			}
		}
	})
	return data, err
}
