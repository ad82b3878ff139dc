package faults

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
)

// Error is an error in a line.
type Error struct {
	// File and Line are set by ParseSchedule. Line counts from 1.
	File string
	Line int
	// Column is the place of the error, in characters from 1.
	Column int
	// Text is the whole line.
	Text string
	// Problem is the error, Expected what the line may contain there.
	Problem, Expected string
}

// Error returns the line, the error with its column, and what was expected.
func (e *Error) Error() string {
	at := ""
	if e.Line > 0 {
		at = fmt.Sprintf("%s:%d:%d: ", e.File, e.Line, e.Column)
	}
	if strings.Contains(e.Problem, e.Expected) || strings.Contains(e.Problem, "; expected ") { // the problem says so itself
		return fmt.Sprintf("%s%q: at column %d, %s", at, e.Text, e.Column, e.Problem)
	}
	return fmt.Sprintf("%s%q: %s, at column %d; expected %s", at, e.Text, e.Problem, e.Column, e.Expected)
}

// example shows valid lines.
const example = `a line such as "at 4s panic mobile_base/wheels", "at 2s for 100ms drop OUTPUT" or "at 5s acknowledge mobile_base"`

// Parse parses a line that happens once:
//
//	at 4s panic mobile_base/wheels
//	at 2.8s for 273ms drop whole_body/gate.joint_mobile_planar
//	at 3s for 1s delay mobile_base/controller.state delay=40ms
//	at 5s acknowledge mobile_base
//	at 6s stop whole_body mode=ramp_hold
//	at 7s open second_arm.yaml
//	at 9s close second_arm.yaml
//
// The error is of type *Error.
func Parse(line string) (Action, error) {
	e, err := ParseEntry(line)
	if err != nil {
		return Action{}, err
	}
	if e.Every != 0 || e.Probability != 0 {
		return Action{}, &Error{Column: 1, Text: line, Problem: "it repeats or has a probability", Expected: "a line that happens once; others belong in a schedule"}
	}
	return e.Action, nil
}

// ParseNow parses a line that happens once, of which "at TIME" may be left out: it then happens at
// once, and its instant is 0. The error is of type *Error.
func ParseNow(line string) (Action, error) {
	const now = "at 0s "
	if first, _, _ := strings.Cut(strings.TrimSpace(line), " "); first == "at" || first == "every" {
		return Parse(line)
	}
	a, err := Parse(now + line)
	var wrong *Error
	if errors.As(err, &wrong) {
		wrong.Text, wrong.Column = line, max(1, wrong.Column-len(now))
	}
	return a, err
}

// ParseSchedule parses lines. It skips empty lines and comments, which begin with #. File is the
// name in errors. Every invalid line is reported as an *Error.
func ParseSchedule(file, text string) (Schedule, error) {
	var s Schedule
	var errs []error
	for i, line := range strings.Split(text, "\n") {
		line = strings.TrimSuffix(line, "\r")
		if content, _, _ := strings.Cut(line, "#"); strings.TrimSpace(content) == "" {
			continue
		}
		e, err := ParseEntry(line)
		var wrong *Error
		if errors.As(err, &wrong) {
			wrong.File, wrong.Line = file, i+1
			errs = append(errs, wrong)
			continue
		}
		s = append(s, e)
	}
	return s, errors.Join(errs...)
}

// ParseEntry parses one line of a schedule. The error is of type *Error.
func ParseEntry(line string) (Entry, error) {
	p := &parser{line: line}
	p.split()
	e := p.entry()
	if p.err != nil {
		return Entry{}, p.err
	}
	return e, nil
}

// parser reads the words of one line from left to right. It keeps the first error.
type parser struct {
	line  string
	words []word
	given []string // words that may be given once and were given
	err   *Error
}

type word struct {
	text   string
	column int
}

// split finds the words of the line. A word that begins with # ends it.
func (p *parser) split() {
	column, begin, start := 0, -1, 0
	add := func(end int) {
		if begin >= 0 {
			p.words = append(p.words, word{p.line[begin:end], start})
			begin = -1
		}
	}
	for i, r := range p.line {
		column++
		switch {
		case r == '#':
			add(i)
			return
		case r == ' ' || r == '\t':
			add(i)
		case begin < 0:
			begin, start = i, column
		}
	}
	add(len(p.line))
}

// end is the column after the last word.
func (p *parser) end() int {
	if len(p.words) == 0 {
		return 1
	}
	last := p.words[len(p.words)-1]
	return last.column + utf8.RuneCountInString(last.text)
}

func (p *parser) wrong(column int, expected, format string, arguments ...any) {
	if p.err == nil {
		p.err = &Error{Column: column, Text: p.line, Problem: fmt.Sprintf(format, arguments...), Expected: expected}
	}
}

// once rejects a word, or a parameter with its equals sign, that is given twice.
func (p *parser) once(word string, column int) {
	if slices.Contains(p.given, word) {
		p.wrong(column, "each once", "%s is given twice", strings.TrimSuffix(word, "="))
	}
	p.given = append(p.given, word)
}

func (p *parser) entry() (e Entry) {
	if len(p.words) < 4 || p.words[0].text != "at" && p.words[0].text != "every" {
		p.wrong(1, example, `it is not "at TIME KIND TARGET"`)
		return e
	}
	rest := p.when(&e, p.words)
	if p.err != nil {
		return e
	}
	rest = p.modifiers(&e, rest)
	if p.err != nil {
		return e
	}
	p.action(&e, rest)
	if p.err != nil {
		return e
	}
	if err := e.Check(); err != nil {
		p.wrong(1, example, "%v", err)
	}
	return e
}

// when parses the time or the period.
func (p *parser) when(e *Entry, words []word) []word {
	d := p.duration("time", words[1], 0)
	if words[0].text == "at" {
		e.At = messages.Instant(d)
		return words[2:]
	}
	if e.Every = d; d < time.Millisecond {
		p.wrong(words[1].column, "a duration of at least 1ms", "period %q is too short", words[1].text)
	}
	e.At = messages.Instant(d)
	words = words[2:]
	for len(words) >= 2 && (words[0].text == "from" || words[0].text == "until") {
		p.once(words[0].text, words[0].column)
		at := messages.Instant(p.duration("time", words[1], 0))
		if words[0].text == "from" {
			e.At = at
		} else if e.Until = at; at == 0 {
			p.wrong(words[1].column, "a duration above zero", "invalid end %q", words[1].text)
		}
		words = words[2:]
	}
	if e.Until != 0 && e.Until < e.At {
		p.wrong(1, "an end that is not before the start", "it ends at %s, before it starts at %s", time.Duration(e.Until), time.Duration(e.At))
	}
	return words
}

// modifiers parses the duration and the probability.
func (p *parser) modifiers(e *Entry, words []word) []word {
	for len(words) > 0 && (words[0].text == "for" || words[0].text == "p") {
		if len(words) < 4 {
			p.wrong(words[0].column, example, "%q is not a positive duration or probability before a kind and a target", words[0].text)
			return nil
		}
		p.once(words[0].text, words[0].column)
		if words[0].text == "for" {
			e.Fault.Duration = p.duration("\"for\"", words[1], 1)
		} else {
			e.Probability = p.probability(words[1])
		}
		words = words[2:]
	}
	return words
}

// action parses kind, parameters and target.
func (p *parser) action(e *Entry, words []word) {
	if len(words) == 0 {
		p.wrong(p.end(), "one of "+kindNames(), "it has no kind")
		return
	}
	k := kindOf(words[0].text)
	if k == nil {
		text, expected := unknownKind(words[0].text)
		p.wrong(words[0].column, expected, "%s", text)
		return
	}
	e.Verb, e.Mode = k.Verb, messages.ModeRampHold
	target := word{column: p.end()}
	for _, w := range words[1:] {
		switch {
		case strings.Contains(w.text, "="):
			p.parameter(e, k, w)
		case target.text == "":
			target = w
		default:
			p.wrong(w.column, "name=value, or nothing: each fault is an entry of its own", "%q is not a parameter such as delay=40ms", w.text)
		}
	}
	e.aim(target.text)
	if k.Verb == Inject {
		e.Fault.Kind = actors.FaultKind(k.Name)
	} else if e.Fault.Duration != 0 {
		p.wrong(words[0].column, "no \"for\"", "%s takes neither a duration nor a delay", k.Name)
	}
	if err := k.checkTarget(target.text); err != nil {
		p.wrong(target.column, "a name of the application", "%v", err)
	}
	for i := range k.Parameters {
		if q := &k.Parameters[i]; q.Required && q.Number(&e.Fault) == 0 && e.Class == "" {
			p.wrong(p.end(), k.Takes(), "%s lacks its %s", k.Name, q.Name)
		}
	}
}

// parameter parses name=value.
func (p *parser) parameter(e *Entry, k *Kind, w word) {
	name, value, _ := strings.Cut(w.text, "=")
	at := word{value, w.column + utf8.RuneCountInString(name) + 1}
	for i := range k.Parameters {
		known := &k.Parameters[i]
		if name == known.Name || name == "ms" && known.Field == actors.FieldDelay {
			p.once(known.Name+"=", w.column)
		}
		switch {
		case name == known.Name && k.Verb == Stop:
			mode, err := messages.ParseMode(value)
			if err != nil {
				p.wrong(at.column, "one of "+known.Range(), "unknown mode %q", value)
			}
			e.Mode = mode
			return
		case name == known.Name && k.reports():
			if e.Class = value; !slices.Contains(known.Choices, value) {
				p.wrong(at.column, "one of "+known.Range(), "unknown fault %q", value)
			}
			return
		case name == known.Name:
			e.Fault.Kind = actors.FaultKind(k.Name)
			if err := known.Parse(&e.Fault, value); err != nil {
				p.wrong(at.column, known.Range(), "%v", err)
			}
			return
		case name == "ms" && known.Field == actors.FieldDelay:
			e.Fault.Delay = p.milliseconds(at)
			return
		}
	}
	p.wrong(w.column, k.Takes(), "%s has no parameter %q", k.Name, name)
}

// duration parses a duration of at least the given number of nanoseconds.
func (p *parser) duration(what string, w word, least time.Duration) time.Duration {
	d, err := time.ParseDuration(w.text)
	if err != nil || d < least {
		if least > 0 {
			p.wrong(w.column, "a duration above zero, such as 273ms", "%s %q is not a positive duration", what, w.text)
		} else {
			p.wrong(w.column, "a duration, such as 2.8s", "%s %q is not a duration of zero or more", what, w.text)
		}
		return least
	}
	return d
}

func (p *parser) milliseconds(w word) time.Duration {
	x, err := strconv.ParseFloat(w.text, 64)
	d := math.Round(x * float64(time.Millisecond))
	if err != nil || !(d >= 1 && d < math.MaxInt64) {
		p.wrong(w.column, "a number above zero, such as 40", "%q is not a positive number of milliseconds", w.text)
		return 1
	}
	return time.Duration(d)
}

func (p *parser) probability(w word) float64 {
	x, err := strconv.ParseFloat(w.text, 64)
	if err != nil || !(x > 0 && x <= 1) {
		p.wrong(w.column, "a number in (0, 1], such as 0.2", "%q is not a probability", w.text)
		return 1
	}
	return x
}
