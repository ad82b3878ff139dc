package actortest

import "github.com/robo-actors/robo-actors/actors"

// misuse takes the report of a borrowed value that an actor misuses. The first one counts: others
// may follow from it.
func (l *Lab) misuse(err *actors.PortError) {
	if l.misused == nil {
		l.misused = err
	}
}

// takeMisuse returns the misuse that has been reported since the last call.
func (l *Lab) takeMisuse() *Broken {
	if l.misused == nil {
		return nil
	}
	b := &Broken{Check: "actors use the values of their ports within a tick", Err: l.misused}
	l.misused = nil
	return b
}
