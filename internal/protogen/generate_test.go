package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// packageDirs are the packages that hold generated code.
var packageDirs = []string{"../../messages/pb", "../foxglove/schemas"}

func TestTheGeneratedCodeIsWhatTheSourcesGive(t *testing.T) {
	for _, dir := range packageDirs {
		if err := run(context.Background(), dir, true); err != nil {
			t.Error(err)
		}
	}
}

func TestWritingIsRepeatableAndRemovesWhatHasNoSource(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, "v1/a.proto", minimal("A"))
	put(t, dir, "old.pb.go", "package pb\n")
	put(t, dir, "kept.go", "package pb\n")
	if err := run(t.Context(), dir, false); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(dir, "old.pb.go")); !os.IsNotExist(err) {
		t.Errorf("old.pb.go is still there: %v", err)
	}
	if _, err := os.Stat(filepath.Join(dir, "kept.go")); err != nil {
		t.Errorf("a file written by people was touched: %v", err)
	}
	first := read(t, filepath.Join(dir, "a.pb.go"))
	if err := run(t.Context(), dir, false); err != nil {
		t.Fatal(err)
	}
	if second := read(t, filepath.Join(dir, "a.pb.go")); first != second {
		t.Error("the same source gave two different files")
	}
	if err := run(t.Context(), dir, true); err != nil {
		t.Errorf("what was just written does not pass the check: %v", err)
	}
}

func TestEveryDifferenceIsReported(t *testing.T) {
	files := []generated{
		{name: "changed.pb.go", content: []byte("package pb // new\n")},
		{name: "missing.pb.go", content: []byte("package pb\n")},
		{name: "same.pb.go", content: []byte("package pb\n")},
		{name: "shorter.pb.go", content: []byte("package pb\n")},
	}
	dir := t.TempDir()
	put(t, dir, "changed.pb.go", "package pb // old\n")
	put(t, dir, "same.pb.go", "package pb\n")
	put(t, dir, "shorter.pb.go", "package")
	put(t, dir, "orphan.pb.go", "package pb\n")
	err := compare(dir, files)
	if err == nil {
		t.Fatal("four differences were not reported")
	}
	for _, want := range []string{
		"changed.pb.go differs from what its source gives, first at byte 14",
		"missing.pb.go is missing",
		"shorter.pb.go differs from what its source gives, first at byte 7",
		"orphan.pb.go has no source any more",
		"go generate ./messages/...",
	} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%q is not in the report:\n%v", want, err)
		}
	}
	if strings.Contains(err.Error(), "same.pb.go") {
		t.Errorf("an equal file is reported:\n%v", err)
	}
}

func TestAnErrorInASourceNamesItsLine(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, "v1/broken.proto", "syntax = \"proto3\";\npackage v1;\nmessage M {\n  Nothing field = 1;\n}\n")
	_, err := compile(t.Context(), dir)
	if err == nil || !strings.Contains(err.Error(), "broken.proto:4:3") {
		t.Errorf("error %v; expected it to name broken.proto:4:3", err)
	}
}

func TestAFolderWithoutSourcesIsRefused(t *testing.T) {
	_, err := compile(t.Context(), t.TempDir())
	if err == nil || !strings.Contains(err.Error(), "no .proto file") {
		t.Errorf("error %v; expected it to say that there is no .proto file", err)
	}
}

func TestAFileComesAfterThoseThatItImports(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, "v1/a.proto", strings.Replace(minimal("A"), "option", "import \"v1/z.proto\";\noption", 1))
	put(t, dir, "v1/z.proto", minimal("Z"))
	request, err := compile(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	var order []string
	for _, f := range request.ProtoFile {
		order = append(order, f.GetName())
	}
	if got := strings.Join(order, " "); got != "v1/z.proto v1/a.proto" {
		t.Errorf("order %q; expected v1/z.proto v1/a.proto", got)
	}
}

// minimal is a source with one message.
func minimal(message string) string {
	return "syntax = \"proto3\";\npackage v1;\noption go_package = \"github.com/robo-actors/robo-actors/x;x\";\nmessage " + message + " { bool on = 1; }\n"
}

func put(t *testing.T, dir, name, text string) {
	t.Helper()
	path := filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func read(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
