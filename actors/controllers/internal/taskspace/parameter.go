package taskspace

// Type is the type of a parameter's value.
type Type uint8

const (
	Real    Type = iota // one number: Value.Real of length 1
	Vector              // numbers: Value.Real
	Integer             // a whole number: Value.Real of length 1
	Boolean             // 0 or 1: Value.Real of length 1
	Text                // Value.Text
	Choice              // Value.Text, one of Parameter.Choices
	Names               // Value.Names
)

var typeNames = [...]string{"real", "vector", "integer", "boolean", "text", "choice", "names"}

// String returns the type's name.
func (t Type) String() string {
	if int(t) < len(typeNames) {
		return typeNames[t]
	}
	return "unknown"
}

// Value is the value of a parameter; its type says which field holds it.
type Value struct {
	Real  []float64
	Text  string
	Names []string
}

// Number makes a Value of one number, or of several.
func Number(v ...float64) Value { return Value{Real: v} }

// Word makes a Value of a text or a choice.
func Word(text string) Value { return Value{Text: text} }

// Parameter describes one parameter of a task, and holds its present value. Its name is the path of
// the field: "gains.proportional", "goal.position", "axes".
type Parameter struct {
	Name     string
	Doc      string
	Type     Type
	Unit     string   // "m", "1/s2"; "" for a plain number; alternatives for different components by |
	Min, Max float64  // of every entry; infinite where there is no bound
	Open     bool     // Min itself is not allowed
	Lengths  []int    // allowed lengths of a vector; nil for any
	Choices  []string // of a Choice
	// Structural says that changing it changes the shape of the levels: possible with Set.With, not
	// with Evaluator.SetParameter.
	Structural bool
	Value      Value
}
