package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/robo-actors/robo-actors/internal/mutant"
)

// hunter looks for defects, each in a process of its own.
type hunter struct {
	file            string
	limit           time.Duration
	shrink          int
	mutated, sound  string // programs
	progress        io.Writer
	numberOfMutants int
	revision        string // of the program
}

// build makes the two programs in a folder.
func (h *hunter) build(ctx context.Context, dir string) error {
	h.mutated, h.sound = filepath.Join(dir, "mutated"), filepath.Join(dir, "sound")
	for _, arguments := range [][]string{{"build", "-tags", "mutants", "-o", h.mutated}, {"build", "-o", h.sound}} {
		c := exec.CommandContext(ctx, "go", append(arguments, "github.com/robo-actors/robo-actors/internal/mutant/hunt")...)
		c.Stderr = os.Stderr
		if err := c.Run(); err != nil {
			return fmt.Errorf("go %s: %w", strings.Join(arguments, " "), err)
		}
	}
	return nil
}

// head is the revision of the sources, empty where git does not tell.
func head(ctx context.Context) string {
	out, err := exec.CommandContext(ctx, "git", "rev-parse", "--short=10", "HEAD").Output()
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(out))
}

// outcome is a row of the table.
type outcome struct {
	Mutant string      `json:"mutant"`
	Wrong  string      `json:"wrong"`
	Part   mutant.Part `json:"part"`
	Breaks []string    `json:"breaks"`
	Found  bool        `json:"found"`
	// Seeds is how many runs it took, Seconds how long they took of one processor, ShrinkSeconds how long shrinking took.
	Seeds         uint64  `json:"seeds"`
	Seconds       float64 `json:"seconds"`
	ShrinkSeconds float64 `json:"shrink_seconds,omitempty"`
	Seed          uint64  `json:"seed,omitempty"`
	// Invariant is the first that failed, Text what it said.
	Invariant string   `json:"invariant,omitempty"`
	Text      string   `json:"text,omitempty"`
	Plan      []string `json:"plan,omitempty"`
	// SoundPasses tells that the program without the defect passes that seed.
	SoundPasses bool `json:"sound_passes"`
	// Program is the revision that was looked at: with another one, a seed may draw another plan.
	Program string `json:"program,omitempty"`
	// File is the application beside the first example, where it is not that one.
	File  string `json:"file,omitempty"`
	Error string `json:"error,omitempty"`
}

// hunt looks for one defect.
func (h *hunter) hunt(ctx context.Context, m mutant.Mutant) *outcome {
	o := &outcome{Mutant: m.Name, Wrong: m.Wrong, Part: m.Part, Breaks: m.Breaks, File: m.File, Program: h.revision}
	if err := h.find(ctx, m, o); err != nil {
		o.Error = err.Error()
	}
	return o
}

func (h *hunter) find(ctx context.Context, m mutant.Mutant, o *outcome) error {
	file := h.file
	if m.File != "" {
		file = filepath.Join(filepath.Dir(h.file), m.File)
	}
	r, took, err := h.try(ctx, h.mutated, m.Name, "-file", file, "-shrink", "0", "-limit", h.limit.String())
	o.Seconds = took.Seconds()
	if err != nil {
		return err
	}
	o.Seeds, o.Found, o.Seed, o.Invariant, o.Text = r.Seeds, r.Found, r.Seed, r.Invariant, r.Text
	if !o.Found {
		return nil
	}
	seed := fmt.Sprint(o.Seed)
	if r, took, err = h.try(ctx, h.mutated, m.Name, "-file", file, "-seed", seed, "-shrink", fmt.Sprint(h.shrink)); err != nil {
		return err
	}
	o.ShrinkSeconds, o.Plan = took.Seconds(), r.Plan
	if r.Invariant != o.Invariant {
		return fmt.Errorf("seed %d broke %s, and %s when it was repeated", o.Seed, o.Invariant, r.Invariant)
	}
	if r, _, err = h.try(ctx, h.sound, "", "-file", file, "-shrink", "0", "-seed", seed); err != nil {
		return err
	}
	o.SoundPasses = !r.Found && r.Seeds == 1
	return nil
}

// try starts one process and returns what it found, and how much of the processor it took.
func (h *hunter) try(ctx context.Context, program, name string, arguments ...string) (*trialResult, time.Duration, error) {
	c := exec.CommandContext(ctx, program, append([]string{"-try", "-file", h.file}, arguments...)...)
	c.Env = append(os.Environ(), mutant.Variable+"="+name, "GOMAXPROCS=1")
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
		return nil, took, fmt.Errorf("the process had the defect %q; expected %q", r.Mutant, name)
	}
	return &r, took, nil
}

// last returns the end of a text.
func last(text string, n int) string { return text[max(0, len(text)-n):] }

// tell prints one row while the others are still looked for.
func (h *hunter) tell(number int, o *outcome) {
	found := "escaped"
	if o.Found {
		found = fmt.Sprintf("%s, seed %d, %d entries", o.Invariant, o.Seed, len(o.Plan))
		if !o.SoundPasses {
			found += ", BUT THE SOUND PROGRAM FAILS TOO"
		}
	}
	if o.Error != "" {
		found += ", error: " + o.Error
	}
	fmt.Fprintf(h.progress, "%d/%d %s: %s, %.1f s\n", number, h.numberOfMutants, o.Mutant, found, o.Seconds)
}
