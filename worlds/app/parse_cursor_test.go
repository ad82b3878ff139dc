package app

import (
	"strings"
	"testing"
)

func TestAnUnknownKeyIsRefusedWithTheNearestKnownOne(t *testing.T) {
	c, list := read(t, "rate: 100Hz\nperod: 10ms\nvoid: ~\n")
	f := c.fields("rate", "period", "void")
	if _, found := f.get("rate"); !found {
		t.Error("a known key was not found")
	}
	if _, found := f.get("void"); found {
		t.Error("a key with nothing behind it counts as given")
	}
	if _, found := f.need("void", "something"); found {
		t.Error("a key with nothing behind it counts as given")
	}
	wantErrors(t, &list.Diagnostics,
		`f.yaml:1:1: void: the key "void" is missing`,
		`did you mean "period"?`)
	if got := list.All()[1].Summary(); got != `f.yaml:2:1: perod: the key "perod" is unknown` {
		t.Errorf("the summary is %s", got)
	}
}

func TestPathsLeadThroughListsAndMappings(t *testing.T) {
	c, list := read(t, "worlds: {base: {models: [{}, {path: 3}]}}")
	worlds, _ := c.fields("worlds").get("worlds")
	models, _ := worlds.named("world", checkActorName)[0].fields("models").get("models")
	path, _ := models.elements("a list")[1].fields("path").get("path")
	if path.path != "worlds.base.models[1].path" {
		t.Errorf("the path is %s", path.path)
	}
	path.str("the path of a file")
	wantErrors(t, &list.Diagnostics, `f.yaml:1:37: worlds.base.models[1].path: the value "3" is not a string to every reader of YAML`)
}

func TestAValueOfAnotherKindIsRefused(t *testing.T) {
	for text, try := range map[string]func(cursor) bool{
		"[1]": func(c cursor) bool { return c.fields("a").ok },
		"{a: 1}": func(c cursor) bool {
			return c.elements("a list of names") != nil
		},
		"[x]":  func(c cursor) bool { return c.named("world", checkActorName) != nil },
		"{}":   func(c cursor) bool { _, ok := c.str("a string"); return ok },
		"[]":   func(c cursor) bool { _, ok := c.word("a", "b"); return ok },
		"[2]":  func(c cursor) bool { _, ok := c.number("a number"); return ok },
		"[3]":  func(c cursor) bool { _, ok := c.integer("a number"); return ok },
		"[4]":  func(c cursor) bool { _, ok := c.boolean(); return ok },
		"[5]":  func(c cursor) bool { _, ok := c.duration(0); return ok },
		"[6]":  func(c cursor) bool { _, ok := c.rate(); return ok },
		"[7]":  func(c cursor) bool { _, ok := c.quantity("m"); return ok },
		"~":    func(c cursor) bool { _, ok := c.str("a string"); return ok },
		"null": func(c cursor) bool { return c.fields("a").ok },
	} {
		c, list := read(t, text)
		if try(c) {
			t.Errorf("%s was taken", text)
		}
		if list.Len() != 1 {
			t.Errorf("%s has %d errors, want 1:\n%s", text, list.Len(), list.Error())
		}
	}
}

func TestNamesOfActorsHaveNoSlash(t *testing.T) {
	c, list := read(t, "{ok-1: 1, a/b: 1, 'with blank': 1, '': 1, ünder: 1, "+strings.Repeat("x", 65)+": 1}")
	names := c.named("world", checkActorName)
	if len(names) != 1 || names[0].name != "ok-1" || names[0].keyAt().Column != 2 {
		t.Errorf("the names are %v", names)
	}
	wantErrors(t, &list.Diagnostics, `contains '/'`, `contains ' '`, `has 0 bytes`, `contains 'ü'`, `has 65 bytes`)
}

func TestThousandsOfErrorsCostFewSearches(t *testing.T) {
	var b strings.Builder
	for i := range 5000 {
		b.WriteString("perio")
		for range i % 40 {
			b.WriteByte('d')
		}
		b.WriteString("_" + strings.Repeat("x", i/40) + ": 1\n")
	}
	c, list := read(t, b.String())
	c.fields("rate", "period")
	if list.suggestions != maxSuggestions || !list.Full() {
		t.Errorf("%d searches for near names, full %v", list.suggestions, list.Full())
	}
}
