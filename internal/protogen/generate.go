package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/pluginpb"
)

// generated is one file of Go code, named relative to the package's folder.
type generated struct {
	name    string
	content []byte
}

// generate has protoc-gen-go, at the version that go.mod pins, turn the descriptors into Go code.
func generate(ctx context.Context, request *pluginpb.CodeGeneratorRequest) ([]generated, error) {
	input, err := proto.MarshalOptions{Deterministic: true}.Marshal(request)
	if err != nil {
		return nil, fmt.Errorf("encode the request to protoc-gen-go: %w", err)
	}
	var stdout, stderr bytes.Buffer
	command := exec.CommandContext(ctx, "go", "tool", "protoc-gen-go")
	command.Stdin, command.Stdout, command.Stderr = bytes.NewReader(input), &stdout, &stderr
	if err := command.Run(); err != nil {
		return nil, fmt.Errorf("go tool protoc-gen-go: %w: %s", err, bytes.TrimSpace(stderr.Bytes()))
	}
	var response pluginpb.CodeGeneratorResponse
	if err := proto.Unmarshal(stdout.Bytes(), &response); err != nil {
		return nil, fmt.Errorf("decode the answer of protoc-gen-go: %w", err)
	}
	if response.Error != nil {
		return nil, errors.New("protoc-gen-go: " + response.GetError())
	}
	files := make([]generated, 0, len(response.File))
	for _, f := range response.File {
		files = append(files, generated{name: path.Base(f.GetName()), content: []byte(f.GetContent())})
	}
	return files, nil
}
