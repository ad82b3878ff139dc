package record

import (
	"bytes"
	"fmt"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/descriptorpb"
	"google.golang.org/protobuf/types/dynamicpb"

	"github.com/robo-actors/robo-actors/messages/pb"
)

// stampField is the number of the stamp in the messages of ports.
const stampField = 15

// messageType returns what reads the messages of a schema as the file describes them: the generated
// type where the schema is the one that this program was compiled with, which is faster, and a
// dynamic one otherwise.
func (s *Schema) messageType() (protoreflect.MessageType, error) {
	if codec, err := pb.CodecNamed(s.Name); err == nil && bytes.Equal(codec.Schema(), s.Data) {
		return codec.Message().ProtoReflect().Type(), nil
	}
	var set descriptorpb.FileDescriptorSet
	if err := proto.Unmarshal(s.Data, &set); err != nil {
		return nil, fmt.Errorf("%w: schema of %s: %w", ErrSchema, s.Name, err)
	}
	files, err := protodesc.NewFiles(&set)
	if err != nil {
		return nil, fmt.Errorf("%w: schema of %s: %w", ErrSchema, s.Name, err)
	}
	found, err := files.FindDescriptorByName(protoreflect.FullName(s.Name))
	if err != nil {
		return nil, fmt.Errorf("%w: schema of %s: %w", ErrSchema, s.Name, err)
	}
	message, ok := found.(protoreflect.MessageDescriptor)
	if !ok {
		return nil, fmt.Errorf("%w: %s is no message", ErrSchema, s.Name)
	}
	return dynamicpb.NewMessageType(message), nil
}

// parser reads messages of any schema. It keeps one message a channel.
type parser struct {
	byChannel map[*Channel]protoreflect.Message
}

// message returns the message of a channel into which parse reads. Its descriptor is the same for
// all messages.
func (p *parser) message(c *Channel) (protoreflect.Message, error) {
	if message, ok := p.byChannel[c]; ok {
		return message, nil
	}
	kind, err := c.Schema.messageType()
	if err != nil {
		return nil, err
	}
	if p.byChannel == nil {
		p.byChannel = map[*Channel]protoreflect.Message{}
	}
	p.byChannel[c] = kind.New()
	return p.byChannel[c], nil
}

// parse reads the message, which is valid until the next one of its channel.
func (p *parser) parse(m Message) (protoreflect.Message, error) {
	message, err := p.message(m.Channel)
	if err != nil {
		return nil, err
	}
	if err := proto.Unmarshal(m.Data, message.Interface()); err != nil {
		return nil, fmt.Errorf("topic %s at %s: %w", m.Channel.Topic, m.LogTime, err)
	}
	return message, nil
}

// isStamp says whether a field is the stamp, which readers show beside the value.
func isStamp(field protoreflect.FieldDescriptor) bool {
	return field.Number() == stampField && field.Kind() == protoreflect.MessageKind && field.Message().FullName() == "robo_actors.v1.Stamp"
}
