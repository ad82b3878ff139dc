package app

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/worlds/internal/strictyaml"
)

// validator checks values against the part of JSON Schema (draft 2020-12) that Schema uses.
type validator struct {
	root     map[string]any
	problems []string
}

// testSchema is the schema of the kinds of the tests.
func testSchema(t *testing.T, r *actors.Registry) *validator {
	t.Helper()
	text, err := Schema(r)
	if err != nil {
		t.Fatal(err)
	}
	return newValidator(t, text)
}

func newValidator(t *testing.T, schema []byte) *validator {
	t.Helper()
	v := &validator{}
	if err := json.Unmarshal(schema, &v.root); err != nil {
		t.Fatal(err)
	}
	return v
}

// SchemaProblems returns what a schema says about a YAML text, for tests outside of this package.
func SchemaProblems(t *testing.T, schema []byte, text string) []string {
	return newValidator(t, schema).validate(t, text)
}

// validate returns the errors of a YAML text.
func (v *validator) validate(t *testing.T, text string) []string {
	t.Helper()
	c, _ := read(t, text)
	v.problems = nil
	v.check(v.root, generic(c.Node), "")
	return v.problems
}

// generic returns a tree as editors see it: what looks like a number is one.
func generic(n *strictyaml.Node) any {
	switch {
	case n.Kind == strictyaml.Mapping:
		m := map[string]any{}
		for _, e := range n.Entries {
			m[e.Key.Value] = generic(e.Value)
		}
		return m
	case n.Kind == strictyaml.Sequence:
		list := []any{}
		for _, item := range n.Items {
			list = append(list, generic(item))
		}
		return list
	case n.Quoted:
		return n.Value
	case n.IsNull():
		return nil
	case n.Value == "true" || n.Value == "false":
		return n.Value == "true"
	}
	if v, err := strconv.ParseFloat(n.Value, 64); err == nil {
		return v
	}
	return n.Value
}

func (v *validator) fail(path, format string, args ...any) {
	v.problems = append(v.problems, path+": "+fmt.Sprintf(format, args...))
}

// passes reports whether a value is valid, without keeping its errors.
func (v *validator) passes(schema any, value any) bool {
	kept := v.problems
	v.problems = nil
	v.check(schema, value, "")
	ok := len(v.problems) == 0
	v.problems = kept
	return ok
}

func (v *validator) check(schema any, value any, path string) {
	if allowed, ok := schema.(bool); ok {
		if !allowed {
			v.fail(path, "no value is allowed here")
		}
		return
	}
	s := schema.(map[string]any)
	for keyword := range s {
		if !slices.Contains([]string{"$schema", "$defs", "$ref", "title", "description", "type", "enum", "const", "pattern", "minimum", "maximum", "minItems", "maxItems", "anyOf", "allOf", "if", "then", "required", "properties", "additionalProperties", "items"}, keyword) {
			v.fail(path, "the validator of the test does not know the keyword %s", keyword)
		}
	}
	if ref, ok := s["$ref"].(string); ok {
		definition, found := v.root["$defs"].(map[string]any)[strings.TrimPrefix(ref, "#/$defs/")]
		if !found {
			v.fail(path, "no definition %s", ref)
			return
		}
		v.check(definition, value, path)
	}
	if forms, ok := s["anyOf"].([]any); ok && !slices.ContainsFunc(forms, func(one any) bool { return v.passes(one, value) }) {
		v.fail(path, "%v is not one of %d forms", value, len(forms))
	}
	if all, ok := s["allOf"].([]any); ok {
		for _, one := range all {
			v.check(one, value, path)
		}
	}
	if condition, ok := s["if"]; ok && v.passes(condition, value) {
		v.check(s["then"], value, path)
	}
	v.checkScalar(s, value, path)
	v.checkMapping(s, value, path)
	v.checkList(s, value, path)
}

func (v *validator) checkScalar(s map[string]any, value any, path string) {
	kinds := map[string]bool{"object": false, "array": false, "string": false, "number": false, "integer": false, "boolean": false}
	switch x := value.(type) {
	case map[string]any:
		kinds["object"] = true
	case []any:
		kinds["array"] = true
	case string:
		kinds["string"] = true
	case bool:
		kinds["boolean"] = true
	case float64:
		kinds["number"], kinds["integer"] = true, x == float64(int64(x))
	}
	if kind, ok := s["type"].(string); ok && !kinds[kind] {
		v.fail(path, "%v is no %s", value, kind)
	}
	if words, ok := s["enum"].([]any); ok && !slices.Contains(words, value) {
		v.fail(path, "%v is not one of %v", value, words)
	}
	if want, ok := s["const"]; ok && value != want {
		v.fail(path, "%v is not %v", value, want)
	}
	if pattern, ok := s["pattern"].(string); ok {
		if text, isText := value.(string); isText && !regexp.MustCompile(pattern).MatchString(text) {
			v.fail(path, "%q does not match %s", text, pattern)
		}
	}
	if number, isNumber := value.(float64); isNumber {
		if least, ok := s["minimum"].(float64); ok && number < least {
			v.fail(path, "%v is below %v", number, least)
		}
		if most, ok := s["maximum"].(float64); ok && number > most {
			v.fail(path, "%v is above %v", number, most)
		}
	}
}

func (v *validator) checkMapping(s map[string]any, value any, path string) {
	mapping, isMapping := value.(map[string]any)
	if !isMapping {
		return
	}
	if required, ok := s["required"].([]any); ok {
		for _, key := range required {
			if _, found := mapping[key.(string)]; !found {
				v.fail(path, "%v is missing", key)
			}
		}
	}
	properties, _ := s["properties"].(map[string]any)
	for key, part := range mapping {
		if p, found := properties[key]; found {
			v.check(p, part, path+"."+key)
		} else if rest, ok := s["additionalProperties"]; ok {
			v.check(rest, part, path+"."+key)
		}
	}
}

func (v *validator) checkList(s map[string]any, value any, path string) {
	list, isList := value.([]any)
	if !isList {
		return
	}
	if least, ok := s["minItems"].(float64); ok && len(list) < int(least) {
		v.fail(path, "%d elements are too few", len(list))
	}
	if most, ok := s["maxItems"].(float64); ok && len(list) > int(most) {
		v.fail(path, "%d elements are too many", len(list))
	}
	if items, ok := s["items"]; ok {
		for i, item := range list {
			v.check(items, item, path+"["+strconv.Itoa(i)+"]")
		}
	}
}

func TestTheSchemaTakesAGoodApplication(t *testing.T) {
	v := testSchema(t, testRegistry(t))
	for _, problem := range v.validate(t, testApp) {
		t.Error(problem)
	}
	options := "{joint_group: all, gain: 2 1/s, shape: cubic, hold: 5ms, count: -3, number: 7, logging: false, offset: [1, 2 m, 3], spring: {stiffness: 3}, points: [{time: 1s}], grid: [[1]], axes: [x]}"
	for _, problem := range v.validate(t, strings.Replace(testApp, "{joint_group: all}", options, 1)) {
		t.Error(problem)
	}
}

func TestTheSchemaTakesWorldsAtTheTopLevel(t *testing.T) {
	v := testSchema(t, testRegistry(t))
	for _, problem := range v.validate(t, "lab: {rate: 1Hz, models: [{path: arm.urdf}]}") {
		t.Error(problem)
	}
	if problems := v.validate(t, "lab: {rate: 1Hz, modles: []}"); len(problems) != 1 {
		t.Errorf("the problems are %v", problems)
	}
}

func TestTheSchemaAcceptsAllJointsOfACoupling(t *testing.T) {
	const text = "worlds: {top: {rate: 1Hz, models: [{path: arm.urdf}]}}\ncouplings: [{joints: %s, state: {from: low/exports, to: top}}]"
	v := testSchema(t, testRegistry(t))
	for joints, valid := range map[string]bool{"all": true, "[a, b]": true, "every": false} {
		if problems := v.validate(t, fmt.Sprintf(text, joints)); (len(problems) == 0) != valid {
			t.Errorf("joints: %s: the problems are %v", joints, problems)
		}
	}
}

func TestTheSchemaRefusesWhatEditorsShouldMark(t *testing.T) {
	v := testSchema(t, testRegistry(t))
	for edit, want := range map[[2]string]string{
		{"seed: 7", "sed: 7"}:                                                      ".app.sed: no value is allowed here",
		{"clock: virtual", "clock: sundial"}:                                       ".app.clock: sundial is not one of",
		{"rate: 100Hz\n    models", "rate: 100\n    models"}:                       ".worlds.top.rate: 100 is no string",
		{"duration: 10s", "duration: ten"}:                                         `.app.duration: "ten" does not match`,
		{"priority: 80", "priority: 100"}:                                          ".domains.fast.priority: 100 is above 99",
		{"spin: 20us", "spin: 20"}:                                                 ".domains.fast.spin: 20 is no string",
		{"type: planner", "type: planer"}:                                          ".worlds.top.processors.path.type: planer is not one of",
		{"{joint_group: all}", "{}"}:                                               ".worlds.top.processors.controller.options: joint_group is missing",
		{"{joint_group: all}", "{joint_group: all, gain: 99}"}:                     ".options.gain: 99 is not one of 2 forms",
		{"{joint_group: all}", "{joint_group: all, count: -101}"}:                  ".options.count: -101 is below -100",
		{"{joint_group: all}", "{joint_group: all, offset: [1, 2]}"}:               ".options.offset: 2 elements are too few",
		{"{joint_group: all}", "{joint_group: all, axes: [w]}"}:                    ".options.axes[0]: w is not one of",
		{"{joint_group: all}", "{joint_group: all, spring: {stifness: 1}}"}:        ".options.spring: stiffness is missing",
		{"safe_mode: brake", "safe_mode: run"}:                                     ".worlds.top.joints.a_j2.safe_mode: run is not one of",
		{"policy: one_for_all", "policy: all"}:                                     ".restart.policy: all is not one of",
		{"options: {start: [{time: 0s, joint: m_wheel}]}", "options: {strat: []}"}: ".plant.options.strat: no value is allowed here",
		{"acceleration: 10 rad/s^2", "acceleration: fast"}:                         ".worlds.top.limits.a_j1: map[acceleration:fast] is not one of 2 forms",
	} {
		if strings.Count(testApp, edit[0]) != 1 {
			t.Fatalf("%q stands %d times in the application", edit[0], strings.Count(testApp, edit[0]))
		}
		problems := v.validate(t, strings.Replace(testApp, edit[0], edit[1], 1))
		if !slices.ContainsFunc(problems, func(p string) bool { return strings.Contains(p, want) }) {
			t.Errorf("%s: the problems are %v, want %s", edit[1], problems, want)
		}
	}
}

func TestTheSchemaTakesTheTimesThatTheReaderTakes(t *testing.T) {
	pattern := regexp.MustCompile(durationPattern)
	for _, text := range []string{"10ms", "10 ms", "2.5s", ".5s", "1.s", "+1s", "200us", "200\u00b5s", "200\u03bcs", "7ns", "3m", "1h",
		"10", "s", "10 Hz", "1,5s", "", "ten s", "1e3s"} {
		_, err := parseDuration(text)
		if taken := pattern.MatchString(text); taken != (err == nil) {
			t.Errorf("%q: the schema takes it: %v; the reader says %v", text, taken, err)
		}
	}
	v := testSchema(t, testRegistry(t))
	seed := v.root["properties"].(map[string]any)["app"].(map[string]any)["properties"].(map[string]any)["seed"].(map[string]any)
	if most := fmt.Sprint(seed["maximum"]); most != "9223372036854775807" && most != "9.223372036854776e+18" {
		t.Errorf("the schema takes seeds up to %s; the reader takes 1<<63-1", most)
	}
}

func TestTheSchemaIsTheSameEveryTime(t *testing.T) {
	r := testRegistry(t)
	first, err := Schema(r)
	if err != nil {
		t.Fatal(err)
	}
	for range 10 {
		if again, err := Schema(r); err != nil || string(again) != string(first) {
			t.Fatal("two schemas of one registry differ")
		}
	}
}

// The words that the grammar lists are those that the types behind them know.
func TestTheWordsOfTheGrammarAreThoseOfTheTypes(t *testing.T) {
	v := testSchema(t, testRegistry(t))
	enum := func(definition string, keys ...string) []any {
		at := v.root
		if definition != "" {
			at = v.root["$defs"].(map[string]any)[definition].(map[string]any)
		}
		for _, key := range keys {
			if at["type"] == "array" {
				at = at["items"].(map[string]any)
			}
			at = at["properties"].(map[string]any)[key].(map[string]any)
		}
		return at["enum"].([]any)
	}
	for _, given := range []struct {
		got  []any
		want []string
	}{
		{enum("drive", "safe_mode"), []string{"ramp_hold", "damp", "ramp_off", "brake", "off"}},
		{enum("drive", "rearm"), []string{"acknowledge", "reset", "auto"}},
		{enum("drive", "restart", "policy"), []string{"one_for_one", "one_for_all", "rest_for_one", "degrade"}},
		{enum("actor", "type"), []string{"idle", "tracker", "kinematics", "dynamic", "planner"}},
		{enum("", "couplings", "command", "on_stale"), []string{"ramp_to_zero", "decelerate_and_hold", "withdraw"}},
		{enum("", "couplings", "command", "resample"), []string{"hold", "linear", "cubic"}},
	} {
		if got := fmt.Sprint(given.got); got != fmt.Sprint(given.want) {
			t.Errorf("the words are %s, want %v", got, given.want)
		}
	}
}
