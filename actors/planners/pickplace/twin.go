package pickplace

import "github.com/robo-actors/robo-actors/actors"

// SaveState implements actors.StateSaver: it saves how far the work has come.
func (a *Actor) SaveState(w *actors.StateWriter) error { return w.Save(a.variables()...) }

// LoadState implements actors.StateSaver.
func (a *Actor) LoadState(r *actors.StateReader) error { return r.Load(a.variables()...) }

func (a *Actor) variables() []any {
	return []any{&a.sequence, &a.work, &a.state, &a.motion, &a.resume, &a.since, &a.watched}
}
