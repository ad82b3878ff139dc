package sharedmemory

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// DefaultTimeout is how long a client waits for a spine, as Upkie's agents do.
const DefaultTimeout = 100 * time.Millisecond

// ClientOptions are the options of Open and OpenLive.
type ClientOptions struct {
	// Folder holds the files; DefaultFolder if empty.
	Folder string
	// Timeout bounds each wait of a Client; DefaultTimeout if zero.
	Timeout time.Duration
}

// A Client is an agent's end of the classic file. One goroutine uses it.
type Client struct {
	region  *region // nil once closed
	path    string
	timeout time.Duration
	fail    SizeError
}

// Open opens the classic file of a spine. The error is an ErrNoSpine if there is no such file.
func Open(name string, o ClientOptions) (*Client, error) {
	path, _, err := paths(o.Folder, name)
	if err != nil {
		return nil, err
	}
	r, err := open(path, true)
	if err != nil {
		return nil, err
	}
	if o.Timeout == 0 {
		o.Timeout = DefaultTimeout
	}
	return &Client{region: r, path: path, timeout: o.Timeout}, nil
}

// Wait waits until the spine has answered. It returns ErrRejected if the answer is Error, after
// writing None back; ErrTimeout if there is no answer within the client's timeout; ErrNoSpine if
// the file is not the spine's any more; or the context's error.
func (c *Client) Wait(ctx context.Context) error {
	if c.region == nil {
		return ErrClosed
	}
	begin, pause := time.Now(), firstPause
	for {
		word, err := c.region.load(requestOffset)
		if err != nil {
			return err
		}
		switch Request(word) {
		case None:
			return nil
		case Error:
			if err := c.region.signal(None); err != nil {
				return err
			}
			return &FileError{c.path, ErrRejected}
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		left := c.timeout - time.Since(begin)
		if left <= 0 {
			return c.silent()
		}
		c.region.wait(requestOffset, word, min(pause, left))
		pause = min(2*pause, longestPause)
	}
}

// silent says why a spine does not answer.
func (c *Client) silent() error {
	if err := c.region.intact(); err != nil {
		return &FileError{c.path, fmt.Errorf("%w: its file was removed or truncated; open it again", ErrNoSpine)}
	}
	return &FileError{c.path, fmt.Errorf("%w: no answer within %v; does it run?", ErrTimeout, c.timeout)}
}

// Post writes a request with its data. The request in the file must be None: call Wait before.
func (c *Client) Post(request Request, data []byte) error {
	if err := c.free(); err != nil {
		return err
	}
	err := c.region.post(request, data, &c.fail)
	if _, large := errors.AsType[*SizeError](err); large {
		return &FileError{c.path, err}
	}
	return err
}

// free returns an error if the file is not the client's to write to or read from.
func (c *Client) free() error {
	if c.region == nil {
		return ErrClosed
	}
	word, err := c.region.load(requestOffset)
	if err == nil && Request(word) != None {
		err = &FileError{c.path, fmt.Errorf("the request is %v, expected none: does another agent use this spine?", Request(word))}
	}
	return err
}

// ReadReply copies the data of an answer into a buffer, up to its capacity, and returns that part
// of the buffer. The request in the file must be None: call Wait before.
func (c *Client) ReadReply(buffer []byte) ([]byte, error) {
	if err := c.free(); err != nil {
		return nil, err
	}
	data, err := c.region.data(buffer, &c.fail)
	if _, large := errors.AsType[*SizeError](err); large {
		err = &FileError{c.path, err}
	}
	return data, err
}

// Call waits until the spine is free, posts a request, waits for the answer and copies its data
// into a buffer, as ReadReply does. With ErrRejected the data are those that the spine wrote with
// its Error, or the client's own: Upkie's spines write none.
func (c *Client) Call(ctx context.Context, request Request, data, buffer []byte) ([]byte, error) {
	if err := c.Wait(ctx); err != nil {
		return nil, err
	}
	if err := c.Post(request, data); err != nil {
		return nil, err
	}
	rejected := c.Wait(ctx)
	if rejected != nil && !errors.Is(rejected, ErrRejected) {
		return nil, rejected
	}
	reply, err := c.ReadReply(buffer)
	if rejected != nil {
		return reply, rejected
	}
	return reply, err
}

// Stop waits until the spine is free and posts Stop. It returns at once; Wait waits for the answer.
func (c *Client) Stop(ctx context.Context) error {
	if err := c.Wait(ctx); err != nil {
		return err
	}
	return c.region.signal(Stop)
}

// Size returns the size of the file, bytes: a buffer of that size holds every reply.
func (c *Client) Size() int {
	if c.region == nil {
		return 0
	}
	return len(c.region.memory)
}

// Close unmaps the file. It never removes it.
func (c *Client) Close() error {
	if c.region == nil {
		return nil
	}
	r := c.region
	c.region = nil
	return r.close()
}
