package operators

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
)

// An Operator is a kind of edit.
type Operator string

// The operators. The comment of each says which edits it makes.
const (
	// Comparison negates a comparison: < becomes >=, == becomes !=.
	Comparison Operator = "comparison"
	// Condition drops one side of && or ||.
	Condition Operator = "condition"
	// Sign drops a minus, or exchanges + and - of numbers.
	Sign Operator = "sign"
	// Bound shifts the edge of a comparison of integers, exchanges min and max, or drops a clamp.
	Bound Operator = "bound"
	// Reset drops an assignment of a zero value, or a call that clears or resets.
	Reset Operator = "forgotten reset"
	// Assignment drops any other assignment.
	Assignment Operator = "dropped assignment"
	// Order exchanges two neighbouring statements: two calls on one receiver, or a call and an
	// assignment to something that the call mentions.
	Order Operator = "reordered calls"
	// Unit exchanges units of time, factors of conversion, or a quantity and its derivative.
	Unit Operator = "swapped unit"
)

// Operators lists all operators.
func Operators() []Operator {
	return []Operator{Comparison, Condition, Sign, Bound, Reset, Assignment, Order, Unit}
}

// Identity names a mutant in a way that survives edits elsewhere in its file.
type Identity struct {
	// File is the slash-separated path relative to the root of the module.
	File string `json:"file"`
	// Function is the name of the function, with the type of its receiver: "Gate.judge".
	Function string   `json:"function"`
	Operator Operator `json:"operator"`
	// Old and New are the lines of the edit before and after it, without indentation and comments
	// at their ends.
	Old string `json:"old"`
	New string `json:"new"`
	// Nth counts the mutants of the function that are equal otherwise, from 0 on.
	Nth int `json:"nth,omitempty"`
}

// ID returns a short name of the mutant, which is a hash of its identity.
func (i *Identity) ID() string {
	return hash(i.File, i.Function, string(i.Operator), i.Old, i.New, fmt.Sprint(i.Nth))[:10]
}

// Diff returns the lines of the edit as a diff.
func (i *Identity) Diff() string {
	return "-" + strings.ReplaceAll(i.Old, "\n", "\n-") + "\n+" + strings.ReplaceAll(i.New, "\n", "\n+")
}

// hash returns the SHA-256 sum of texts in hexadecimal digits.
func hash(texts ...string) string {
	sum := sha256.Sum256([]byte(strings.Join(texts, "\x00")))
	return hex.EncodeToString(sum[:])
}

// Mutation is a mutant and its place in the present sources.
type Mutation struct {
	Identity
	// Line is the line of the edit.
	Line int
	// start and end are the offsets of the replaced text, and text replaces it.
	start, end int
	text       string
	// in is the function of the edit.
	in *function
}

// Body returns a hash of the text of the mutant's function in the present sources, or an empty text
// if the mutant is not from sources.
func (m *Mutation) Body() string {
	if m.in == nil {
		return ""
	}
	return m.in.hash
}

// Order returns a number in hexadecimal digits by which a seed sorts mutants.
func (i *Identity) Order(seed uint64) string { return hash(fmt.Sprint(seed), i.ID()) }

// lines returns the trimmed lines of a text that contain the bytes from start to end.
func lines(text string, start, end int) string {
	from := strings.LastIndexByte(text[:start], '\n') + 1
	to := len(text)
	if i := strings.IndexByte(text[end:], '\n'); i >= 0 {
		to = end + i
	}
	var kept []string
	for line := range strings.SplitSeq(text[from:to], "\n") {
		if i := strings.Index(line, " //"); i >= 0 {
			line = line[:i]
		}
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "//") {
			kept = append(kept, line)
		}
	}
	return strings.Join(kept, "\n")
}
