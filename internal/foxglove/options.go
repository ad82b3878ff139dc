package foxglove

import (
	"context"
	"time"
)

// Options describe a server. The zero value serves channels and nothing else.
type Options struct {
	// Name of the server, shown by viewers.
	Name string
	// SessionID tells sessions apart: viewers that reconnect to another session forget what they have.
	SessionID string
	// Metadata is free text for viewers, by key. About, unless it is nil, adds entries for one client;
	// ctx is that of its request.
	Metadata map[string]string
	About    func(ctx context.Context) map[string]string
	// Origins are patterns of Origin headers that may connect beside the server's own host, such as
	// "https://app.foxglove.dev". Programs other than browsers send no such header.
	Origins []string

	// Parameters, Services, Asset and Playback are what clients may use beside channels; nil: they may
	// not. Graph and ClockTime announce that SetGraph and Time will be called.
	Parameters Parameters
	Services   []Service
	Asset      func(ctx context.Context, uri string) ([]byte, error)
	Playback   Playback
	Graph      bool
	ClockTime  bool

	Limits Limits
}

// Parameters gives access to named values. The methods are called from goroutines of clients, and
// ctx ends with the connection.
type Parameters interface {
	// Get returns the named parameters, all of them if there are no names. Unknown names are left out.
	Get(ctx context.Context, names []string) ([]Parameter, error)
	// Set sets parameters and returns them as they are now. On an error some may have been set.
	Set(ctx context.Context, parameters []Parameter) ([]Parameter, error)
}

// Parameter is a named value: a bool, float64, string, []any or map[string]any, as package
// encoding/json decodes them.
type Parameter struct {
	Name string `json:"name"`
	// Type is a hint: "float64", "float64_array", "byte_array" (base64) or nothing.
	Type  string `json:"type,omitempty"`
	Value any    `json:"value,omitempty"`
}

// Service is a function that clients call with JSON, and that answers with JSON.
type Service struct {
	Name string
	// Type is a name for the pair of schemas. Request and Response are JSON Schemas; empty: any
	// object.
	Type              string
	Request, Response string
	// Call runs in a goroutine of its own. ctx ends with the connection.
	Call func(ctx context.Context, request []byte) ([]byte, error)
}

// Playback replays recorded data under the control of clients. All clients see the same playback.
type Playback interface {
	// Range returns the times of the first and the last message, ns.
	Range() (first, last uint64)
	// State returns the state now; a client gets it when it connects.
	State() PlaybackState
	// Control carries out a request. It calls answer once, with the new state, which goes to all
	// clients. After a jump it calls answer before it publishes messages of the new time: answer
	// throws away the older ones that wait, and the state comes before the newer ones. Changes of
	// another cause, such as the end of the data, are reported by Server.PlaybackChanged.
	Control(ctx context.Context, request PlaybackRequest, answer func(PlaybackState)) error
}

// PlaybackRequest is a request of a client.
type PlaybackRequest struct {
	// Play is true for play and false for pause.
	Play bool
	// Speed is a factor of real time; the server passes positive, finite values only.
	Speed float32
	// Seek says that playback goes to SeekTime, ns.
	Seek     bool
	SeekTime uint64
}

// PlaybackStatus is what playback does.
type PlaybackStatus uint8

// The values of PlaybackStatus, with the numbers of the protocol.
const (
	Playing PlaybackStatus = iota
	Paused
	Buffering
	Ended
)

// PlaybackState is where playback is.
type PlaybackState struct {
	Status PlaybackStatus
	// Time is the time in the recording, ns.
	Time uint64
	// Speed is a factor of real time.
	Speed float32
	// DidSeek says that Time jumped: messages of before the jump that a client has not got yet are
	// thrown away, and viewers clear their plots.
	DidSeek bool
}

// Limits bound what clients may use. A zero means the default.
type Limits struct {
	// Clients connected at once; more get 503. Default 32.
	Clients int
	// MessageBytes of a message from a client; more closes the connection. Default 16 KiB.
	MessageBytes int64
	// MessagesPerSecond that a client may send on average, with bursts ten times as large; more closes
	// the connection. Default 100.
	MessagesPerSecond float64
	// Subscriptions of a client, to channels and likewise to parameters. Default 1024.
	Subscriptions int
	// RunningCalls of one client, for each service, and likewise for assets. Default 4.
	RunningCalls int
	// QueueMessages and QueueBytes wait for a client at most; the oldest go first. Default 512 and 4
	// MiB. The newest message of each latched channel waits beside them.
	QueueMessages, QueueBytes int
	// ControlBytes of answers and announcements wait at most; more closes the connection. An asset has
	// at most half of it. Default 16 MiB.
	ControlBytes int
	// WriteTimeout bounds the time in which a client takes one message. Default 10 s.
	WriteTimeout time.Duration
	// PingPeriod is the time between pings. A client that answers none within this time and the time
	// of WriteTimeout is disconnected. Default 10 s.
	PingPeriod time.Duration
}

// withDefaults replaces zeros.
func (l Limits) withDefaults() Limits {
	set(&l.Clients, 32)
	set(&l.MessageBytes, 16<<10)
	set(&l.MessagesPerSecond, 100)
	set(&l.Subscriptions, 1024)
	set(&l.RunningCalls, 4)
	set(&l.QueueMessages, 512)
	set(&l.QueueBytes, 4<<20)
	set(&l.ControlBytes, 16<<20)
	set(&l.WriteTimeout, 10*time.Second)
	set(&l.PingPeriod, 10*time.Second)
	return l
}

func set[T int | int64 | float64 | time.Duration](value *T, byDefault T) {
	if *value <= 0 {
		*value = byDefault
	}
}
