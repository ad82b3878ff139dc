package actors

import (
	"errors"
	"fmt"
	"strings"
	"time"
)

// ErrFaultsNotAllowed means that the system was built without WithFaults.
var ErrFaultsNotAllowed = errors.New("faults are not allowed in this system")

// Fault is an injected fault. FaultClasses describes the parameters of each kind. A zero parameter
// stands for its default.
type Fault struct {
	Kind FaultKind
	// Target is a name as FaultClass.Seam says. An asterisk stands for any text.
	Target string
	// Duration after which the fault ends. With zero, a fault that happens once happens at the next
	// tick or job; other faults last until they are cleared.
	Duration time.Duration
	// Delay holds the parameter of the kind that is a duration.
	Delay time.Duration
	// Probability is the share of values, cycles or samples that the fault hits.
	Probability float64
	// Count holds a parameter that is a whole number, Amount one that is any other number.
	Count  int
	Amount float64
	// Choice holds a parameter that is one of FaultParameter.Choices.
	Choice string

	number uint64 // of an injected fault: two that are equal otherwise differ in it
}

// String returns the fault as schedules write it: the parameters that are not zero follow the
// target.
func (f Fault) String() string {
	s := string(f.Kind) + " " + f.Target
	if f.Duration > 0 {
		s = fmt.Sprintf("for %v %s", f.Duration, s)
	}
	return s + f.Settings()
}

// Settings returns the parameters that are not zero, each as " name=value".
func (f Fault) Settings() string {
	var b strings.Builder
	if c := classOf(f.Kind); c != nil {
		for i := range c.Parameters {
			p := &c.Parameters[i]
			if text := p.format(&f); text != "" {
				b.WriteString(" " + p.Name + "=" + text)
			}
		}
	}
	return b.String()
}
