package session

import (
	"strings"

	"github.com/robo-actors/robo-actors/actors/session/report"
	"github.com/robo-actors/robo-actors/worlds/app"
)

// bodyFollower is a kind of actor that may follow only a part of a body's reference. Other kinds
// follow all of it.
type bodyFollower interface {
	FollowsBody() (position, orientation bool)
}

// followed returns the part of the reference that its receivers follow. Deviations in the rest are
// not errors.
func (s *Session) followed() report.Followed {
	position, orientation, received := false, false, false
	for _, l := range s.System.Links() {
		if l.From != s.observer.referred {
			continue
		}
		received = true
		p, o := true, true
		if f, partly := instanceOf(s.parts.Config(), l.To).(bodyFollower); partly {
			p, o = f.FollowsBody()
		}
		position, orientation = position || p, orientation || o
	}
	if !received {
		return report.FollowedPose
	}
	return report.FollowedBy(position, orientation)
}

// instanceOf returns the options of the actor with a port, or nil.
func instanceOf(c *app.Config, port string) any {
	for i := range c.Worlds {
		for k := range c.Worlds[i].Actors {
			if p := &c.Worlds[i].Actors[k]; strings.HasPrefix(port, p.Path+".") {
				return p.Instance
			}
		}
	}
	return nil
}
