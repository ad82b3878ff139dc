package generate

import (
	"cmp"
	"fmt"
	"maps"
	"path"
	"reflect"
	"slices"
	"sort"
	"strconv"
	"strings"
	"unicode"

	"github.com/robo-actors/robo-actors/worlds"
)

// module is the beginning of the import paths of this project.
const module = "github.com/robo-actors/robo-actors/"

// importOwn imports what the worlds of the file use, and keeps the names of the file's own
// declarations from packages.
func (f *file) importOwn() {
	f.packages["structures"], f.packages["inf"] = "", ""
	f.packages["app"], f.packages["typed"], f.packages["messages"] = module+"worlds/app", module+"worlds/typed", module+"messages"
	for _, w := range f.Worlds {
		if len(w.Joints) > 0 {
			f.packages["worlds"] = module + "worlds"
		}
		for _, g := range w.Groups {
			f.packages[g.Table] = ""
		}
	}
	if f.Unlimited {
		f.packages["math"] = "math"
	}
}

// imports returns the imports in the order of the file: the standard library, an empty line, the
// others by their paths.
func (f *file) imports() (lines []string) {
	names := slices.Collect(maps.Keys(f.packages))
	sort.Slice(names, func(i, j int) bool {
		a, b := names[i], names[j]
		return cmp.Or(cmp.Compare(f.packages[a], f.packages[b]), cmp.Compare(a, b)) < 0
	})
	var others []string
	for _, name := range names {
		importPath := f.packages[name]
		line := strconv.Quote(importPath)
		if path.Base(importPath) != name {
			line = name + " " + line
		}
		first, _, _ := strings.Cut(importPath, "/")
		switch {
		case importPath == "": // one of the file's own names
		case strings.Contains(first, "."):
			others = append(others, line)
		default:
			lines = append(lines, line)
		}
	}
	if len(lines) > 0 {
		lines = append(lines, "")
	}
	return append(lines, others...)
}

// typeName returns how the file writes a type, whose package it imports; nothing where it cannot.
func (f *file) typeName(t reflect.Type) string {
	switch {
	case !nameable(t):
		return ""
	case t.PkgPath() == "":
		return t.Name()
	}
	return f.imported(t.PkgPath(), strings.TrimSuffix(t.String(), "."+t.Name())) + "." + t.Name()
}

// imported returns the name that a package has in the file. A number distinguishes two packages of
// one name.
func (f *file) imported(importPath, name string) string {
	for n := 1; ; n++ {
		unique := name
		if n > 1 {
			unique += strconv.Itoa(n)
		}
		if have, taken := f.packages[unique]; !taken || have == importPath {
			f.packages[unique] = importPath
			return unique
		}
	}
}

func sizes(joints, positions, velocities int) string {
	return fmt.Sprintf("typed.Sizes{Joints: %d, Positions: %d, Velocities: %d}", joints, positions, velocities)
}

func place(joint int, at worlds.Slot) string {
	return fmt.Sprintf("typed.At(%d, %d, %d)", joint, at.Position, at.Velocity)
}

// lowerFirst returns an exported name as one that is not.
func lowerFirst(name string) string {
	for i, r := range name {
		if i == 0 {
			return string(unicode.ToLower(r)) + name[1:]
		}
	}
	return name
}

// oneLine brings a text to one line, for comments, with quotation marks as gofmt has them there.
func oneLine(text string) string {
	return strings.NewReplacer("``", "“", "''", "”").Replace(strings.Join(strings.Fields(text), " "))
}
