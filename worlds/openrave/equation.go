package openrave

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/robo-actors/robo-actors/worlds/source"
)

// linear is a sum of multiples of joints and a constant.
type linear struct {
	factors  map[string]float64 // by the names of joints
	constant float64
}

// errNotLinear is what an equation is refused with that is not linear.
var errNotLinear = errors.New("the equation is not linear; expected sums of joints times numbers")

// parseLinear reads an equation: numbers, names of joints, + - * / and brackets.
func parseLinear(text string) (linear, error) {
	if len(text) > mostEquation {
		return linear{}, fmt.Errorf("the equation has %d bytes, at most %d are read", len(text), mostEquation)
	}
	p := &equation{rest: text}
	out, err := p.sum(0)
	if err == nil && p.peek() != 0 {
		err = fmt.Errorf("unexpected %s in the equation", source.Quote(source.Clip(p.rest, 20)))
	}
	return out, err
}

// mostEquation is the length of an equation, bytes.
const mostEquation = 1000

// equation reads from the front of rest.
type equation struct{ rest string }

// peek returns the next byte that is not blank, 0 at the end.
func (p *equation) peek() byte {
	p.rest = strings.TrimLeft(p.rest, " \t\r\n")
	if p.rest == "" {
		return 0
	}
	return p.rest[0]
}

// mostNested is the number of brackets and signs within one another.
const mostNested = 32

func (p *equation) sum(depth int) (linear, error) {
	out, err := p.product(depth)
	for err == nil {
		sign := 1.0
		switch p.peek() {
		case '+':
		case '-':
			sign = -1
		default:
			return out, nil
		}
		p.rest = p.rest[1:]
		var next linear
		next, err = p.product(depth)
		out = out.plus(next, sign)
	}
	return out, err
}

func (p *equation) product(depth int) (linear, error) {
	out, err := p.factor(depth)
	for err == nil {
		operator := p.peek()
		if operator != '*' && operator != '/' {
			return out, nil
		}
		p.rest = p.rest[1:]
		var next linear
		if next, err = p.factor(depth); err != nil {
			break
		}
		switch {
		case operator == '/' && len(next.factors) == 0 && next.constant != 0:
			out = linear{}.plus(out, 1/next.constant)
		case operator == '/':
			err = errNotLinear
		case len(next.factors) == 0:
			out = linear{}.plus(out, next.constant)
		case len(out.factors) == 0:
			out = linear{}.plus(next, out.constant)
		default:
			err = errNotLinear
		}
	}
	return out, err
}

func (p *equation) factor(depth int) (linear, error) {
	if depth > mostNested {
		return linear{}, fmt.Errorf("the equation is nested more than %d deep", mostNested)
	}
	switch c := p.peek(); {
	case c == '-' || c == '+':
		p.rest = p.rest[1:]
		out, err := p.factor(depth + 1)
		if c == '-' {
			out = linear{}.plus(out, -1)
		}
		return out, err
	case c == '(':
		p.rest = p.rest[1:]
		out, err := p.sum(depth + 1)
		if err == nil && p.peek() != ')' {
			err = errors.New("a bracket of the equation is not closed")
		}
		if err == nil {
			p.rest = p.rest[1:]
		}
		return out, err
	case c >= '0' && c <= '9' || c == '.':
		n := 1
		for n < len(p.rest) && (p.rest[n] >= '0' && p.rest[n] <= '9' || p.rest[n] == '.' || p.rest[n]|32 == 'e' ||
			(p.rest[n] == '-' || p.rest[n] == '+') && p.rest[n-1]|32 == 'e') {
			n++
		}
		v, err := strconv.ParseFloat(p.rest[:n], 64)
		if err != nil || math.IsInf(v, 0) {
			return linear{}, fmt.Errorf("%s is not a number", source.Quote(source.Clip(p.rest[:n], 20)))
		}
		p.rest = p.rest[n:]
		return linear{constant: v}, nil
	}
	n := 0
	for n < len(p.rest) && (p.rest[n] >= 'a' && p.rest[n] <= 'z' || p.rest[n] >= 'A' && p.rest[n] <= 'Z' || p.rest[n] >= '0' && p.rest[n] <= '9' || p.rest[n] == '_') {
		n++
	}
	if n == 0 {
		return linear{}, fmt.Errorf("the equation has %s where a joint or a number is expected", source.Quote(source.Clip(p.rest, 20)))
	}
	name := p.rest[:n]
	p.rest = p.rest[n:]
	if p.peek() == '(' {
		return linear{}, errNotLinear // a function
	}
	return linear{factors: map[string]float64{name: 1}}, nil
}

// plus returns l + scale other.
func (l linear) plus(other linear, scale float64) linear {
	out := linear{factors: map[string]float64{}, constant: l.constant + scale*other.constant}
	for name, v := range l.factors {
		out.factors[name] += v
	}
	for name, v := range other.factors {
		out.factors[name] += scale * v
	}
	return out
}
