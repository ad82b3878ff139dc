package operators

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// Read returns the mutants of folders that type-check, in the order of the sources. The folders are
// slash-separated and relative to the root of the module.
func Read(root string, folders []string) ([]*Mutation, error) {
	all, err := Find(root, folders)
	if err != nil {
		return nil, err
	}
	return Compiling(root, folders, all)
}

// Find returns the mutants of folders like [Read], with those that do not type-check.
func Find(root string, folders []string) ([]*Mutation, error) {
	loaded, err := load(root, folders, nil)
	if err != nil {
		return nil, err
	}
	var all []*Mutation
	for _, p := range loaded {
		if len(p.Errors) > 0 {
			return nil, p.Errors[0]
		}
		for i, file := range p.Syntax {
			path := p.CompiledGoFiles[i]
			relative, err := filepath.Rel(root, path)
			if err != nil || strings.HasPrefix(relative, "..") {
				continue
			}
			data, err := os.ReadFile(path)
			if err != nil {
				return nil, err
			}
			all = append(all, find(filepath.ToSlash(relative), string(data), p.Fset, file, p.TypesInfo)...)
		}
	}
	return all, nil
}

// Compiling returns the mutants of folders that type-check in the present sources.
func Compiling(root string, folders []string, all []*Mutation) ([]*Mutation, error) {
	numbered := Numbered{}
	for i, m := range all {
		numbered[i+1] = m
	}
	files, copies, err := instrumentAll(root, numbered)
	if err != nil {
		return nil, err
	}
	overlay := map[string][]byte{}
	for file, text := range files {
		overlay[filepath.Join(root, filepath.FromSlash(file))] = []byte(text)
	}
	loaded, err := load(root, folders, overlay)
	if err != nil {
		return nil, err
	}
	bad := map[int]bool{}
	var errs []error
	for _, p := range loaded {
		for _, e := range p.TypeErrors {
			at := e.Fset.Position(e.Pos)
			relative, _ := filepath.Rel(root, at.Filename)
			numbers := copies[filepath.ToSlash(relative)][at.Line]
			if len(numbers) == 0 {
				errs = append(errs, fmt.Errorf("%s: %s", at, e.Msg))
			}
			for _, n := range numbers {
				bad[n] = true
			}
		}
	}
	if len(errs) > 0 {
		return nil, fmt.Errorf("the sources with mutants do not type-check: %w", errors.Join(errs...))
	}
	var good []*Mutation
	for i, m := range all {
		if !bad[i+1] {
			good = append(good, m)
		}
	}
	return good, nil
}

// load parses and type-checks the packages of folders.
func load(root string, folders []string, overlay map[string][]byte) ([]*packages.Package, error) {
	patterns := make([]string, len(folders))
	for i, folder := range folders {
		patterns[i] = "./" + folder
	}
	slices.Sort(patterns)
	return packages.Load(&packages.Config{
		Dir:     root,
		Overlay: overlay,
		Mode:    packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedImports | packages.NeedTypes | packages.NeedSyntax | packages.NeedTypesInfo | packages.NeedExportFile,
	}, patterns...)
}
