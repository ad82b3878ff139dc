package campaign

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"runtime/debug"
	"slices"
	"strconv"
	"sync"

	"github.com/robo-actors/robo-actors/supervision/faults"
	"github.com/robo-actors/robo-actors/supervision/faults/invariant"
)

// Encode returns the result in the form of its file.
func (r *Result) Encode() ([]byte, error) { return json.MarshalIndent(r, "", "  ") }

// Decode parses the file of a result. It rejects a file whose numbers contradict each other. The
// error lists every contradiction.
func Decode(data []byte) (*Result, error) {
	r := Result{}
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(&r); err != nil {
		return nil, fmt.Errorf("not a campaign file: %w", err)
	}
	if d.More() {
		return nil, errors.New("not a campaign file: data after its end")
	}
	if err := r.check(); err != nil {
		return nil, fmt.Errorf("not a campaign file: %w", err)
	}
	for _, m := range []*map[string]uint64{&r.Programs, &r.Events, &r.Kinds, &r.Sometimes, &r.Cells, &r.Transitions} {
		if *m == nil {
			*m = map[string]uint64{}
		}
	}
	if r.Met == nil {
		r.Met = map[string]map[string]uint64{}
	}
	return &r, nil
}

// check returns every contradiction in a result, and sets its digest.
func (r *Result) check() error {
	var errs []error
	wrong := func(format string, arguments ...any) { errs = append(errs, fmt.Errorf(format, arguments...)) }
	if r.Application == "" {
		wrong("it names no application")
	}
	if r.Duration <= 0 {
		wrong("its runs last %v; expected more than zero", r.Duration)
	}
	var err error
	if r.digest, err = parseDigest(r.Digest); err != nil {
		errs = append(errs, err)
	}
	if done, err := total(r.Done); err != nil {
		errs = append(errs, err)
	} else if done != r.Seeds {
		wrong("it has %d seeds, but %d are done", r.Seeds, done)
	}
	if n := sum(r.Programs); n != r.Seeds {
		wrong("its programs ran %d seeds of %d", n, r.Seeds)
	}
	if r.Simulated < 0 || r.Wall < 0 {
		wrong("%v were simulated in %v; expected a time of zero or more", r.Simulated, r.Wall)
	}
	for _, count := range []struct {
		of string
		n  uint64
	}{{"liveness runs", r.Liveness}, {"runs that ended early", r.Ended}, {"repeated runs", r.Twice}, {"rarely checked seeds", r.Rare},
		{"failures", uint64(len(r.Failures))}} {
		if count.n > r.Seeds {
			wrong("it has %d %s of %d seeds", count.n, count.of, r.Seeds)
		}
	}
	errs = append(errs, r.checkCounts(), r.checkCoverage(), r.checkFailures())
	return errors.Join(errs...)
}

// checkCounts compares numbers that add up in several ways.
func (r *Result) checkCounts() error {
	var errs []error
	if n := sum(r.Kinds); n != r.Faults {
		errs = append(errs, fmt.Errorf("it has %d faults, but %d of all kinds", r.Faults, n))
	}
	for _, kind := range sorted(r.Kinds) {
		if n := sum(r.Met[kind]); n != r.Kinds[kind] {
			errs = append(errs, fmt.Errorf("%d faults of kind %s began, but %d met a condition", r.Kinds[kind], kind, n))
		}
	}
	conditions := invariant.Conditions()
	for _, kind := range sorted(r.Met) {
		if _, known := r.Kinds[kind]; !known {
			errs = append(errs, fmt.Errorf("kind %s met conditions, but never began", kind))
		}
		for _, c := range sorted(r.Met[kind]) {
			if !slices.Contains(conditions, c) {
				errs = append(errs, fmt.Errorf("unknown condition %q of %s; known: %v", c, kind, conditions))
			}
		}
	}
	return errors.Join(errs...)
}

// checkFailures checks that every failure can be repeated.
func (r *Result) checkFailures() error {
	var errs []error
	for i, f := range r.Failures {
		if f == nil {
			errs = append(errs, fmt.Errorf("failure %d is empty", i+1))
			continue
		}
		if !r.has(f.Seed) {
			errs = append(errs, fmt.Errorf("seed %d failed, but was not run", f.Seed))
		}
		if f.Invariant == "" {
			errs = append(errs, fmt.Errorf("the failure of seed %d names no invariant", f.Seed))
		}
		for _, plan := range [][]string{f.Plan, f.Drawn} {
			if err := checkPlan(plan); err != nil {
				errs = append(errs, fmt.Errorf("the plan of seed %d: %w", f.Seed, err))
			}
		}
	}
	return errors.Join(errs...)
}

func checkPlan(lines []string) error {
	var errs []error
	for _, line := range lines {
		_, err := faults.ParseEntry(line)
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}

// total counts the seeds of ranges, which must be ordered, disjoint and not empty.
func total(ranges []Range) (uint64, error) {
	n := uint64(0)
	for i, d := range ranges {
		if d.Last < d.First || d.Last == math.MaxUint64 {
			return 0, fmt.Errorf("seeds %d to %d are not a range", d.First, d.Last)
		}
		if i > 0 && d.First <= ranges[i-1].Last {
			return 0, fmt.Errorf("seeds %d to %d do not come after %d to %d", d.First, d.Last, ranges[i-1].First, ranges[i-1].Last)
		}
		n += d.Last - d.First + 1
	}
	return n, nil
}

func sum(counts map[string]uint64) uint64 {
	n := uint64(0)
	for _, name := range sorted(counts) {
		n += counts[name]
	}
	return n
}

// parseDigest parses a digest. An empty one is the digest of no seed.
func parseDigest(s string) (uint64, error) {
	if s == "" {
		return 0, nil
	}
	d, err := strconv.ParseUint(s, 16, 64)
	if err != nil || len(s) != 16 {
		return 0, fmt.Errorf("invalid digest %q; expected 16 hexadecimal digits", s)
	}
	return d, nil
}

// program returns the version of the running program: its revision, with a plus sign for changed
// files, or "unknown", as in a test.
var program = sync.OnceValue(func() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	return version(info.Settings)
})

func version(settings []debug.BuildSetting) string {
	revision, changed := "unknown", ""
	for _, s := range settings {
		switch {
		case s.Key == "vcs.revision" && len(s.Value) >= 12:
			revision = s.Value[:12]
		case s.Key == "vcs.modified" && s.Value == "true":
			changed = "+"
		}
	}
	if revision == "unknown" {
		return revision
	}
	return revision + changed
}
