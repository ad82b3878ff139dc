package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"sync"

	"github.com/robo-actors/robo-actors/internal/mutant/operators"
)

// packagesDrawn bounds the packages of a draw, because each costs a build.
const packagesDrawn = 4

// drawn returns n mutants of the table that a test of their own package killed, from few packages,
// by a seed.
func (t *table) drawn(n int, seed uint64) (rows []*row) {
	byFolder := map[string][]*row{}
	for _, r := range t.Mutants {
		if r.Tests != nil && r.Tests.Killed && r.Tests.Package == r.folder() {
			byFolder[r.folder()] = append(byFolder[r.folder()], r)
		}
	}
	order := func(a, b *row) int { return cmp.Compare(a.Order(seed), b.Order(seed)) }
	var folders []string
	for folder, mutants := range byFolder {
		slices.SortFunc(mutants, order)
		folders = append(folders, folder)
	}
	// A package comes by its first mutant, thus the more often the more mutants it has.
	slices.SortFunc(folders, func(a, b string) int { return order(byFolder[a][0], byFolder[b][0]) })
	for i, folder := range folders {
		most := (n - len(rows) + max(packagesDrawn-i, 1) - 1) / max(packagesDrawn-i, 1)
		rows = append(rows, byFolder[folder][:min(most, len(byFolder[folder]))]...)
	}
	return rows
}

// try tries mutants of the table against the tests that killed them, then against the tests of
// their package.
func try(ctx context.Context, o *options, root, dir string, t *table, reasons map[string]string) error {
	rows := t.drawn(o.draw, o.seed)
	var folders []string
	for _, r := range rows {
		if !slices.Contains(folders, r.folder()) {
			folders = append(folders, r.folder())
		}
	}
	all, err := operators.Find(root, folders)
	if err != nil {
		return err
	}
	all = slices.DeleteFunc(all, func(m *operators.Mutation) bool {
		return !slices.ContainsFunc(rows, func(r *row) bool { return r.ID == m.ID() })
	})
	if all, err = operators.Compiling(root, folders, all); err != nil {
		return err
	}
	for _, m := range all {
		rows[slices.IndexFunc(rows, func(r *row) bool { return r.ID == m.ID() })].found = m
	}
	gone := len(rows)
	rows = slices.DeleteFunc(rows, func(r *row) bool { return r.found == nil })
	gone -= len(rows)
	counts, errs := make([]int, len(folders)), make([]error, len(folders))
	var packages sync.WaitGroup
	for i, folder := range folders {
		own := slices.DeleteFunc(slices.Clone(rows), func(r *row) bool { return r.folder() != folder })
		packages.Go(func() { counts[i], errs[i] = tryPackage(ctx, root, dir, own, reasons) })
	}
	packages.Wait()
	killed := 0
	for _, n := range counts {
		killed += n
	}
	fmt.Fprintf(os.Stderr, "%d mutants of %d packages, seed %d: %d killed, %d no longer in the sources\n", len(rows), len(folders), o.seed, killed, gone)
	return errors.Join(errs...)
}

// tryPackage tries mutants of one package, whose tests it builds, and returns how many are killed.
func tryPackage(ctx context.Context, root, dir string, rows []*row, reasons map[string]string) (killed int, err error) {
	if len(rows) == 0 {
		return 0, nil
	}
	dir, err = os.MkdirTemp(dir, "")
	if err != nil {
		return 0, err
	}
	b, err := newBuilds(root, dir, rows)
	if err != nil {
		return 0, err
	}
	s := newTrials(b)
	for _, r := range rows {
		v, err := s.retry(ctx, r)
		if err != nil {
			return killed, err
		}
		fmt.Fprintf(os.Stderr, "%s %s: %s\n", r.ID, r.found, v)
		if r.Tests = v; v.Killed {
			killed++
		}
	}
	return killed, unexplained(rows, reasons)
}

// retry runs a mutant against the test that killed it, and against all tests of its package if that
// test passes or is gone.
func (t *trials) retry(ctx context.Context, r *row) (*verdict, error) {
	if test := r.Tests.Test; test != "" {
		if v, err := t.against(ctx, r, r.folder(), test); err != nil || v.Killed {
			return v, err
		}
	}
	return t.against(ctx, r, r.folder(), "")
}
