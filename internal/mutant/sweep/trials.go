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
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/robo-actors/robo-actors/internal/mutant/operators"
)

// trials runs mutants against tests and campaigns.
type trials struct {
	*builds
	applications []string
	examples     []string // further applications, for a short time each
	revision     string
	// importers are the folders of packages with tests that import a folder's package.
	importers map[string][]string
	// sound is the time that the tests of a folder take without mutants, and broken are the tests
	// that fail in a program with copies of functions, for example tests that count allocations.
	sound  map[string]time.Duration
	broken map[string][]string
	// reached are the mutants, by folder of tests, whose functions run without a mutant.
	reached map[string]map[int]bool
}

func newTrials(b *builds) *trials {
	return &trials{builds: b, sound: map[string]time.Duration{}, broken: map[string][]string{}, reached: map[string]map[int]bool{}}
}

// result is the end of a process.
type result struct {
	out     string
	failed  bool
	endless bool          // it was killed after its time
	took    time.Duration // of the processor
}

// start runs a program with a mutant for at most the limit.
func (t *trials) start(ctx context.Context, mutant int, dir string, limit time.Duration, program string, arguments ...string) (*result, error) {
	bounded, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	c := exec.CommandContext(bounded, program, arguments...)
	c.Dir = dir
	c.Env = append(os.Environ(), "GOMAXPROCS=1", "GOMEMLIMIT=2GiB", operators.Variable+"="+strconv.Itoa(mutant), operators.TraceFile+"="+filepath.Join(t.dir, "trace"))
	c.WaitDelay = 5 * time.Second
	var out bytes.Buffer
	c.Stdout, c.Stderr = &out, &out
	err := c.Run()
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if c.ProcessState == nil {
		return nil, err
	}
	return &result{
		out: out.String(), failed: err != nil, endless: bounded.Err() != nil,
		took: c.ProcessState.UserTime() + c.ProcessState.SystemTime(),
	}, nil
}

// longest is how long tests may take that take that long without a mutant.
func longest(sound time.Duration) time.Duration { return 30*time.Second + 10*sound }

// failure is a test that failed.
var failure = regexp.MustCompile(`(?m)^\s*--- FAIL: (\S+)`)

// prepare runs the tests of a folder without mutants, once, and notes which functions they reach.
func (t *trials) prepare(ctx context.Context, folder, program string) error {
	if _, is := t.sound[folder]; is {
		return nil
	}
	for range 3 {
		begin := time.Now()
		r, reached, err := t.trace(ctx, filepath.Join(t.root, folder), 15*time.Minute, program, t.flags(folder, "")...)
		if err != nil {
			return err
		}
		if !r.failed {
			t.sound[folder], t.reached[folder] = time.Since(begin), reached
			return nil
		}
		for _, f := range failure.FindAllStringSubmatch(r.out, -1) {
			name, _, _ := strings.Cut(f[1], "/")
			if !slices.Contains(t.broken[folder], name) {
				t.broken[folder] = append(t.broken[folder], name)
				fmt.Fprintf(os.Stderr, "%s %s fails without a mutant and is left out: %s\n", folder, name, last(r.out, 400))
			}
		}
	}
	return fmt.Errorf("the tests of %s fail without a mutant", folder)
}

// trace runs a program without mutants and returns the mutants whose functions ran.
func (t *trials) trace(ctx context.Context, dir string, limit time.Duration, program string, arguments ...string) (*result, map[int]bool, error) {
	file := filepath.Join(t.dir, "trace")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		return nil, nil, err
	}
	r, err := t.start(ctx, operators.Trace, dir, limit, program, arguments...)
	if err != nil {
		return nil, nil, err
	}
	text, err := os.ReadFile(file)
	return r, t.mutants.Reached(string(text)), err
}

// flags returns the arguments of a program of tests. An empty test stands for all.
func (t *trials) flags(folder, test string) []string {
	all := []string{"-test.failfast", "-test.short", "-test.timeout=0"}
	if test != "" {
		all = append(all, "-test.run=^"+test+"$")
	}
	if t.rapid[folder] {
		all = append(all, "-rapid.nofailfile")
	}
	if broken := t.broken[folder]; len(broken) > 0 {
		all = append(all, "-test.skip=^("+strings.Join(broken, "|")+")$")
	}
	return all
}

// against runs a mutant against the tests of a folder, or against one of them.
func (t *trials) against(ctx context.Context, r *row, folder, test string) (*verdict, error) {
	program, err := t.tests(ctx, folder)
	if err != nil {
		return nil, err
	}
	if program == "" {
		return &verdict{}, nil
	}
	if test == "" {
		if err := t.prepare(ctx, folder, program); err != nil {
			return nil, err
		}
		if !t.reached[folder][t.numbers[r.ID]] {
			return &verdict{}, nil
		}
	}
	done, err := t.start(ctx, t.numbers[r.ID], filepath.Join(t.root, folder), longest(t.sound[folder]), program, t.flags(folder, test)...)
	if err != nil {
		return nil, err
	}
	v := &verdict{Killed: done.failed, Seconds: done.took.Seconds(), Program: t.revision}
	if !v.Killed {
		return v, nil
	}
	v.Package = folder
	if f := failure.FindStringSubmatch(done.out); f != nil {
		v.Test, _, _ = strings.Cut(f[1], "/")
	}
	switch {
	case done.endless:
		v.How = "does not end"
	case v.Test == "" || strings.Contains(done.out, "\npanic: "):
		v.How = "crashes"
	}
	return v, nil
}

// imported runs a mutant that its own tests do not kill against the tests of packages that import
// its package, until one fails.
func (t *trials) imported(ctx context.Context, r *row) error {
	sum := *r.Own
	for _, folder := range t.importers[r.folder()] {
		v, err := t.against(ctx, r, folder, "")
		if err != nil {
			return err
		}
		v.Seconds += sum.Seconds
		v.Program = t.revision
		if sum = *v; v.Killed {
			break
		}
	}
	r.Tests = &sum
	return nil
}

// search runs a mutant against campaigns of the applications, which share the processor time. An
// application whose campaign does not reach the mutant's function takes none.
func (t *trials) search(ctx context.Context, r *row, limit time.Duration) (*verdict, error) {
	program, err := t.campaign(ctx)
	if err != nil {
		return nil, err
	}
	sum := &verdict{Program: t.revision}
	reaching, err := t.reaching(ctx, r, program)
	if err != nil {
		return nil, err
	}
	for i, application := range reaching {
		share := (limit - time.Duration(sum.Seconds*float64(time.Second))) / time.Duration(len(reaching)-i)
		if slices.Contains(t.examples, application) {
			share = min(share, limit/20)
		}
		done, err := t.start(ctx, t.numbers[r.ID], t.root, time.Minute+10*share, program, campaignOf(application, share)...)
		if err != nil {
			return nil, err
		}
		sum.Seconds += done.took.Seconds()
		var found struct {
			Seeds     uint64
			Found     bool
			Invariant string
		}
		switch {
		case done.endless:
			sum.Killed, sum.How = true, "does not end"
		case done.failed:
			sum.Killed, sum.How = true, "crashes"
		default:
			if err := json.Unmarshal([]byte(done.out), &found); err != nil {
				return nil, errors.Join(err, errors.New(last(done.out, 400)))
			}
			sum.Runs += found.Seeds
			sum.Killed, sum.Invariant = found.Found, found.Invariant
		}
		if sum.Killed {
			break
		}
	}
	return sum, nil
}

// campaignOf returns the arguments of a campaign.
func campaignOf(application string, limit time.Duration) []string {
	return []string{"-try", "-file", application, "-shrink", "0", "-limit", limit.String()}
}

// traced is the processor time of the campaign that shows which functions an application reaches.
const traced = 40 * time.Second

// reaching returns the applications whose campaigns run the function of a mutant.
func (t *trials) reaching(ctx context.Context, r *row, program string) (all []string, err error) {
	for _, application := range slices.Concat(t.examples, t.applications) {
		if t.reached[application] == nil {
			done, reached, err := t.trace(ctx, t.root, time.Minute+10*traced, program, campaignOf(application, traced)...)
			if err != nil {
				return nil, err
			}
			if done.failed || !strings.Contains(done.out, `"found":false`) {
				return nil, fmt.Errorf("the campaign of %s fails without a mutant: %s", application, last(done.out, 400))
			}
			t.reached[application] = reached
		}
		if t.reached[application][t.numbers[r.ID]] {
			all = append(all, application)
		}
	}
	return all, nil
}
