package main

import (
	"cmp"
	"slices"

	"github.com/robo-actors/robo-actors/internal/mutant/operators"
)

// part is a part of the system that mutants are drawn from.
type part struct {
	name    string
	folders []string
	count   int // of mutants
}

// parts are the parts with the number of mutants that each contributes.
var parts = []part{
	{"gate", []string{"worlds/gate", "worlds/gate/internal/core"}, 120},
	{"modes", []string{"supervision/modes"}, 60},
	{"supervision", []string{"supervision"}, 40},
	{"couplings", []string{"worlds/coupling"}, 50},
	{"perception", []string{"worlds/perception"}, 40},
	{"drives", []string{"hardware", "hardware/sim", "hardware/sim/servo"}, 70},
	{"controllers", []string{
		"actors/controllers/planar", "actors/controllers/wheeled", "actors/controllers/mecanum", "actors/controllers/differentialdrive",
		"actors/controllers/exportedjoints", "actors/controllers/jointspace", "actors/controllers/trajectory", "actors/controllers/wholebody",
	}, 100},
}

// folders returns the folders of all parts.
func folders() (all []string) {
	for _, p := range parts {
		all = append(all, p.folders...)
	}
	return all
}

// partOf returns the part that contains a folder.
func partOf(folder string) *part {
	for i := range parts {
		if slices.Contains(parts[i].folders, folder) {
			return &parts[i]
		}
	}
	return nil
}

// draw adds mutants of a part to the chosen ones until there are as many as its count. It takes the
// operators in turn, and the mutants of an operator in the order of the seed.
func (p *part) draw(all []*operators.Mutation, chosen map[string]bool, seed uint64) []*operators.Mutation {
	byOperator := map[operators.Operator][]*operators.Mutation{}
	n := 0
	for _, m := range all {
		if chosen[m.ID()] {
			n++
		} else {
			byOperator[m.Operator] = append(byOperator[m.Operator], m)
		}
	}
	for _, mutants := range byOperator {
		slices.SortFunc(mutants, func(a, b *operators.Mutation) int { return cmp.Compare(a.Order(seed), b.Order(seed)) })
	}
	var drawn []*operators.Mutation
	for left := true; left; {
		left = false
		for _, op := range operators.Operators() {
			if mutants := byOperator[op]; len(mutants) > 0 && n < p.count {
				drawn, byOperator[op] = append(drawn, mutants[0]), mutants[1:]
				n++
				left = true
			}
		}
	}
	return drawn
}
