package typed

import (
	"context"
	"iter"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
)

// Output is the address of an actor's output that carries values of type T.
type Output[T any] struct{ path string }

// OutputAt returns the output "world/actor.port". The caller ensures that it exists and carries T.
func OutputAt[T any](path string) Output[T] { return Output[T]{path} }

// Path returns the address as files and the command have it, "world/actor.port".
func (o Output[T]) Path() string { return o.path }

// String returns the path.
func (o Output[T]) String() string { return o.path }

// Watch yields the newest values of the output while the system runs; see actors.Watch. A system
// without that output, or with another type of values, gives an error: the code was made from
// another file.
func (o Output[T]) Watch(ctx context.Context, s *actors.System) (iter.Seq2[messages.Stamp, T], error) {
	return actors.Watch[T](ctx, s, o.path)
}

// Tap calls fn with every value of the output, on the sender's thread; see actors.Tap. It returns
// the errors of Watch.
func (o Output[T]) Tap(s *actors.System, fn func(messages.Stamp, *T)) (remove func(), err error) {
	return actors.Tap(s, o.path, fn)
}
