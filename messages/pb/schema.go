package pb

import (
	"fmt"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/descriptorpb"
)

// schemaOf returns the FileDescriptorSet of a message: its own file and everything that it imports,
// each file after those that it imports itself, so that the set can be loaded without anything
// else. The same message gives the same bytes.
func schemaOf(message protoreflect.MessageDescriptor) ([]byte, error) {
	var set descriptorpb.FileDescriptorSet
	collect(&set, message.ParentFile(), map[string]bool{})
	data, err := proto.MarshalOptions{Deterministic: true}.Marshal(&set)
	if err != nil {
		return nil, fmt.Errorf("encode the schema of %s: %w", message.FullName(), err)
	}
	return data, nil
}

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
