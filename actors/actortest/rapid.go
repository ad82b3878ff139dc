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

// quietTB is the test that rapid sees. The kit reports failures itself.
type quietTB struct {
	rapid.TB
	lines []string
}

// over ends rapid's part of the test.
type over struct{}

func (t *quietTB) until(f func()) {
	defer func() {
		if r := recover(); r != nil && r != any(over{}) {
			panic(r)
		}
	}()
	f()
}

// Name returns a name that no file can have, so rapid finds no file of a failure. Otherwise it
// would write one into the package of the test and start with it the next time.
func (t *quietTB) Name() string        { return strings.Repeat("-", 300) }
func (t *quietTB) Helper()             {}
func (t *quietTB) Failed() bool        { return t.lines != nil }
func (t *quietTB) Fail()               { t.lines = append(t.lines, "rapid fails") }
func (t *quietTB) FailNow()            { panic(over{}) }
func (t *quietTB) Log(...any)          {}
func (t *quietTB) Logf(string, ...any) {}
func (t *quietTB) Error(arguments ...any) {
	t.lines = append(t.lines, fmt.Sprint(arguments...))
}

func (t *quietTB) Errorf(format string, arguments ...any) {
	t.lines = append(t.lines, fmt.Sprintf(format, arguments...))
}

func (t *quietTB) Fatal(arguments ...any) {
	t.Error(arguments...)
	t.FailNow()
}

func (t *quietTB) Fatalf(format string, arguments ...any) {
	t.Errorf(format, arguments...)
	t.FailNow()
}

// tidy returns a function that removes the new, empty folders of rapid's files.
func tidy() (remove func()) {
	var made []string
	for _, folder := range []string{filepath.Join("testdata", "rapid"), "testdata"} {
		if _, err := os.Stat(folder); errors.Is(err, os.ErrNotExist) {
			made = append(made, folder)
		}
	}
	return func() {
		for _, folder := range made {
			_ = os.Remove(folder) // it does not exist, or another test uses it
		}
	}
}

var rapidSeed = regexp.MustCompile(`-rapid\.seed=(\d+)`)

// seed is the seed with which rapid finds the failure again, empty without one.
func (t *quietTB) seed() string {
	if found := rapidSeed.FindStringSubmatch(strings.Join(t.lines, "\n")); found != nil {
		return found[1]
	}
	return ""
}
