package faults

import (
	"strings"
	"testing"
)

func TestAPlanIsReadFromYAMLAndFromLines(t *testing.T) {
	const plan = `# a bad day
faults:
  - {at: 2s, for: 300ms, kind: drop, target: base/controller.state, with: {p: 0.3, burst: 5}}
  - kind: fault_code
    target: wheel_left
    every: 1s
    from: 500ms
    until: 9s
    p: 0.25
    with:
      code: 34
  - at 4s panic base/wheels phase=start
  - at: 5s
    kind: stop
    target: base
    mode: damp
  - {at: 6s, kind: open, target: arms/second.yaml}
`
	const lines = `at 2s for 300ms drop base/controller.state p=0.3 burst=5
every 1s from 500ms until 9s p 0.25 fault_code wheel_left code=34
at 4s panic base/wheels phase=start
at 5s stop base mode=damp
at 6s open arms/second.yaml
`
	s, err := ParsePlan("plan.yaml", []byte(plan))
	if err != nil || s.String() != lines {
		t.Errorf("%v\n%s", err, s)
	}
	if s, err = ParsePlan("plan.txt", []byte(lines)); err != nil || s.String() != lines {
		t.Errorf("%v\n%s", err, s)
	}
	for _, empty := range []string{"", "faults:\n", "faults: []\n", "# nothing\n", "---\nfaults: []\n...\n"} {
		if s, err := ParsePlan("plan.yml", []byte(empty)); err != nil || len(s) != 0 {
			t.Errorf("%q: %v %v", empty, s, err)
		}
	}
}

func TestABadPlanIsRefusedWithItsPlaces(t *testing.T) {
	for plan, want := range map[string][]string{
		"[1, 2]":               {"plan.yaml:1:1: not a schedule; expected one key, faults, with a list"},
		"faults: 3":            {"plan.yaml:1:9: faults is not a list"},
		"faults:\n  - [a]":     {"plan.yaml:2:5: neither a mapping nor a line"},
		"faults:\n  - burn it": {`plan.yaml:2:5: "burn it": it is not "at TIME KIND TARGET"`},
		"faults:\n  - {at: 1s, kind: burn, target: a}\n  - {at: 1s, kind: drop, tagret: a}\n": {
			`plan.yaml:2:5: unknown kind "burn"; known: drop`, `plan.yaml:3:5: unknown key "tagret"; known: at, every`},
		"faults:\n  - {at: soon, kind: drop, target: a}\n":                   {"plan.yaml:2:5: "},
		"faults:\n  - {at: 1s, kind: drop, target: a, with: {p: 2}}\n":       {"plan.yaml:2:5: p of drop is 2; expected above 0, at most 1"},
		"faults:\n  - {at: 1s, kind: drop, target: a, with: {volume: 11}}\n": {`drop has no parameter "volume"; expected p=above 0`},
		"faults: {":           {"plan.yaml:2:1: while parsing a flow node: did not find expected node content"},
		"faults: [\n  - at\n": {"plan.yaml:2:3: "},
		"faults: []\n---\nfaults:\n  - at 1s panic a/b\n":        {"plan.yaml:2:1: a second document begins; expected one document"},
		"faults: []\n...\nfaults:\n  - at 1s panic a/b\n":        {"plan.yaml:3:1: a second document begins; expected one document"},
		"---\nfaults:\n  - at 1s panic a/b\n--- # the end\n":     {"plan.yaml:4:1: a second document begins; expected one document"},
		"faults: []\n---\nfaults: {":                             {"plan.yaml:4:1: "},
		"# nothing\n---\n---\nfaults:\n  - at 1s panic base/b\n": {"plan.yaml:3:1: a second document begins; expected one document"},
	} {
		_, err := ParsePlan("plan.yaml", []byte(plan))
		for _, w := range want {
			if err == nil || !strings.Contains(err.Error(), w) {
				t.Errorf("%q: %v\nwant %s", plan, err, w)
			}
		}
	}
	if _, err := ParsePlan("plan.txt", make([]byte, MaxPlan+1)); err == nil || !strings.Contains(err.Error(), "at most 1048576") {
		t.Error(err)
	}
}

func FuzzParsePlan(f *testing.F) {
	f.Add("faults:\n  - {at: 2s, for: 300ms, kind: drop, target: a/b.c, with: {p: 0.3, burst: 5}}\n  - at 4s panic a/b\n")
	f.Add("faults: &x [*x]\n")
	f.Add("faults: []\n---\nfaults: []\n")
	f.Fuzz(func(t *testing.T, text string) {
		s, err := ParsePlan("plan.yaml", []byte(text))
		if err != nil {
			return
		}
		if err := s.Check(); err != nil {
			t.Fatalf("%q was taken: %v", text, err)
		}
		if again, err := ParseSchedule("again", s.String()); err != nil || len(again) != len(s) {
			t.Fatalf("%q is printed as %q: %v", text, s, err)
		}
	})
}

func TestAScheduleMayBeginWithAByteOrderMark(t *testing.T) {
	for name, text := range map[string]string{
		"plan.txt":  "\ufeffat 1s panic mobile_base/wheels\r\n",
		"plan.yaml": "\ufefffaults:\r\n  - at 1s panic mobile_base/wheels\r\n",
	} {
		if s, err := ParsePlan(name, []byte(text)); err != nil || len(s) != 1 {
			t.Errorf("%s: %v, %v; expected one entry", name, s, err)
		}
	}
}
