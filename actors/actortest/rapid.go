package actortest

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"pgregory.net/rapid"
)

// told is the test for rapid: what it has to say of a failure is said in other words.
type told struct {
	rapid.TB
	lines []string
}

// over ends rapid's part of the test.
type over struct{}

func (t *told) until(f func()) {
	defer func() {
		if r := recover(); r != nil && r != any(over{}) {
			panic(r)
		}
	}()
	f()
}

// Name is none that a file can have, and no file is looked for under it: of a failure rapid would otherwise write one into the
// package of the test, and begin with it the next time.
func (t *told) Name() string        { return strings.Repeat("-", 300) }
func (t *told) Helper()             {}
func (t *told) Failed() bool        { return t.lines != nil }
func (t *told) Fail()               { t.lines = append(t.lines, "rapid fails") }
func (t *told) FailNow()            { panic(over{}) }
func (t *told) Log(...any)          {}
func (t *told) Logf(string, ...any) {}
func (t *told) Error(arguments ...any) {
	t.lines = append(t.lines, fmt.Sprint(arguments...))
}

func (t *told) Errorf(format string, arguments ...any) {
	t.lines = append(t.lines, fmt.Sprintf(format, arguments...))
}

func (t *told) Fatal(arguments ...any) {
	t.Error(arguments...)
	t.FailNow()
}

func (t *told) Fatalf(format string, arguments ...any) {
	t.Errorf(format, arguments...)
	t.FailNow()
}

// tidy returns what removes the folders of rapid's files that were not there, and in which it could write none.
func tidy() (remove func()) {
	var made []string
	for _, folder := range []string{filepath.Join("testdata", "rapid"), "testdata"} {
		if _, err := os.Stat(folder); errors.Is(err, os.ErrNotExist) {
			made = append(made, folder)
		}
	}
	return func() {
		for _, folder := range made {
			_ = os.Remove(folder) // it is not there, or another test has put something into it: then it stays
		}
	}
}

var rapidSeed = regexp.MustCompile(`-rapid\.seed=(\d+)`)

// seed is that with which rapid finds the failure again, empty where it has told none.
func (t *told) seed() string {
	if found := rapidSeed.FindStringSubmatch(strings.Join(t.lines, "\n")); found != nil {
		return found[1]
	}
	return ""
}
