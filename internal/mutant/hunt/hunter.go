package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/robo-actors/robo-actors/internal/mutant"
	"github.com/robo-actors/robo-actors/supervision/faults/campaign"
)

// program is the package that hunt builds, with and without defects.
const program = "github.com/robo-actors/robo-actors/internal/mutant/hunt"

// hunter runs campaigns against defects, each in a process of its own.
type hunter struct {
	root     string // of the module
	dir      string // for programs and overlays
	file     string // application file
	limit    time.Duration
	shrink   int
	sound    string // the program without defects
	revision string // of the sources
}

// build makes the program without defects.
func (h *hunter) build(ctx context.Context) (err error) {
	if h.root, err = filepath.Abs(h.root); err != nil {
		return err
	}
	h.sound = filepath.Join(h.dir, "sound")
	return h.goBuild(ctx, "-ldflags=-w", "-o", h.sound)
}

// buildDefective makes the program with a defect, which reports the defect's name in its result.
func (h *hunter) buildDefective(ctx context.Context, m mutant.Mutant) (string, error) {
	overlay, err := m.Overlay(h.root, h.dir)
	if err != nil {
		return "", err
	}
	defective := filepath.Join(h.dir, "defective")
	return defective, h.goBuild(ctx, "-overlay", overlay, "-ldflags", "-w -X main.defect="+m.Name, "-o", defective)
}

func (h *hunter) goBuild(ctx context.Context, arguments ...string) error {
	c := exec.CommandContext(ctx, "go", append(append([]string{"build"}, arguments...), program)...)
	c.Dir = h.root
	if out, err := c.CombinedOutput(); err != nil {
		return fmt.Errorf("go build %s: %w: %s", strings.Join(arguments, " "), err, last(string(out), 400))
	}
	return nil
}

// head returns the revision of the sources, or an empty string if git reports none.
func head(ctx context.Context) string {
	out, err := exec.CommandContext(ctx, "git", "rev-parse", "--short=10", "HEAD").Output()
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(out))
}

// hunt replays the recorded seed of a defect, and searches if it is missing or no longer fails.
func (h *hunter) hunt(ctx context.Context, m mutant.Mutant, recorded *outcome) *outcome {
	o := &outcome{Mutant: m.Name, Program: h.revision}
	if err := h.find(ctx, m, recorded, o); err != nil {
		o.Error = err.Error()
	}
	return o
}

func (h *hunter) find(ctx context.Context, m mutant.Mutant, recorded, o *outcome) error {
	defective, err := h.buildDefective(ctx, m)
	if err != nil {
		return err
	}
	file := h.file
	switch m.Application {
	case "":
	case campaign.FleetName:
		file = m.Application
	default:
		file = filepath.Join(filepath.Dir(h.file), m.Application)
	}
	if recorded != nil && recorded.Found {
		o.Seeds, o.Seconds, o.Searched = recorded.Seeds, recorded.Seconds, recorded.Searched
		if err := h.confirm(ctx, m, defective, file, recorded.Seed, o); err != nil || o.Found && o.SoundPasses {
			return err
		}
	}
	r, took, err := h.try(ctx, defective, m.Name, "-file", file, "-shrink", "0", "-limit", h.limit.String())
	o.Seconds, o.Searched = took.Seconds(), h.revision
	if err != nil {
		return err
	}
	if o.Seeds = r.Seeds; !r.Found {
		o.Found = false
		return nil
	}
	if err := h.confirm(ctx, m, defective, file, r.Seed, o); err != nil {
		return err
	}
	if r.Invariant != o.Invariant {
		return fmt.Errorf("seed %d violated %s, and %q when it was repeated", r.Seed, r.Invariant, o.Invariant)
	}
	return nil
}

// confirm runs one seed of the defective program, shrinks its plan, and runs the seed of the
// program without the defect.
func (h *hunter) confirm(ctx context.Context, m mutant.Mutant, defective, file string, seed uint64, o *outcome) error {
	r, took, err := h.try(ctx, defective, m.Name, "-file", file, "-seed", fmt.Sprint(seed), "-shrink", fmt.Sprint(h.shrink))
	if err != nil {
		return err
	}
	o.ShrinkSeconds = took.Seconds()
	o.Found, o.Seed, o.Invariant, o.Text, o.Plan = r.Found, r.Seed, r.Invariant, r.Text, r.Plan
	if !o.Found {
		return nil
	}
	if r, _, err = h.try(ctx, h.sound, "", "-file", file, "-shrink", "0", "-seed", fmt.Sprint(seed)); err != nil {
		return err
	}
	o.SoundPasses = !r.Found && r.Seeds == 1
	return nil
}

// try starts one process and returns its result and its processor time.
func (h *hunter) try(ctx context.Context, program, name string, arguments ...string) (*trialResult, time.Duration, error) {
	c := exec.CommandContext(ctx, program, append([]string{"-try", "-file", h.file}, arguments...)...)
	c.Env = append(os.Environ(), "GOMAXPROCS=1")
	var out, errs bytes.Buffer
	c.Stdout, c.Stderr = &out, &errs
	err := c.Run()
	var took time.Duration
	if c.ProcessState != nil {
		took = c.ProcessState.UserTime() + c.ProcessState.SystemTime()
	}
	if err != nil {
		return nil, took, fmt.Errorf("the process ended with %w: %s", err, last(errs.String(), 400))
	}
	var r trialResult
	if err := json.Unmarshal(out.Bytes(), &r); err != nil {
		return nil, took, fmt.Errorf("the process printed %q: %w", last(out.String(), 200), err)
	}
	if r.Mutant != name {
		return nil, took, fmt.Errorf("the process has the defect %q; expected %q", r.Mutant, name)
	}
	return &r, took, nil
}

// last returns the end of a text.
func last(text string, n int) string { return text[max(0, len(text)-n):] }
