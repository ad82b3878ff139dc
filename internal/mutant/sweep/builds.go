package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/robo-actors/robo-actors/internal/mutant/operators"
)

// module is the path of the module.
const module = "github.com/robo-actors/robo-actors/"

// hunt is the command whose trials run campaigns.
const hunt = "./internal/mutant/hunt"

// builds makes programs that hold mutants. Each is built once.
type builds struct {
	root    string // of the module
	dir     string // for programs
	overlay string
	mutants operators.Numbered
	numbers map[string]int // of mutants, by their ID
	made    map[string]string
	// rapid are the folders whose tests would write failing inputs of package rapid beside their
	// sources.
	rapid map[string]bool
}

// newBuilds prepares programs with mutants.
func newBuilds(root, dir string, rows []*row) (*builds, error) {
	b := &builds{root: root, dir: dir, mutants: operators.Numbered{}, numbers: map[string]int{}, made: map[string]string{}, rapid: map[string]bool{}}
	for i, r := range rows {
		b.mutants[i+1], b.numbers[r.ID] = r.found, i+1
	}
	var err error
	b.overlay, err = operators.Instrument(root, dir, b.mutants)
	return b, err
}

// tests returns the program of a package's tests, or an empty string if it has none.
func (b *builds) tests(ctx context.Context, folder string) (string, error) {
	return b.make(ctx, folder, "test", "-c", "-vet=off")
}

// campaign returns the program that runs campaigns.
func (b *builds) campaign(ctx context.Context) (string, error) { return b.make(ctx, hunt[2:], "build") }

func (b *builds) make(ctx context.Context, folder string, verb ...string) (string, error) {
	if file, is := b.made[folder]; is {
		return file, nil
	}
	file := filepath.Join(b.dir, strings.ReplaceAll(folder, "/", "_"))
	arguments := append(slices.Clone(verb), "-ldflags=-w", "-overlay", b.overlay, "-o", file, "./"+folder)
	c := exec.CommandContext(ctx, "go", arguments...)
	c.Dir = b.root
	if out, err := c.CombinedOutput(); err != nil {
		return "", fmt.Errorf("go %s: %w: %s", strings.Join(arguments, " "), err, last(string(out), 2000))
	}
	b.made[folder] = file
	text, err := os.ReadFile(file)
	if errors.Is(err, os.ErrNotExist) {
		b.made[folder] = "" // there are no tests
		return "", nil
	}
	b.rapid[folder] = bytes.Contains(text, []byte("rapid.nofailfile"))
	return file, err
}

// last returns the end of a text.
func last(text string, n int) string { return text[max(0, len(text)-n):] }

// costly are packages whose tests start many programs or run for minutes: campaigns replace them.
var costly = []string{
	"actors/session", "actors/view", "actors/view/metrics", "cmd/robo-actors/command", "supervision/faults", "supervision/faults/campaign", "internal/drives",
}

// importers returns, for each folder, the folders of packages with tests that import its package,
// themselves or through a package without tests.
func importers(ctx context.Context, root string) (map[string][]string, error) {
	c := exec.CommandContext(ctx, "go", "list", "-json=ImportPath,Imports,TestImports,XTestImports,TestGoFiles,XTestGoFiles", "./...")
	c.Dir = root
	out, err := c.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	direct, tested := map[string][]string{}, map[string]bool{}
	for d := json.NewDecoder(strings.NewReader(string(out))); d.More(); {
		var p struct {
			ImportPath                                                    string
			Imports, TestImports, XTestImports, TestGoFiles, XTestGoFiles []string
		}
		if err := d.Decode(&p); err != nil {
			return nil, err
		}
		folder := strings.TrimPrefix(p.ImportPath, module)
		tested[folder] = len(p.TestGoFiles)+len(p.XTestGoFiles) > 0
		imports := slices.Concat(p.Imports, p.TestImports, p.XTestImports)
		slices.Sort(imports)
		for _, i := range slices.Compact(imports) {
			if i, is := strings.CutPrefix(i, module); is && i != folder {
				direct[i] = append(direct[i], folder)
			}
		}
	}
	result := map[string][]string{}
	for folder := range direct {
		result[folder] = through(folder, direct, tested)
	}
	return result, nil
}

// through returns the importers of a folder that have tests, and those of importers without tests.
func through(folder string, direct map[string][]string, tested map[string]bool) (all []string) {
	for _, i := range direct[folder] {
		switch {
		case slices.Contains(costly, i):
		case tested[i]:
			all = append(all, i)
		default:
			all = append(all, through(i, direct, tested)...)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}
