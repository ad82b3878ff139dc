package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sort"
	"strings"

	"github.com/bufbuild/protocompile"
	"github.com/bufbuild/protocompile/protoutil"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/descriptorpb"
	"google.golang.org/protobuf/types/pluginpb"
)

// parameter tells protoc-gen-go to name files by their Go import path below the module, whatever
// folder the source is in.
const parameter = "module=github.com/robo-actors/robo-actors"

// compile reads every .proto file below dir and returns what protoc would hand to a generator: the
// descriptors with their comments, each after those that it imports.
func compile(ctx context.Context, dir string) (*pluginpb.CodeGeneratorRequest, error) {
	names, err := sources(dir)
	if err != nil {
		return nil, err
	}
	compiler := protocompile.Compiler{
		Resolver:       protocompile.WithStandardImports(&protocompile.SourceResolver{ImportPaths: []string{dir}}),
		SourceInfoMode: protocompile.SourceInfoStandard,
	}
	linked, err := compiler.Compile(ctx, names...)
	if err != nil {
		return nil, fmt.Errorf("compile the sources below %s: %w", dir, err)
	}
	request := &pluginpb.CodeGeneratorRequest{FileToGenerate: names, Parameter: proto.String(parameter)}
	seen := map[string]bool{}
	for _, file := range linked {
		request.ProtoFile = withImports(request.ProtoFile, file, seen)
	}
	return request, nil
}

// sources lists the .proto files below dir by their path relative to it, sorted, with forward
// slashes.
func sources(dir string) ([]string, error) {
	var names []string
	err := fs.WalkDir(os.DirFS(dir), ".", func(path string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() && strings.HasSuffix(path, ".proto") {
			names = append(names, filepath.ToSlash(path))
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("look for .proto files below %s: %w", dir, err)
	}
	if len(names) == 0 {
		return nil, errors.New("no .proto file below " + dir + "; expected some in the folders that their protobuf package names, such as robo_actors/v1")
	}
	sort.Strings(names)
	return names, nil
}

// withImports appends the descriptor of file to list, after those of its imports.
func withImports(list []*descriptorpb.FileDescriptorProto, file protoreflect.FileDescriptor, seen map[string]bool) []*descriptorpb.FileDescriptorProto {
	if seen[file.Path()] {
		return list
	}
	seen[file.Path()] = true
	for i := range file.Imports().Len() {
		list = withImports(list, file.Imports().Get(i).FileDescriptor, seen)
	}
	return append(list, protoutil.ProtoFromFileDescriptor(file))
}
