package usercode

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
)

// The bounds of an error: how many errors it wraps, one within the other and in all, and the bytes
// of its text.
const (
	maxDepth = 100
	maxNodes = 1000
	maxText  = 1 << 16
)

// Readable returns an error with the text of err, for which errors.Is and errors.As find err and
// what err wraps. Its methods call no code of users: Readable calls Error and Unwrap of err, once.
// Errors of the standard library that wrap no others are returned as they are. If methods of err,
// or of an error that it wraps, panic, the result says so; the usual reason is a nil pointer in an
// error value, which is not nil. Methods Is and As of users are not called: an error that stands
// for another one wraps it.
func Readable(err error) (readable error) {
	if err == nil {
		return nil
	}
	r := reader{left: maxNodes, at: err}
	defer func() {
		if p := recover(); p == nil {
			return
		} else if v := reflect.ValueOf(r.at); v.Kind() == reflect.Pointer && v.IsNil() {
			readable = fmt.Errorf("a nil %T was returned as an error, which is not nil: return nil itself for no error", r.at)
		} else {
			readable = fmt.Errorf("the methods of an error of type %T panic: %s", r.at, text(p))
		}
	}()
	readable, _ = r.read(err, maxDepth)
	if r.endless {
		return fmt.Errorf("%w (an error of type %T wraps itself, or more than %d others)", readable, err, maxDepth)
	}
	return readable
}

// reader reads an error and what it wraps.
type reader struct {
	left    int   // errors that it still reads
	at      error // whose methods it calls
	endless bool  // it has met a bound
}

// read returns the readable form of err, and whether it is another error than err.
func (r *reader) read(err error, depth int) (readable error, changed bool) {
	switch err.(type) {
	case nil:
		return nil, false
	case *record, *recordOne, *recordMany:
		return err, false
	}
	if r.left--; r.left < 0 || depth == 0 {
		r.endless = true
		return nil, true
	}
	r.at = err
	var wraps []error
	many := false
	switch e := err.(type) {
	case interface{ Unwrap() error }:
		inner, other := r.read(e.Unwrap(), depth-1)
		wraps, changed = append(wraps, inner), other
	case interface{ Unwrap() []error }:
		many = true
		for _, inner := range e.Unwrap() {
			one, other := r.read(inner, depth-1)
			wraps, changed = append(wraps, one), changed || other
			if r.endless {
				break
			}
		}
	}
	r.at = err
	if trusted(err) && changed && !r.endless {
		if rebuilt := rebuild(err, wraps); rebuilt != nil {
			return rebuilt, true
		}
	}
	said := limited(err.Error())
	if trusted(err) && !changed {
		return err, false
	}
	return newRecord(err, said, slices.DeleteFunc(wraps, func(e error) bool { return e == nil }), many), true
}

// trusted reports whether the methods of err call no code beside that of the errors that it wraps.
func trusted(err error) bool {
	t := reflect.TypeOf(err)
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return trustedPackages[t.PkgPath()]
}

const module = "github.com/robo-actors/robo-actors/"

var trustedPackages = map[string]bool{
	"errors": true, "fmt": true, "context": true, "io": true, "io/fs": true, "os": true, "syscall": true, "net": true,
	"internal/poll": true, "time": true, "strconv": true, "runtime": true, module + "messages": true, module + "hardware": true,
}

// rebuild returns a trusted error with readable errors in it; nil where that cannot be done.
func rebuild(err error, wraps []error) error {
	if reflect.TypeOf(err) == joinedType {
		return errors.Join(wraps...)
	}
	v := reflect.ValueOf(err)
	if v.Kind() != reflect.Pointer || v.IsNil() || v.Elem().Kind() != reflect.Struct || len(wraps) != 1 || wraps[0] == nil {
		return nil
	}
	copied := reflect.New(v.Type().Elem())
	copied.Elem().Set(v.Elem())
	field := copied.Elem().FieldByName("Err")
	if !field.IsValid() || !field.CanSet() || field.Type() != errorType {
		return nil
	}
	field.Set(reflect.ValueOf(wraps[0]))
	rebuilt, _ := copied.Interface().(error)
	return rebuilt
}

var (
	joinedType = reflect.TypeOf(errors.Join(errors.New("")))
	errorType  = reflect.TypeFor[error]()
)

// record is what an error of a user said.
type record struct {
	text   string
	origin error // for errors.Is and errors.As; its methods are not called
}

// recordOne and recordMany are records of errors that wrap others.
type (
	recordOne struct {
		record
		wraps error
	}
	recordMany struct {
		record
		wraps []error
	}
)

func newRecord(err error, text string, wraps []error, many bool) error {
	r := record{text: text, origin: err}
	switch {
	case many:
		return &recordMany{r, wraps}
	case len(wraps) == 1:
		return &recordOne{r, wraps[0]}
	}
	return &r
}

func (r *record) Error() string        { return r.text }
func (r *recordOne) Unwrap() error     { return r.wraps }
func (r *recordMany) Unwrap() []error  { return r.wraps }
func (r *record) Is(target error) bool { return same(r.origin, target) }
func (r *record) As(target any) bool   { return assign(r.origin, target) }

// same reports whether two errors are the same value.
func same(a, b error) bool {
	va, vb := reflect.ValueOf(a), reflect.ValueOf(b)
	return vb.IsValid() && va.Type() == vb.Type() && va.Comparable() && vb.Comparable() && a == b
}

// assign sets the variable to which target points to err, if its type allows.
func assign(err error, target any) bool {
	v := reflect.ValueOf(target).Elem()
	if !reflect.TypeOf(err).AssignableTo(v.Type()) {
		return false
	}
	v.Set(reflect.ValueOf(err))
	return true
}
