package view

import "github.com/robo-actors/robo-actors/actors/view/metrics"

// monitor serves programs that monitor the application: /metrics and /healthz, and profiles where
// the options ask for them.
func (l *Live) monitor() {
	subject := metrics.Subject{
		System: l.subject.System, Worlds: l.subject.Worlds, Gate: l.gate, Events: l.hub.counts,
		Viewers: func() metrics.Viewers {
			s := l.fox.Stats()
			v := metrics.Viewers{
				Now: len(s.Clients), Connected: s.Connected, Refused: s.Refused + l.server.listener.refused.Load(), Slow: s.Slow, Dropped: s.Dropped,
			}
			for _, c := range s.Clients {
				v.Waiting += c.Waiting
			}
			return v
		},
	}
	l.server.more["/metrics"] = metrics.Handler(subject)
	l.server.more["/healthz"] = metrics.Healthz(subject)
}

// Viewers returns the counts of the viewers of now and since the start.
func (l *Live) Viewers() Viewers {
	s := l.fox.Stats()
	return Viewers{Count: len(s.Clients), Connected: s.Connected, Dropped: s.Dropped, Refused: s.Refused + l.server.listener.refused.Load(), Slow: s.Slow}
}
