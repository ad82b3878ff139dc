package foxglove

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"sync"
	"sync/atomic"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/descriptorpb"
)

// Channel describes a topic. A topic has one channel.
type Channel struct {
	Topic string
	// Encoding of the messages: "protobuf" or "json".
	Encoding string
	// SchemaName is the full name of the message type. SchemaEncoding is "protobuf" (Schema is a
	// FileDescriptorSet) or "jsonschema".
	SchemaName, SchemaEncoding string
	Schema                     []byte
	// Latched channels keep their newest message, and a new subscriber gets it at once. A client that
	// is slow loses older messages of the channel and never the newest.
	Latched bool
	// History is the number of newest messages that a new subscriber gets at once, oldest first,
	// beside the limits of its queue; 0: none. A jump of a playback empties it. Latched channels
	// have no further history.
	History int
}

// ChannelID names an advertised channel. It is never used again after Unadvertise.
type ChannelID uint32

// Protobuf describes a channel whose messages are of a protobuf type, with the schema of the type.
func Protobuf(topic string, message protoreflect.MessageDescriptor) Channel {
	var set descriptorpb.FileDescriptorSet
	collect(&set, message.ParentFile(), map[string]bool{})
	schema, err := proto.MarshalOptions{Deterministic: true}.Marshal(&set)
	if err != nil { // a descriptor that was linked into the program can be encoded
		panic(fmt.Sprintf("encode the schema of %s: %v", message.FullName(), err))
	}
	return Channel{
		Topic: topic, Encoding: "protobuf",
		SchemaName: string(message.FullName()), SchemaEncoding: "protobuf", Schema: schema,
	}
}

// collect adds a file after those that it imports.
func collect(set *descriptorpb.FileDescriptorSet, file protoreflect.FileDescriptor, seen map[string]bool) {
	if seen[file.Path()] {
		return
	}
	seen[file.Path()] = true
	for i := range file.Imports().Len() {
		collect(set, file.Imports().Get(i).FileDescriptor, seen)
	}
	set.File = append(set.File, protodesc.ToFileDescriptorProto(file))
}

// JSON describes a channel of JSON objects. An empty schema allows any object.
func JSON(topic, schemaName, schema string) Channel {
	if schema == "" {
		schema = anyObject
	}
	return Channel{Topic: topic, Encoding: "json", SchemaName: schemaName, SchemaEncoding: "jsonschema", Schema: []byte(schema)}
}

const anyObject = `{"type":"object"}`

// advertised is a channel as the server keeps it.
type advertised struct {
	id      ChannelID
	latched bool
	history int
	entry   json.RawMessage // of an announcement

	// subscribers is replaced as a whole, so that Publish reads it without a lock.
	subscribers atomic.Pointer[[]subscriber]

	// mu orders the messages that are kept and the subscriptions; channels that keep none do not use
	// it to publish.
	mu   sync.Mutex
	kept []*message // the newest, oldest first: one of a latched channel
}

// subscriber is a client that subscribed to a channel, with the number that it chose.
type subscriber struct {
	client       *client
	subscription uint32
}

// message is a published message. It is shared between clients and never changes.
type message struct {
	logTime uint64 // ns
	payload []byte
}

func newAdvertised(id ChannelID, c Channel) *advertised {
	entry := channelJSON{ID: id, Topic: c.Topic, Encoding: c.Encoding, SchemaName: c.SchemaName, SchemaEncoding: c.SchemaEncoding}
	if entry.Schema = string(c.Schema); c.SchemaEncoding == "protobuf" {
		entry.Schema = base64.StdEncoding.EncodeToString(c.Schema)
	}
	a := &advertised{id: id, latched: c.Latched, history: c.History, entry: mustText(entry).bytes}
	if a.latched {
		a.history = 1
	}
	a.subscribers.Store(&[]subscriber{})
	return a
}

// add subscribes a client. The caller holds the server's lock.
func (a *advertised) add(s subscriber) {
	a.mu.Lock()
	defer a.mu.Unlock()
	old := *a.subscribers.Load()
	all := append(append(make([]subscriber, 0, len(old)+1), old...), s)
	a.subscribers.Store(&all)
	s.client.box.replay(a, s.subscription, a.kept)
}

// remove ends the subscription of a client. The caller holds the server's lock.
func (a *advertised) remove(c *client) {
	a.mu.Lock()
	defer a.mu.Unlock()
	var rest []subscriber
	for _, s := range *a.subscribers.Load() {
		if s.client != c {
			rest = append(rest, s)
		}
	}
	a.subscribers.Store(&rest)
}

// forget drops the kept messages.
func (a *advertised) forget() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.kept = nil
}

// publish hands a copy of the payload to every subscriber.
func (a *advertised) publish(logTime uint64, payload []byte) {
	if a.history == 0 && len(*a.subscribers.Load()) == 0 {
		return
	}
	m := &message{logTime, append([]byte(nil), payload...)}
	if a.history > 0 {
		a.mu.Lock()
		defer a.mu.Unlock()
		a.keep(m)
	}
	for _, s := range *a.subscribers.Load() {
		s.client.box.publish(a, s.subscription, m)
	}
}

// keep adds a message to those that are kept. The caller holds the lock.
func (a *advertised) keep(m *message) {
	if len(a.kept) == a.history {
		a.kept[0] = nil
		a.kept = a.kept[1:]
	}
	a.kept = append(a.kept, m)
}
