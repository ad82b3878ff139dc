// Package viewtest is the client side of Foxglove's protocol, for tests of views.
package viewtest

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net/http"
	"sync"

	"github.com/coder/websocket"
)

// Viewer is a connected viewer. Its methods may be called from any goroutine.
type Viewer struct {
	conn *websocket.Conn

	mu       sync.Mutex
	changed  *sync.Cond
	Info     map[string]any // serverInfo
	channels map[string]channel
	services map[string]uint32
	newest   map[string][]Message // by topic, in order of arrival
	wanted   map[uint32]string    // topic by subscription
	replies  map[uint32]reply
	statuses []string
	values   map[string]any // parameters
	state    []byte         // of playback
	calls    uint32
	ended    error
}

// Message is a message of a topic.
type Message struct {
	LogTime uint64 // ns
	Data    []byte
}

type channel struct {
	ID         uint32 `json:"id"`
	Topic      string `json:"topic"`
	Encoding   string `json:"encoding"`
	SchemaName string `json:"schemaName"`
	Schema     string `json:"schema"`
}

type reply struct {
	value []byte
	err   error
}

// Connect connects to the address of a WebSocket.
func Connect(ctx context.Context, url string, header http.Header, client *http.Client) (*Viewer, error) {
	conn, response, err := websocket.Dial(ctx, url, &websocket.DialOptions{Subprotocols: []string{"foxglove.sdk.v1"}, HTTPHeader: header, HTTPClient: client})
	if err != nil {
		if response != nil {
			return nil, fmt.Errorf("%w (status %d)", err, response.StatusCode)
		}
		return nil, err
	}
	conn.SetReadLimit(-1)
	v := &Viewer{conn: conn, channels: map[string]channel{}, services: map[string]uint32{}, newest: map[string][]Message{}, wanted: map[uint32]string{}, replies: map[uint32]reply{}, values: map[string]any{}}
	v.changed = sync.NewCond(&v.mu)
	go v.read()
	return v, nil
}

// Close ends the connection.
func (v *Viewer) Close() { _ = v.conn.CloseNow() } // the server sees the end

func (v *Viewer) read() {
	for {
		kind, data, err := v.conn.Read(context.Background())
		v.mu.Lock()
		switch {
		case err != nil:
			v.ended = err
		case kind == websocket.MessageText:
			v.text(data)
		default:
			v.binary(data)
		}
		v.changed.Broadcast()
		v.mu.Unlock()
		if err != nil {
			return
		}
	}
}

// text takes a text message.
func (v *Viewer) text(data []byte) {
	var m struct {
		Op       string
		Channels []channel
		Services []struct {
			ID   uint32
			Name string
		}
		CallID     uint32 `json:"callId"`
		Message    string
		Parameters []struct {
			Name  string
			Value any
		}
	}
	if json.Unmarshal(data, &m) != nil {
		return
	}
	switch m.Op {
	case "serverInfo":
		_ = json.Unmarshal(data, &v.Info)
	case "advertise":
		for _, c := range m.Channels {
			v.channels[c.Topic] = c
		}
	case "advertiseServices":
		for _, s := range m.Services {
			v.services[s.Name] = s.ID
		}
	case "serviceCallFailure":
		v.replies[m.CallID] = reply{err: errors.New(m.Message)}
	case "status":
		v.statuses = append(v.statuses, m.Message)
	case "parameterValues":
		for _, p := range m.Parameters {
			v.values[p.Name] = p.Value
		}
	}
}

// binary takes a binary message.
func (v *Viewer) binary(data []byte) {
	switch {
	case len(data) >= 13 && data[0] == 1:
		topic := v.wanted[binary.LittleEndian.Uint32(data[1:])]
		v.newest[topic] = append(v.newest[topic], Message{binary.LittleEndian.Uint64(data[5:]), data[13:]})
	case len(data) >= 13 && data[0] == 3:
		v.replies[binary.LittleEndian.Uint32(data[5:])] = reply{value: data[13+binary.LittleEndian.Uint32(data[9:]):]}
	case len(data) > 0 && data[0] == 5:
		v.state = data
	}
}

// await waits until a condition holds, with the lock held.
func (v *Viewer) await(ctx context.Context, what string, holds func() bool) error {
	defer context.AfterFunc(ctx, func() { v.mu.Lock(); defer v.mu.Unlock(); v.changed.Broadcast() })()
	for !holds() {
		if v.ended != nil {
			return fmt.Errorf("waiting for %s: %w", what, v.ended)
		}
		if ctx.Err() != nil {
			return fmt.Errorf("waiting for %s: %w", what, ctx.Err())
		}
		v.changed.Wait()
	}
	return nil
}

// Subscribe subscribes to topics, and waits until they are advertised.
func (v *Viewer) Subscribe(ctx context.Context, topics ...string) error {
	for _, topic := range topics {
		v.mu.Lock()
		err := v.await(ctx, "the topic "+topic, func() bool { _, known := v.channels[topic]; return known })
		c := v.channels[topic]
		v.wanted[c.ID+1000] = topic
		v.mu.Unlock()
		if err != nil {
			return err
		}
		if err := v.send(ctx, map[string]any{"op": "subscribe", "subscriptions": []any{map[string]any{"id": c.ID + 1000, "channelId": c.ID}}}); err != nil {
			return err
		}
	}
	return nil
}

// Send sends a request as JSON.
func (v *Viewer) send(ctx context.Context, request any) error {
	data, err := json.Marshal(request)
	if err != nil {
		return err
	}
	return v.conn.Write(ctx, websocket.MessageText, data)
}

// Messages waits until at least n messages of a topic have come, and returns all of them.
func (v *Viewer) Messages(ctx context.Context, topic string, n int) ([]Message, error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	err := v.await(ctx, fmt.Sprintf("%d messages of %s", n, topic), func() bool { return len(v.newest[topic]) >= n })
	return append([]Message(nil), v.newest[topic]...), err
}

// Forget drops the messages that have come.
func (v *Viewer) Forget() {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.newest = map[string][]Message{}
}

// Topics lists the topics that were advertised, with the names of their schemas.
func (v *Viewer) Topics() map[string]string {
	v.mu.Lock()
	defer v.mu.Unlock()
	topics := map[string]string{}
	for name, c := range v.channels {
		topics[name] = c.SchemaName
	}
	return topics
}

// Metadata returns an entry of the server's metadata.
func (v *Viewer) Metadata(ctx context.Context, key string) (string, error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	err := v.await(ctx, "serverInfo", func() bool { return v.Info != nil })
	metadata, _ := v.Info["metadata"].(map[string]any)
	value, _ := metadata[key].(string)
	return value, err
}

// Call calls a service with a request as JSON, and decodes its reply.
func (v *Viewer) Call(ctx context.Context, service string, request, answer any) error {
	payload, err := json.Marshal(request)
	if err != nil {
		return err
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	if err := v.await(ctx, "the service "+service, func() bool { _, known := v.services[service]; return known }); err != nil {
		return err
	}
	v.calls++
	call := v.calls
	data := binary.LittleEndian.AppendUint32([]byte{2}, v.services[service])
	data = binary.LittleEndian.AppendUint32(data, call)
	data = binary.LittleEndian.AppendUint32(data, 4)
	data = append(append(data, "json"...), payload...)
	if err := v.conn.Write(ctx, websocket.MessageBinary, data); err != nil {
		return err
	}
	if err := v.await(ctx, "the reply of "+service, func() bool { _, came := v.replies[call]; return came }); err != nil {
		return err
	}
	r := v.replies[call]
	if r.err != nil || answer == nil {
		return r.err
	}
	return json.Unmarshal(r.value, answer)
}

// Parameters requests all parameters, and waits until there are some.
func (v *Viewer) Parameters(ctx context.Context) (map[string]any, error) {
	if err := v.send(ctx, map[string]any{"op": "getParameters", "parameterNames": []string{}, "id": "get"}); err != nil {
		return nil, err
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	err := v.await(ctx, "parameters", func() bool { return len(v.values) > 0 })
	values := map[string]any{}
	for name, value := range v.values {
		values[name] = value
	}
	return values, err
}

// SetParameter gives a parameter a value.
func (v *Viewer) SetParameter(ctx context.Context, name string, value any) error {
	return v.send(ctx, map[string]any{"op": "setParameters", "parameters": []any{map[string]any{"name": name, "value": value}}, "id": "set"})
}

// Parameter waits until a parameter has a value.
func (v *Viewer) Parameter(ctx context.Context, name string, value any) error {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.await(ctx, fmt.Sprintf("%s = %v", name, value), func() bool { return fmt.Sprint(v.values[name]) == fmt.Sprint(value) })
}

// Status waits until the server has sent a status that holds.
func (v *Viewer) Status(ctx context.Context, holds func(text string) bool) error {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.await(ctx, "a status", func() bool {
		for _, text := range v.statuses {
			if holds(text) {
				return true
			}
		}
		return false
	})
}

// Playback is the state of a recording that is played.
type Playback struct {
	// Status is 0 playing, 1 paused, 2 buffering, 3 ended.
	Status  byte
	Time    uint64 // ns
	DidSeek bool
}

// Control plays or pauses a recording at a speed, and seeks to a time in ns unless it is negative.
func (v *Viewer) Control(ctx context.Context, play bool, speed float32, seek int64) error {
	data := []byte{3, 1}
	if play {
		data[1] = 0
	}
	data = binary.LittleEndian.AppendUint32(data, math.Float32bits(speed))
	if seek >= 0 {
		data = binary.LittleEndian.AppendUint64(append(data, 1), uint64(seek))
	} else {
		data = binary.LittleEndian.AppendUint64(append(data, 0), 0)
	}
	data = append(binary.LittleEndian.AppendUint32(data, 1), 'x')
	return v.conn.Write(ctx, websocket.MessageBinary, data)
}

// Played waits until the state of playback holds, and returns it.
func (v *Viewer) Played(ctx context.Context, what string, holds func(Playback) bool) (p Playback, err error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	err = v.await(ctx, what, func() bool {
		if len(v.state) < 15 {
			return false
		}
		p = Playback{Status: v.state[1], Time: binary.LittleEndian.Uint64(v.state[2:]), DidSeek: v.state[14] == 1}
		return holds(p)
	})
	return p, err
}
