package app

import (
	"errors"
	"math"
	"regexp"
	"strconv"
	"strings"

	"github.com/robo-actors/robo-actors/worlds/internal/strictyaml"
	"github.com/robo-actors/robo-actors/worlds/source"
)

// otherTypes matches plain scalars that YAML 1.1, YAML 1.2 or both take for something else than a
// string: where a string is meant, they must be quoted, so that a file means the same to every
// reader.
var otherTypes = regexp.MustCompile(`^(?i:y|yes|n|no|on|off|true|false|null|~|` +
	`[-+]?[0-9][0-9_]*(:[0-5]?[0-9])*(\.[0-9_]*)?(e[-+]?[0-9]+)?|[-+]?\.[0-9][0-9_]*(e[-+]?[0-9]+)?|` +
	`[-+]?0x[0-9a-f_]+|0o[0-7]+|0b[01_]+|[-+]?\.inf|\.nan|[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}.*)$`)

// decimal matches a number as this package reads them: decimal, no leading zeros, an exponent if
// need be.
var decimal = regexp.MustCompile(`^[-+]?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]{1,4})?$`)

// str returns a string.
func (c cursor) str(expected string) (string, bool) {
	if !c.is(strictyaml.Scalar, expected) {
		return "", false
	}
	if !c.Quoted && otherTypes.MatchString(c.Value) {
		c.refuse("the value "+source.Quote(c.Value)+" is not a string to every reader of YAML", expected, `if the text itself is meant, write it in quotes: "`+source.Clip(c.Value, 40)+`"`)
		return "", false
	}
	return c.Value, true
}

// word returns one of a few words.
func (c cursor) word(known ...string) (string, bool) {
	text := c.Value
	if !c.is(strictyaml.Scalar, oneOf(known)) {
		return "", false
	}
	for _, k := range known {
		if k == text {
			return text, true
		}
	}
	c.refuse("the value "+source.Quote(text)+" is unknown", oneOf(known), c.list.suggest(text, known))
	return "", false
}

// strs returns a list of strings, without those that were refused, and where each stands.
func (c cursor) strs(expected string) (values []string, at []cursor) {
	for _, e := range c.elements(expected) {
		if text, ok := e.str(expected); ok {
			values, at = append(values, text), append(at, e)
		}
	}
	return values, at
}

// boolean returns true or false, the only two words for it.
func (c cursor) boolean() (value, ok bool) {
	if !c.is(strictyaml.Scalar, "true or false") {
		return false, false
	}
	if !c.Quoted && (c.Value == "true" || c.Value == "false") {
		return c.Value == "true", true
	}
	c.refuse("the value "+source.Quote(c.Value)+" is no boolean", "true or false", "")
	return false, false
}

// number returns a finite number without a unit.
func (c cursor) number(expected string) (float64, bool) {
	if !c.is(strictyaml.Scalar, expected) {
		return 0, false
	}
	if c.Quoted {
		c.refuse("the value "+source.Quote(c.Value)+" is a string", expected, "leave the quotes away")
		return 0, false
	}
	return c.decimal(c.Value, expected)
}

// decimal returns the number in text, which is part of the value.
func (c cursor) decimal(text, expected string) (float64, bool) {
	if !decimal.MatchString(text) {
		c.refuse("the value "+source.Quote(c.Value)+" is not a number", expected, numberHint(text))
		return 0, false
	}
	v, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsInf(v, 0) {
		c.refuse("the value "+source.Quote(c.Value)+" is beyond the range of numbers", expected, "")
		return 0, false
	}
	return v, true
}

// numberHint says what to do about forms of numbers that mean different things to different
// readers.
func numberHint(text string) string {
	digits := strings.TrimLeft(text, "+-")
	switch {
	case strings.EqualFold(digits, ".inf") || strings.EqualFold(digits, ".nan"):
		return "numbers are finite; leave the key away where there is no limit"
	case strings.Contains(digits, "_"):
		return "write it without underscores"
	case len(digits) > 1 && digits[0] == '0' && strings.Trim(digits, "0123456789.") == "":
		return "write it without leading zeros"
	case strings.HasPrefix(digits, ".") || strings.HasSuffix(digits, "."):
		return "write a digit on both sides of the point"
	case strings.HasPrefix(digits, "0x") || strings.HasPrefix(digits, "0o") || strings.HasPrefix(digits, "0b"):
		return "write it in decimal digits"
	}
	return ""
}

// integer returns a whole number.
func (c cursor) integer(expected string) (int64, bool) {
	if !c.is(strictyaml.Scalar, expected) {
		return 0, false
	}
	v, err := strconv.ParseInt(strings.TrimPrefix(c.Value, "+"), 10, 64)
	if !c.Quoted && decimal.MatchString(c.Value) && errors.Is(err, strconv.ErrRange) {
		c.refuse("the value "+source.Quote(c.Value)+" is out of range", expected, "")
		return 0, false
	}
	if c.Quoted || !decimal.MatchString(c.Value) || err != nil {
		c.refuse("the value "+source.Quote(c.Value)+" is no whole number", expected, numberHint(c.Value))
		return 0, false
	}
	return v, true
}

// integerFrom returns a whole number within bounds.
func (c cursor) integerFrom(least, most int64) (int64, bool) {
	expected := "a whole number from " + strconv.FormatInt(least, 10) + " to " + strconv.FormatInt(most, 10)
	v, ok := c.integer(expected)
	if ok && (v < least || v > most) {
		c.refuse("the value "+strconv.FormatInt(v, 10)+" is out of range", expected, "")
		return 0, false
	}
	return v, ok
}

// numberFrom returns a number within bounds, or otherwise.
func (c cursor) numberFrom(least, most, otherwise float64) float64 {
	expected := "a number from " + strconv.FormatFloat(least, 'g', -1, 64) + " to " + strconv.FormatFloat(most, 'g', -1, 64)
	v, ok := c.number(expected)
	if ok && (v < least || v > most) {
		c.refuse("the value "+c.Value+" is out of range", expected, "")
		ok = false
	}
	if !ok {
		return otherwise
	}
	return v
}
