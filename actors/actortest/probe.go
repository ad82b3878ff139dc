package actortest

import (
	"reflect"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
)

// Sample is a value that an output sent.
type Sample[T any] struct {
	Stamp messages.Stamp
	Value T
}

// Prober collects what an output sends.
type Prober[T any] struct{ samples []Sample[T] }

// Probe collects every value that an output sends from now on. The output is written
// "world/actor.port".
func Probe[T any](l *Lab, output string) *Prober[T] {
	l.t.Helper()
	p := &Prober[T]{}
	tap := func(sys *actors.System) error {
		_, err := actors.Tap(sys, output, func(stamp messages.Stamp, v *T) {
			s := Sample[T]{Stamp: stamp}
			copyValue(reflect.ValueOf(&s.Value).Elem(), reflect.ValueOf(v).Elem())
			p.samples = append(p.samples, s)
		})
		return err
	}
	if l.sys == nil {
		l.starts = append(l.starts, tap)
	} else if err := tap(l.sys); err != nil {
		l.t.Fatalf("%v", err)
	}
	return p
}

// Samples returns the collected values in order. They belong to the caller.
func (p *Prober[T]) Samples() []Sample[T] { return p.samples }

// Len returns the number of collected values.
func (p *Prober[T]) Len() int { return len(p.samples) }

// Last returns the newest value, or false before the first.
func (p *Prober[T]) Last() (Sample[T], bool) {
	if len(p.samples) == 0 {
		return Sample[T]{}, false
	}
	return p.samples[len(p.samples)-1], true
}

// Since returns the values sent at an instant or later.
func (p *Prober[T]) Since(from messages.Instant) []Sample[T] {
	for i := range p.samples {
		if p.samples[i].Stamp.Time >= from {
			return p.samples[i:]
		}
	}
	return nil
}

// Clear discards the collected values.
func (p *Prober[T]) Clear() { p.samples = nil }

// copyValue copies src into dst and reuses slices of dst that are long enough.
func copyValue(dst, src reflect.Value) {
	switch src.Kind() {
	case reflect.Slice:
		n := src.Len()
		if dst.Cap() < n || dst.IsNil() {
			dst.Set(reflect.MakeSlice(dst.Type(), n, n))
		}
		dst.SetLen(n)
		reflect.Copy(dst, src) // elements of port values are plain
	case reflect.Struct:
		if !holdsSlices(src.Type()) {
			dst.Set(src)
			return
		}
		for i := range src.NumField() {
			if src.Type().Field(i).IsExported() {
				copyValue(dst.Field(i), src.Field(i))
			}
		}
	default:
		dst.Set(src)
	}
}

func holdsSlices(t reflect.Type) bool {
	for i := range t.NumField() {
		switch f := t.Field(i).Type; f.Kind() {
		case reflect.Slice:
			return true
		case reflect.Struct:
			if holdsSlices(f) {
				return true
			}
		}
	}
	return false
}
