package control

import (
	"bufio"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"time"
)

func dial(path string) (net.Conn, error) { return net.DialTimeout("unix", path, timeout) }

// Call sends one request to the application behind a socket and decodes the reply into value,
// unless value is nil.
func Call(path, verb string, arguments, value any) error {
	encoded, err := json.Marshal(arguments)
	if err != nil {
		return err
	}
	request, err := json.Marshal(Request{Verb: verb, Arguments: encoded})
	if err != nil {
		return err
	}
	c, err := dial(path)
	if err != nil {
		return fmt.Errorf("the application does not answer: %w", err)
	}
	defer c.Close()
	if err := c.SetDeadline(time.Now().Add(timeout)); err != nil {
		return err
	}
	_, unsent := c.Write(append(request, '\n')) // an application that hangs up says why before
	line, err := bufio.NewReader(io.LimitReader(c, maxReply)).ReadBytes('\n')
	if err != nil {
		return fmt.Errorf("the application did not answer %s: %w", verb, cmp.Or(unsent, err))
	}
	var reply Reply
	if err := json.Unmarshal(line, &reply); err != nil {
		return fmt.Errorf("invalid reply of the application to %s: %w", verb, err)
	}
	if reply.Error != "" {
		return errors.New(reply.Error)
	}
	if value == nil {
		return nil
	}
	return json.Unmarshal(reply.Value, value)
}
