package control

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"time"
)

func dial(ctx context.Context, path string) (net.Conn, error) {
	d := net.Dialer{Timeout: timeout}
	return d.DialContext(ctx, "unix", path)
}

// Call sends one request that reads or stops something to the application behind a socket, and
// decodes the reply into value, unless value is nil. It gives up after a few seconds, or when ctx
// ends; the application carries the request out at any age.
func Call(ctx context.Context, path, verb string, arguments, value any) error {
	return session(ctx, path, verb, arguments, value, func(*connection) (time.Duration, error) { return 0, nil })
}

// Change is Call for a request that starts or changes something. It expires when Change gives up:
// an application that was paused meanwhile does not carry it out later.
func Change(ctx context.Context, path, verb string, arguments, value any) error {
	return session(ctx, path, verb, arguments, value, func(c *connection) (until time.Duration, err error) {
		if err := c.ask(Request{Verb: clock}, &until); err != nil {
			return 0, err
		}
		patience := validFor
		if end, ends := ctx.Deadline(); ends {
			patience = min(patience, time.Until(end)) // it expires before this client gives up
		}
		return until + patience, nil
	})
}

// session opens a connection for one request. before returns when the request expires.
func session(ctx context.Context, path, verb string, arguments, value any, before func(*connection) (time.Duration, error)) error {
	encoded, err := json.Marshal(arguments)
	if err != nil {
		return err
	}
	c, err := dial(ctx, path)
	if err != nil {
		return fmt.Errorf("the application does not answer: %w", err)
	}
	defer c.Close()
	defer context.AfterFunc(ctx, func() { _ = c.Close() })()
	connected := &connection{Conn: c, in: bufio.NewReader(io.LimitReader(c, maxReply))}
	until, err := before(connected)
	if err == nil {
		err = connected.ask(Request{Verb: verb, Arguments: encoded, Until: until}, value)
	}
	if ctx.Err() != nil && err != nil {
		return fmt.Errorf("the application did not answer %s: %w", verb, ctx.Err())
	}
	return err
}

// RejectedError is the answer of an application that did not carry out a request.
type RejectedError struct{ Text string }

// Error returns the reason.
func (e *RejectedError) Error() string { return e.Text }

// connection is a connection to an application.
type connection struct {
	net.Conn
	in *bufio.Reader
}

// ask sends a request and decodes the reply. Its patience starts anew.
func (c *connection) ask(r Request, value any) error {
	request, err := json.Marshal(r)
	if err != nil {
		return err
	}
	if err := c.SetDeadline(time.Now().Add(timeout)); err != nil {
		return err
	}
	_, unsent := c.Write(append(request, '\n')) // an application that hangs up says why before
	line, err := c.in.ReadBytes('\n')
	if err != nil {
		return fmt.Errorf("the application did not answer %s: %w", r.Verb, cmp.Or(unsent, err))
	}
	var reply Reply
	if err := json.Unmarshal(line, &reply); err != nil {
		return fmt.Errorf("invalid reply of the application to %s: %w", r.Verb, err)
	}
	if reply.Error != "" {
		return &RejectedError{reply.Error}
	}
	if value == nil {
		return nil
	}
	return json.Unmarshal(reply.Value, value)
}
