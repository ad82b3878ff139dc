package session

import (
	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/worlds/app"
)

// Twin clones the running application into a twin in virtual time, which predicts what would happen
// from now on: Advance lets the twin run as fast as the machine allows, and Stop ends it. The twin
// has its own simulated drives and records nothing, except with WithRecorder or WithEvents among
// the options. It does not follow the schedule of the session.
//
// An *actors.TwinError names every actor that cannot be cloned, and drives that are not simulated,
// which are never cloned; see [Session.TwinWith]. Any goroutine calls Twin for a session in real
// time; in virtual time the one that advances the session's System does, between two calls of
// Advance. See [actors.System.Twin].
func (s *Session) Twin(options ...actors.Option) (*actors.System, error) {
	return app.Twin(s.parts.Config(), s.System, options...)
}

// TwinWith is Twin with the given drives in the place of real ones: stand-ins, which begin where
// the real drives were measured last, or, with a permission, the real drives themselves.
func (s *Session) TwinWith(drives app.TwinDrives, options ...actors.Option) (*actors.System, error) {
	return app.TwinOf(s.parts.Config(), s.System, drives, options...)
}
