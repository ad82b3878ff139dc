package actors

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Number returns the parameter's value in a fault, in the parameter's unit; zero for a word and for
// a missing value.
func (p *FaultParameter) Number(f *Fault) float64 {
	switch p.Field {
	case FieldDelay:
		return f.Delay.Seconds()
	case FieldProbability:
		return f.Probability
	case FieldCount:
		return float64(f.Count)
	case FieldAmount:
		return f.Amount
	}
	return 0
}

// SetNumber sets the parameter of a fault, in the parameter's unit. Times are rounded to
// nanoseconds, counts to whole numbers. SetNumber does not check the range.
func (p *FaultParameter) SetNumber(f *Fault, value float64) {
	switch p.Field {
	case FieldDelay:
		f.Delay = time.Duration(math.Round(value * float64(time.Second)))
	case FieldProbability:
		f.Probability = value
	case FieldCount:
		f.Count = int(math.Round(value))
	case FieldAmount:
		f.Amount = value
	}
}

// Parse sets the parameter of a fault from text: a duration such as 40ms, a number or a word. The
// error says what was expected.
func (p *FaultParameter) Parse(f *Fault, text string) error {
	switch p.Field {
	case FieldChoice:
		if !slices.Contains(p.Choices, text) {
			return fmt.Errorf("%s %q is unknown; known: %s", p.Name, text, strings.Join(p.Choices, ", "))
		}
		f.Choice = text
		return nil
	case FieldDelay:
		d, err := time.ParseDuration(text)
		if err != nil || d < 0 {
			return fmt.Errorf("%s %q is not a duration; expected zero or more, such as 40ms", p.Name, text)
		}
		f.Delay = d
	case FieldCount:
		n, err := strconv.Atoi(text)
		if err != nil {
			return fmt.Errorf("%s %q is not a whole number", p.Name, text)
		}
		f.Count = n
	default:
		x, err := strconv.ParseFloat(text, 64)
		if err != nil {
			return fmt.Errorf("%s %q is not a number", p.Name, text)
		}
		p.SetNumber(f, x)
	}
	return errors.Join(p.check(f), p.checkZero(f))
}

// checkZero rejects a written zero if a [Fault] uses zero for the default of the parameter.
func (p *FaultParameter) checkZero(f *Fault) error {
	switch {
	case p.given(f) || p.Required || p.Default == 0:
		return nil
	case p.Min > 0 || p.MinExcluded && p.Min == 0:
		return fmt.Errorf("%s of %s is %s; expected %s", p.Name, f.Kind, p.text(0), p.Range())
	}
	return fmt.Errorf("%s of %s is %s, which stands for its default, %s; expected %s, and not 0", p.Name, f.Kind, p.text(0), p.text(p.Default), p.Range())
}

// given reports whether a fault sets the parameter.
func (p *FaultParameter) given(f *Fault) bool {
	return p.Field == FieldChoice && f.Choice != "" || p.Number(f) != 0
}

// format returns the value as Parse reads it, nothing without a value.
func (p *FaultParameter) format(f *Fault) string {
	switch {
	case !p.given(f):
		return ""
	case p.Field == FieldChoice:
		return f.Choice
	case p.Field == FieldDelay:
		return f.Delay.String()
	case p.Field == FieldCount:
		return strconv.Itoa(f.Count)
	}
	return strconv.FormatFloat(p.Number(f), 'g', -1, 64)
}

// Range describes the allowed values.
func (p *FaultParameter) Range() string {
	if p.Field == FieldChoice {
		return strings.Join(p.Choices, ", ")
	}
	low, _, _ := strings.Cut(p.text(p.Min), " ")
	if p.MinExcluded {
		return "above " + low + ", at most " + p.text(p.Max)
	}
	return low + " to " + p.text(p.Max)
}

// text returns a number in the parameter's unit.
func (p *FaultParameter) text(x float64) string {
	if p.Field == FieldDelay {
		return time.Duration(math.Round(x * float64(time.Second))).String()
	}
	s := strconv.FormatFloat(x, 'g', 4, 64)
	if p.Field == FieldCount {
		s = strconv.Itoa(int(x))
	}
	if p.Unit != "1" && p.Unit != "code" {
		s += " " + p.Unit
	}
	return s
}

// Standard describes the default; it is empty for a required parameter.
func (p *FaultParameter) Standard() string {
	switch {
	case p.Required:
		return ""
	case p.Field == FieldChoice:
		return p.Choices[0]
	}
	return p.text(p.Default)
}

// check rejects a value outside of its range.
func (p *FaultParameter) check(f *Fault) error {
	if !p.given(f) {
		if p.Required {
			return fmt.Errorf("%s lacks its %s: %s", f.Kind, p.Name, p.Range())
		}
		return nil
	}
	if p.Field == FieldChoice {
		if !slices.Contains(p.Choices, f.Choice) {
			return fmt.Errorf("%s %q of %s is unknown; known: %s", p.Name, f.Choice, f.Kind, p.Range())
		}
		return nil
	}
	if x := p.Number(f); !(x >= p.Min && x <= p.Max) || p.MinExcluded && x == p.Min {
		return fmt.Errorf("%s of %s is %s; expected %s", p.Name, f.Kind, p.text(x), p.Range())
	}
	return nil
}

// complete sets the default of a missing value.
func (p *FaultParameter) complete(f *Fault) {
	switch {
	case p.given(f):
	case p.Field == FieldChoice:
		f.Choice = p.Choices[0]
	default:
		p.SetNumber(f, p.Default)
	}
}

// Completed returns the fault with its defaults.
func (f Fault) Completed() Fault {
	if c := classOf(f.Kind); c != nil {
		for i := range c.Parameters {
			c.Parameters[i].complete(&f)
		}
	}
	return f
}

// Check returns an error if the fault is invalid in every system. Only a system knows whether the
// target exists.
func (f Fault) Check() error {
	c := classOf(f.Kind)
	switch {
	case c == nil:
		return fmt.Errorf("fault kind %q is unknown; known: %v", f.Kind, FaultKinds())
	case f.Duration < 0:
		return fmt.Errorf("%s has the duration %v; expected a positive one, or none", f.Kind, f.Duration)
	case f.Duration > 0 && c.Instant:
		return fmt.Errorf("%s happens at once and takes no duration", f.Kind)
	}
	if (f.Kind == FaultSlow || f.Kind == FaultJobSlow) && f.Delay == 0 && f.Amount == 0 {
		return fmt.Errorf("%s needs a delay or a factor: %s", f.Kind, c.takes())
	}
	has := [FieldChoice + 1]bool{}
	for i := range c.Parameters {
		p := &c.Parameters[i]
		has[p.Field] = true
		if err := p.check(&f); err != nil {
			return err
		}
	}
	for field, given := range [...]bool{f.Delay != 0, f.Probability != 0, f.Count != 0, f.Amount != 0, f.Choice != ""} {
		if given && !has[field] {
			return fmt.Errorf("%s has no parameter in the field %s; it takes %s", f.Kind, fieldNames[field], c.takes())
		}
	}
	return nil
}

var fieldNames = [...]string{"Delay", "Probability", "Count", "Amount", "Choice"}

// takes lists the parameters of a kind.
func (c *FaultClass) takes() string {
	if len(c.Parameters) == 0 {
		return "none"
	}
	var all []string
	for i := range c.Parameters {
		p := &c.Parameters[i]
		all = append(all, p.Name+" ("+p.Range()+")")
	}
	return strings.Join(all, ", ")
}
