package session

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"time"

	"go.uber.org/zap"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/record"
	"github.com/robo-actors/robo-actors/actors/view"
	"github.com/robo-actors/robo-actors/actors/view/page"
	"github.com/robo-actors/robo-actors/internal/control"
)

// verbWithin bounds the time in which a verb of a viewer is carried out.
const verbWithin = 4 * time.Second

// viewOptions returns how the session is viewed, nil if it is not: as the program asks for, or in
// real time as the section view of the file does. The file fills in what the program leaves out.
func (s *Session) viewOptions() *view.Options {
	file := &s.Config.View
	asked := s.options.view
	if asked == nil && (!file.Enabled || s.Config.Virtual || s.options.unviewed) {
		return nil
	}
	o := view.Options{Address: file.Address, Control: file.Control, Hosts: file.Hosts, Origins: file.Origins, Certificate: s.besideFile(file.Certificate), Key: s.besideFile(file.Key)}
	if asked != nil {
		o.Opened, o.Profiles = asked.Opened, asked.Profiles
		o.Address, o.Control, o.Token = cmp.Or(asked.Address, o.Address), asked.Control || o.Control, asked.Token
		o.Certificate, o.Key = cmp.Or(asked.Certificate, o.Certificate), cmp.Or(asked.Key, o.Key)
		o.Hosts, o.Origins = append(o.Hosts, asked.Hosts...), append(o.Origins, asked.Origins...)
	}
	o.Warn = s.warn
	if o.Opened == nil {
		o.Opened = s.options.opened
	}
	if o.Opened == nil {
		o.Opened = func(urls []string) {
			for _, u := range urls {
				address, _, _ := strings.Cut(u, "#") // no log has the token; Session.ViewURLs does
				s.options.log.Info("the run can be viewed", zap.String("address", address))
			}
		}
	}
	return &o
}

// besideFile returns a path that the application file gives relative to its folder.
func (s *Session) besideFile(path string) string {
	if path == "" || filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(filepath.Dir(s.source), path)
}

// recorders returns what records the session: the recording with its topics for viewers, and the
// hub of the view.
func (s *Session) recorders() (actors.Recorder, error) {
	var all []actors.Recorder
	if s.sink != nil {
		drawn, err := s.newDrawnRecorder()
		if err != nil {
			return nil, err
		}
		all = append(all, s.sink, drawn)
	}
	if s.viewed = s.viewOptions(); s.viewed != nil {
		s.hub = view.NewHub(s.Config.Virtual && s.options.lockStep == nil)
		all = append(all, s.hub)
	}
	return join(all...), nil
}

// openView serves the session, if anybody asked for it.
func (s *Session) openView() error {
	if s.viewed == nil {
		return nil
	}
	root, err := os.OpenRoot(filepath.Dir(s.source))
	if err != nil {
		return err
	}
	live, err := view.Start(s.hub, s.subject(), *s.viewed, page.Files(), root.FS())
	if err != nil {
		return errors.Join(err, root.Close())
	}
	s.meshes = root
	s.live.Store(live)
	return nil
}

// closeView ends the view.
func (s *Session) closeView() error {
	live := s.live.Load()
	if live == nil {
		return nil
	}
	return errors.Join(live.Close(), s.meshes.Close())
}

// PlayRecording serves a recording to viewers. The registry has the kinds of the recorded
// application; without them viewers see only what the recording has. The caller closes it.
func PlayRecording(r *record.Reader, registry *actors.Registry, o view.Options) (*view.Recording, error) {
	config, why := recordedApplication(r, registry)
	if why != nil {
		config = nil
	}
	return view.Play(r, config, why, o, page.Files())
}

// ViewURLs returns the addresses of the view of a session that runs, none without a view. Those
// with a token give the right to operate.
func (s *Session) ViewURLs() []string {
	if live := s.live.Load(); live != nil {
		return live.URLs()
	}
	return nil
}

// subject returns what a view shows and operates.
func (s *Session) subject() view.Subject {
	subject := view.Subject{Config: s.parts.Config, System: s.System, Worlds: s.worldNames, Stops: s.Stops, Verbs: map[string]view.Verb{}}
	if s.System.Virtual() {
		return subject
	}
	subject.Gate = s.Gate
	for name, h := range s.verbs() {
		subject.Verbs[name] = view.Verb{Reads: !h.Expires && !h.Urgent, Expires: h.Expires, Call: called(h)}
	}
	if len(s.TaskControllers())+len(s.otherTaskControllers()) > 0 {
		subject.Parameters = (*taskParameters)(s)
	}
	return subject
}

// called returns a verb of the control socket as viewers call it.
func called(h control.Handler) func(context.Context, json.RawMessage) (any, error) {
	return func(ctx context.Context, arguments json.RawMessage) (any, error) {
		if len(arguments) == 0 {
			arguments = json.RawMessage("{}")
		}
		ctx, cancel := context.WithTimeout(ctx, verbWithin)
		defer cancel()
		return h.Answer(ctx, arguments)
	}
}
