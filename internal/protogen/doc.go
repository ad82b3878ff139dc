// Command protogen compiles the .proto files of package messages/pb to Go.
//
//	go run ./internal/protogen [-check] DIR
//
// DIR is the folder of the Go package. Below it lie the sources, in the folders that their protobuf
// package names (robo_actors/v1/*.proto), and beside it are written the generated files. With
// -check nothing is written, and the command fails when a generated file is missing, differs from
// what the sources give, or has no source any more.
//
// Neither protoc nor buf is needed: github.com/bufbuild/protocompile compiles the sources, and
// protoc-gen-go, which go.mod pins as a tool, writes the Go code.
package main
