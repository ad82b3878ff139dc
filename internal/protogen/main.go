package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
)

func main() {
	check := flag.Bool("check", false, "write nothing; fail when a generated file is not what the sources give")
	flag.Parse()
	if flag.NArg() != 1 {
		fmt.Fprintln(os.Stderr, "usage: protogen [-check] DIR")
		os.Exit(2)
	}
	if err := run(context.Background(), flag.Arg(0), *check); err != nil {
		fmt.Fprintln(os.Stderr, "protogen:", err)
		os.Exit(1)
	}
}

// run generates the package in dir, and writes the files or compares them with what is there.
func run(ctx context.Context, dir string, check bool) error {
	request, err := compile(ctx, dir)
	if err != nil {
		return err
	}
	files, err := generate(ctx, request)
	if err != nil {
		return err
	}
	codec, err := codecs(request.ProtoFile)
	if err != nil {
		return err
	}
	files = append(files, codec...)
	if check {
		return compare(dir, files)
	}
	return write(dir, files)
}

func write(dir string, files []generated) error {
	for _, f := range files {
		if err := os.WriteFile(filepath.Join(dir, f.name), f.content, 0o644); err != nil {
			return fmt.Errorf("write %s: %w", f.name, err)
		}
	}
	stale, err := withoutSource(dir, files)
	if err != nil {
		return err
	}
	for _, name := range stale {
		if err := os.Remove(filepath.Join(dir, name)); err != nil {
			return fmt.Errorf("remove %s, which has no source any more: %w", name, err)
		}
	}
	return nil
}
