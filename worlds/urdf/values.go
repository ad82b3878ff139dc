package urdf

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/robo-actors/robo-actors/worlds/source"
)

// maxNumberLength is the number of characters that a number may have.
const maxNumberLength = 100

// parseNumber reads a decimal floating-point number: digits with an optional point, sign and
// exponent, and nothing else. What becomes infinite is refused; what is too small becomes zero.
func parseNumber(text string) (float64, error) {
	switch {
	case text == "":
		return 0, errors.New("the number is empty")
	case len(text) > maxNumberLength:
		return 0, fmt.Errorf("the number has %d characters, at most %d are read", len(text), maxNumberLength)
	case strings.Contains(text, "$"):
		return 0, fmt.Errorf("%s has to be expanded by xacro first", source.Quote(text))
	case !isDecimal(text):
		return 0, fmt.Errorf("%s is no decimal number", source.Quote(text))
	}
	value, err := strconv.ParseFloat(text, 64)
	if math.IsInf(value, 0) {
		return 0, fmt.Errorf("the number %s is too large", source.Quote(text))
	}
	if err != nil {
		return 0, fmt.Errorf("%s is no decimal number", source.Quote(text))
	}
	return value, nil
}

// isDecimal reports whether text is [+-] digits [. digits] [e [+-] digits], with a digit before or
// behind the point.
func isDecimal(text string) bool {
	rest := strings.TrimLeft(text, "+-")
	if len(text)-len(rest) > 1 {
		return false
	}
	mantissa, exponent, hasExponent := cutExponent(rest)
	if hasExponent {
		digits := strings.TrimLeft(exponent, "+-")
		if len(exponent)-len(digits) > 1 || !isDigits(digits) || digits == "" {
			return false
		}
	}
	whole, fraction, _ := strings.Cut(mantissa, ".")
	return isDigits(whole) && isDigits(fraction) && len(whole)+len(fraction) > 0
}

func cutExponent(text string) (mantissa, exponent string, found bool) {
	i := strings.IndexAny(text, "eE")
	if i < 0 {
		return text, "", false
	}
	return text[:i], text[i+1:], true
}

func isDigits(text string) bool {
	for i := range len(text) {
		if text[i] < '0' || text[i] > '9' {
			return false
		}
	}
	return true
}

// octalLooking reports whether YAML 1.1 would read a decimal text as octal: 010.
func octalLooking(text string) bool {
	digits := strings.TrimLeft(text, "+-")
	return len(digits) > 1 && digits[0] == '0' && isDigits(digits)
}

// number returns the value of a field, or fallback with an error reported.
func (r *reader) number(f field, p place, fallback float64) float64 {
	text := strings.Trim(f.text, " \t\r\n")
	value, err := parseNumber(text)
	if err == nil && octalLooking(text) && isYAML(r.text.File()) {
		err = fmt.Errorf("%s could be read as octal", source.Quote(text))
	}
	if err != nil {
		r.fail(f.offset, p, err.Error(), "a finite decimal number, such as 0.25 or 1e-3", "")
		return fallback
	}
	return value
}

// optional returns the value of a field, and fallback if it is not in the file.
func (r *reader) optional(f field, p place, fallback float64) float64 {
	if !f.set {
		return fallback
	}
	return r.number(f, p, fallback)
}

// split cuts the text of a field at blanks into a vector.
func split(f field) vector {
	v := vector{offset: f.offset, set: f.set}
	if f.text != "" {
		v.parts = make([]field, 0, 3) // most vectors have three numbers
	}
	for begin := 0; begin < len(f.text); {
		if isBlank(f.text[begin]) {
			begin++
			continue
		}
		end := begin
		for end < len(f.text) && !isBlank(f.text[end]) {
			end++
		}
		if len(v.parts) < mostParts {
			v.parts = append(v.parts, field{text: f.text[begin:end], offset: f.offset + begin, set: true})
		}
		begin = end
	}
	return v
}

// mostParts is the number of parts of a vector that are kept: more than any vector has.
const mostParts = 8

func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\n' }

// numbers fills out with the values of a vector of that length. It leaves out as it is, and reports
// an error, if there are more or fewer of them, and leaves single entries as they are that are no
// numbers.
func (r *reader) numbers(v vector, p place, out []float64) {
	if !v.set {
		return
	}
	if at := slices.IndexFunc(v.parts, func(f field) bool { return strings.Contains(f.text, "$") }); at >= 0 {
		r.number(v.parts[at], p, 0) // which refuses it: blanks may part what xacro would have expanded
		return
	}
	if len(v.parts) != len(out) {
		count := strconv.Itoa(len(v.parts))
		if len(v.parts) == mostParts {
			count += " or more"
		}
		r.fail(v.offset, p, count+" numbers", fmt.Sprintf("%d numbers", len(out)), "")
		return
	}
	for i := range out {
		out[i] = r.number(v.parts[i], p, out[i])
	}
}
