package actors

import "fmt"

// wired says that an input needs a link and has none; nil where that is not so.
func (in *inlet) wired() error {
	if in.link != nil || in.optional {
		return nil
	}
	e := &LinkError{To: in.path, Carries: in.typ.String(), Why: in.required}
	if in.required != "" {
		e.Err = fmt.Errorf("input %s (%s) has no link, and needs one: %s; link an output to it", in.path, in.typ, in.required)
	} else {
		e.Err = fmt.Errorf("input %s (%s) has no link; link an output to it, or declare it `optional:\"true\"`", in.path, in.typ)
	}
	return e
}
