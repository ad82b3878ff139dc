package collada

import (
	"errors"
	"maps"
	"slices"
	"strings"

	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/internal/strictxml"
	"github.com/robo-actors/robo-actors/worlds/source"
)

// linear is a sum of multiples of joints, by their sids, and a constant.
type linear struct {
	factors  map[string]float64
	constant float64
}

func (l linear) plus(other linear, scale float64) linear {
	out := linear{factors: map[string]float64{}, constant: l.constant + scale*other.constant}
	for sid, v := range l.factors {
		out.factors[sid] += v
	}
	for sid, v := range other.factors {
		out.factors[sid] += scale * v
	}
	return out
}

var errNotLinear = errors.New("the formula is not linear; expected sums of joints times numbers")

// formulas reads the formulas of the model: a joint that follows another one.
func (b *builder) formulas() {
	forms := map[string]linear{}
	places := map[string]*strictxml.Element{}
	for e := range b.s.model.Child("technique_common").All("formula") {
		sid := lastSID(strings.TrimSuffix(target(e), "/axis0"))
		j := b.joints[sid]
		if j == nil {
			b.fail(e, "the target of the formula is no joint of the model", "<target><param>model/joint", "")
			continue
		}
		form, err := b.evaluate(position(e), 0)
		if err != nil {
			b.fail(e, err.Error(), "for example <apply><plus/>", "")
			continue
		}
		forms[sid], places[sid] = form, e
	}
	sids := make([]string, 0, len(forms))
	for sid := range forms {
		sids = append(sids, sid)
	}
	slices.Sort(sids)
	r := &resolver{forms: forms, done: map[string]linear{}, active: map[string]bool{}}
	for _, sid := range sids {
		form, err := r.resolve(sid)
		switch {
		case err != nil:
			b.fail(places[sid], err.Error(), "a joint that follows one independent joint", "")
		case len(form.factors) != 1:
			b.fail(places[sid], "the formula leads to no single independent joint", "a joint that follows one independent joint", "")
		default:
			for _, leader := range slices.Sorted(maps.Keys(form.factors)) { // the only one
				factor := form.factors[leader]
				offset := form.constant * b.unit(b.joints[sid])
				b.joints[sid].mimic = &worlds.Mimic{Joint: b.joints[leader].name, Multiplier: factor * b.unit(b.joints[sid]) / b.unit(b.joints[leader]), Offset: offset}
			}
		}
	}
}

// target returns the address of the joint that a formula is about.
func target(e *strictxml.Element) string {
	if param := e.Child("target").Child("param"); param != nil {
		return param.Text().Text
	}
	return ""
}

// position returns the expression of the position: that of OpenRAVE's technique, or the common one.
func position(e *strictxml.Element) *strictxml.Element {
	for technique := range e.All("technique") {
		if technique.Attr("profile") != "OpenRAVE" {
			continue
		}
		for equation := range technique.All("equation") {
			if equation.Attr("type") == "position" {
				return expression(equation.Child("math"))
			}
		}
	}
	return expression(e.Child("technique_common").Child("math"))
}

func expression(math *strictxml.Element) *strictxml.Element {
	if math == nil || len(math.Children) != 1 {
		return nil
	}
	return math.Children[0]
}

// mostNested is the depth of an expression.
const mostNested = 32

// evaluate returns the linear form of an expression of MathML: apply with plus, minus, times and
// divide, cn, ci and csymbol.
func (b *builder) evaluate(e *strictxml.Element, depth int) (linear, error) {
	switch {
	case e == nil:
		return linear{}, errors.New("the formula has no expression of the position")
	case depth > mostNested:
		return linear{}, errors.New("the formula is nested too deep")
	}
	switch e.Name {
	case "cn":
		v, ok := b.r.parse(e.Text())
		if !ok {
			return linear{}, errNotLinear
		}
		return linear{constant: v}, nil
	case "ci", "csymbol":
		sid := lastSID(strings.TrimSuffix(e.Text().Text, "/axis0"))
		if b.joints[sid] == nil {
			return linear{}, errors.New("the formula names " + source.Quote(source.Clip(sid, 60)) + ", which is no joint of the model")
		}
		return linear{factors: map[string]float64{sid: 1}}, nil
	case "apply":
		return b.apply(e, depth)
	}
	return linear{}, errNotLinear
}

// apply returns the linear form of an operator and its operands.
func (b *builder) apply(e *strictxml.Element, depth int) (linear, error) {
	if len(e.Children) < 2 || len(e.Children) > 64 {
		return linear{}, errNotLinear
	}
	operator := e.Children[0].Name
	out, err := b.evaluate(e.Children[1], depth+1)
	if err == nil && operator == "minus" && len(e.Children) == 2 {
		return linear{}.plus(out, -1), nil
	}
	for _, operand := range e.Children[2:] {
		if err != nil {
			break
		}
		var next linear
		if next, err = b.evaluate(operand, depth+1); err != nil {
			break
		}
		constant := len(next.factors) == 0
		switch {
		case operator == "plus":
			out = out.plus(next, 1)
		case operator == "minus" && len(e.Children) == 3:
			out = out.plus(next, -1)
		case operator == "times" && constant:
			out = linear{}.plus(out, next.constant)
		case operator == "times" && len(out.factors) == 0:
			out = linear{}.plus(next, out.constant)
		case operator == "divide" && constant && next.constant != 0:
			out = linear{}.plus(out, 1/next.constant)
		default:
			err = errNotLinear
		}
	}
	return out, err
}

// resolver replaces joints that follow others by what they follow.
type resolver struct {
	forms  map[string]linear
	done   map[string]linear
	active map[string]bool
}

func (r *resolver) resolve(sid string) (linear, error) {
	if out, found := r.done[sid]; found {
		return out, nil
	}
	if r.active[sid] {
		return linear{}, errors.New("the formulas of joints form a cycle")
	}
	r.active[sid] = true
	form := r.forms[sid]
	out := linear{factors: map[string]float64{}, constant: form.constant}
	for _, name := range slices.Sorted(maps.Keys(form.factors)) {
		factor := form.factors[name]
		if _, follows := r.forms[name]; !follows {
			out.factors[name] += factor
			continue
		}
		via, err := r.resolve(name)
		if err != nil {
			return linear{}, err
		}
		out = out.plus(via, factor)
	}
	r.active[sid], r.done[sid] = false, out
	return out, nil
}
