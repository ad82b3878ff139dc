package foxglove

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"unicode/utf8"
)

// Opcodes of binary messages from a client.
const (
	opClientMessage   = 1
	opServiceCall     = 2
	opPlaybackControl = 3
)

// request is a checked message of a client: one of the types below.
type request any

type subscribe struct {
	Subscriptions []struct {
		ID        uint32    `json:"id"`
		ChannelID ChannelID `json:"channelId"`
	} `json:"subscriptions"`
}

type unsubscribe struct {
	IDs []uint32 `json:"subscriptionIds"`
}

type getParameters struct {
	Names []string `json:"parameterNames"`
	ID    string   `json:"id"`
}

type setParameters struct {
	Parameters []Parameter `json:"parameters"`
	ID         string      `json:"id"`
}

type subscribeParameters struct {
	Names []string `json:"parameterNames"`
}

type unsubscribeParameters struct {
	Names []string `json:"parameterNames"`
}

type fetchAsset struct {
	URI       string `json:"uri"`
	RequestID uint32 `json:"requestId"`
}

type subscribeGraph struct{}
type unsubscribeGraph struct{}

type serviceCall struct {
	service, call uint32
	encoding      string
	payload       []byte
}

type playbackControl struct {
	id      string
	request PlaybackRequest
}

// parseText checks a text message of a client.
func parseText(text []byte) (request, error) {
	if !utf8.Valid(text) {
		return nil, errors.New("the text message is not UTF-8")
	}
	var head struct {
		Op *string `json:"op"`
	}
	if err := json.Unmarshal(text, &head); err != nil {
		return nil, fmt.Errorf("the text message is not a JSON object of the protocol: %w", err)
	}
	if head.Op == nil {
		return nil, errors.New(`the text message has no "op"`)
	}
	switch *head.Op {
	case "subscribe":
		return parsed[subscribe](text)
	case "unsubscribe":
		return parsed[unsubscribe](text)
	case "getParameters":
		return parsed[getParameters](text)
	case "setParameters":
		r, err := parsed[setParameters](text)
		if err != nil {
			return nil, err
		}
		return r, r.check()
	case "subscribeParameterUpdates":
		return parsed[subscribeParameters](text)
	case "unsubscribeParameterUpdates":
		return parsed[unsubscribeParameters](text)
	case "subscribeConnectionGraph":
		return subscribeGraph{}, nil
	case "unsubscribeConnectionGraph":
		return unsubscribeGraph{}, nil
	case "fetchAsset":
		return parsed[fetchAsset](text)
	case "advertise", "unadvertise":
		return nil, errNoPublishing
	}
	return nil, fmt.Errorf("unknown op %s", quoted(*head.Op))
}

var errNoPublishing = errors.New("this server takes no messages from clients; it has services and parameters")

func parsed[T any](text []byte) (T, error) {
	var r T
	if err := json.Unmarshal(text, &r); err != nil {
		return r, fmt.Errorf("invalid message: %w", err)
	}
	return r, nil
}

// check rejects parameters that no caller could set.
func (s setParameters) check() error {
	for _, p := range s.Parameters {
		switch {
		case p.Name == "":
			return errors.New("setParameters: a parameter has no name")
		case p.Value == nil:
			return fmt.Errorf("setParameters: parameter %s has no value; deleting parameters is not supported", quoted(p.Name))
		}
		if _, number := p.Value.(float64); p.Type == "float64" && !number {
			return fmt.Errorf("setParameters: parameter %s has type float64, and its value is not a number", quoted(p.Name))
		}
	}
	return nil
}

// parseBinary checks a binary message of a client.
func parseBinary(b []byte) (request, error) {
	if len(b) == 0 {
		return nil, errors.New("the binary message is empty")
	}
	r := &bytesReader{rest: b[1:]}
	switch b[0] {
	case opClientMessage:
		return nil, errNoPublishing
	case opServiceCall:
		c := serviceCall{service: r.uint32(), call: r.uint32(), encoding: r.text()}
		c.payload = r.rest
		return c, r.error("a service call")
	case opPlaybackControl:
		return parsePlayback(r)
	}
	return nil, fmt.Errorf("unknown binary opcode %d", b[0])
}

func parsePlayback(r *bytesReader) (request, error) {
	command, speed, seek := r.byte(), math.Float32frombits(r.uint32()), r.byte()
	p := playbackControl{request: PlaybackRequest{Play: command == 0, Speed: speed, Seek: seek != 0}}
	if at := r.uint64(); p.request.Seek {
		p.request.SeekTime = at
	}
	p.id = r.text()
	switch {
	case r.error("a playback request") != nil:
		return nil, r.error("a playback request")
	case command > 1:
		return nil, fmt.Errorf("unknown playback command %d; expected 0 (play) or 1 (pause)", command)
	case !(speed > 0) || math.IsInf(float64(speed), 0):
		return nil, fmt.Errorf("playback speed %g is not a positive number", speed)
	}
	return p, nil
}

// bytesReader reads a binary message; after its end it reads zeros and remembers that.
type bytesReader struct {
	rest  []byte
	ended bool
	bad   bool // a text is not UTF-8
}

func (r *bytesReader) take(n uint64) []byte {
	if uint64(len(r.rest)) < n {
		r.ended, r.rest = true, nil
		return nil
	}
	taken := r.rest[:n]
	r.rest = r.rest[n:]
	return taken
}

func (r *bytesReader) byte() byte {
	if b := r.take(1); b != nil {
		return b[0]
	}
	return 0
}

func (r *bytesReader) uint32() uint32 {
	if b := r.take(4); b != nil {
		return binary.LittleEndian.Uint32(b)
	}
	return 0
}

func (r *bytesReader) uint64() uint64 {
	if b := r.take(8); b != nil {
		return binary.LittleEndian.Uint64(b)
	}
	return 0
}

// text reads a text after its length.
func (r *bytesReader) text() string {
	b := r.take(uint64(r.uint32()))
	r.bad = r.bad || !utf8.Valid(b)
	return string(b)
}

func (r *bytesReader) error(what string) error {
	switch {
	case r.ended:
		return fmt.Errorf("the binary message ends inside %s", what)
	case r.bad:
		return fmt.Errorf("a text in %s is not UTF-8", what)
	}
	return nil
}

// quoted is a text of a client in an error: escaped, and not too long.
func quoted(text string) string {
	const most = 60
	if len(text) > most {
		return fmt.Sprintf("%q...", text[:most])
	}
	return fmt.Sprintf("%q", text)
}
