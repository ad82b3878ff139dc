package session

import (
	"bufio"
	"errors"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"

	"github.com/robo-actors/robo-actors/actors/record"
	"github.com/robo-actors/robo-actors/actors/session/report"
	"github.com/robo-actors/robo-actors/actors/session/report/page"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/app"
)

// openPage creates the file of the page before the run starts. An existing one keeps its content
// until the run is over. It returns nil if no page is wanted.
func (s *Session) openPage() (*os.File, error) {
	if s.options.page == "" {
		return nil, nil
	}
	file, err := os.OpenFile(s.options.page, os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return nil, fmt.Errorf("the report cannot be written: %w", err)
	}
	return file, nil
}

// closePage closes the file of a page that is not written.
func closePage(file *os.File) error {
	if file == nil {
		return nil
	}
	return file.Close()
}

// writePage writes and closes the page.
func (s *Session) writePage(file *os.File, r *report.Report) error {
	if file == nil {
		return nil
	}
	r.Page = s.options.page
	s.curves.mu.Lock()
	defer s.curves.mu.Unlock()
	to := bufio.NewWriter(file)
	err := file.Truncate(0)
	if err == nil {
		err = page.Write(to, s.page(r))
	}
	if err = errors.Join(err, to.Flush(), file.Close()); err != nil {
		return fmt.Errorf("the report %s is incomplete: %w", r.Page, err)
	}
	return nil
}

// page returns what the page of the run shows. The caller holds the lock of the curves.
func (s *Session) page(r *report.Report) *page.Run {
	p := &page.Run{Report: r, File: s.source, Command: s.options.command, Lanes: s.curves.lanes.All(messages.Instant(r.Duration))}
	for _, e := range record.RunEntries(r.Seed) {
		if e.Key == "version" {
			p.Version = e.Value
		}
	}
	s.observer.mu.Lock()
	position, angle := s.observer.tracking.Curves()
	s.observer.mu.Unlock()
	if of := s.followed(); len(r.Tracking) > 0 {
		if of != report.FollowedOrientation {
			p.Charts = append(p.Charts, page.Chart{Title: "Position error of the gripper", Unit: "mm", Curves: []page.Curve{{Name: "distance", Series: position, Scale: 1e3}}})
		}
		if of != report.FollowedPosition {
			p.Charts = append(p.Charts, page.Chart{Title: "Orientation error of the gripper", Unit: "deg", Curves: []page.Curve{{Name: "angle", Series: angle, Scale: 180 / math.Pi}}})
		}
	}
	p.Charts = append(p.Charts, s.curves.charts...)
	p.Charts = append(p.Charts, s.curves.late, s.curves.aged)
	for _, h := range r.Actors {
		_, name, _ := strings.Cut(h.Actor, "/")
		p.Actors = append(p.Actors, page.Actor{Path: h.Actor, World: h.World, Name: name, Kind: s.kindOf(h.Actor), Period: h.Period})
	}
	slices.SortStableFunc(p.Actors, gateLast)
	for _, l := range s.System.Links() {
		p.Links = append(p.Links, page.Link{From: l.From, To: l.To, MaxAge: l.MaxAge})
	}
	return p
}

// kindOf returns the kind of an actor of the application file, or nothing.
func (s *Session) kindOf(actor string) string {
	c := s.parts.Config()
	if p := c.PlantAt(actor); p != nil {
		return p.Kind.Name
	}
	for i := range c.Worlds {
		for k := range c.Worlds[i].Actors {
			if a := &c.Worlds[i].Actors[k]; a.Path == actor {
				return a.Kind.Name
			}
		}
		for k := range c.Worlds[i].Drives {
			if d := &c.Worlds[i].Drives[k]; d.Path == actor {
				return d.Kind.Name
			}
		}
	}
	return ""
}

// gateLast orders the actors of a world as data flow: from its drives to its gate.
func gateLast(a, b page.Actor) int {
	last := func(x page.Actor) int {
		if x.Name == app.GateActor {
			return 1
		}
		return 0
	}
	return last(a) - last(b)
}
