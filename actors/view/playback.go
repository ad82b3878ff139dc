package view

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"sync"
	"time"

	"github.com/robo-actors/robo-actors/actors/record"
	"github.com/robo-actors/robo-actors/actors/view/draw"
	"github.com/robo-actors/robo-actors/internal/foxglove"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/app"
)

// Recording serves a recording: viewers play, pause, seek, and choose the speed, for all of them at
// once. It begins at its first message, paused.
type Recording struct {
	tape   *tape
	fox    *foxglove.Server
	server *Server

	requests chan playRequest
	quit     chan struct{}
	wait     sync.WaitGroup

	mu    sync.Mutex // guards state, which clients read
	state foxglove.PlaybackState
}

// playRequest is a request of a client, and how it is answered.
type playRequest struct {
	request foxglove.PlaybackRequest
	answer  func(foxglove.PlaybackState)
	done    chan struct{} // closed once it was carried out
}

// errEnded is the answer to requests of a view that ends.
var errEnded = errors.New("the view ends")

// Play serves a recording. Config is its application, from which come the topics for viewers that
// the recording lacks; nil without it, and why says then why. Pages is the web page.
func Play(r *record.Reader, config *app.Config, why error, o Options, pages fs.FS) (*Recording, error) {
	info := r.Info()
	if info.Messages == 0 {
		return nil, errors.New("the recording has no messages; there is nothing to view")
	}
	p := &Recording{requests: make(chan playRequest), quit: make(chan struct{})}
	name := "recording"
	if config != nil {
		name = config.Name
	}
	var err error
	if p.server, err = newServer(o, pages, nil); err != nil {
		return nil, err
	}
	p.server.readonly = "it plays a recording"
	p.state = foxglove.PlaybackState{Status: foxglove.Paused, Time: uint64(info.First), Speed: 1}
	p.fox = foxglove.New(foxglove.Options{Name: name, SessionID: newToken(), About: p.server.about, Origins: []string{"*"},
		Playback: player{p, uint64(info.First), uint64(info.Last)}, Graph: config != nil, Limits: foxglove.Limits{QueueMessages: 1 << 14, QueueBytes: 32 << 20}})
	p.server.viewers = p.fox
	if p.tape, err = newTape(r, config, p.fox); err != nil {
		p.fox.Close()
		return nil, errors.Join(err, p.server.close())
	}
	if config == nil {
		p.fox.Status(foxglove.Warning, fmt.Sprintf("the view shows only what the recording has, because its application cannot be read: %s", quote(fmt.Sprint(why))), "application")
	}
	if config != nil && p.tape.tracks[draw.RobotsTopic] == nil {
		p.fox.Status(foxglove.Info, "the recording has no topics for viewers: they are made from its application, without meshes", "topics")
	}
	p.tape.seek(info.First)
	p.server.start()
	if o.Opened != nil {
		o.Opened(p.URLs())
	}
	p.wait.Add(1)
	go p.plays()
	return p, nil
}

// URLs returns the addresses to open.
func (p *Recording) URLs() []string { return p.server.URLs() }

// Close ends the view.
func (p *Recording) Close() error {
	close(p.quit)
	p.wait.Wait()
	p.tape.stop()
	p.fox.Close()
	return p.server.close()
}

// statesEvery is how often the position is reported while a recording plays.
const statesEvery = 200 * time.Millisecond

// plays advances the recording and carries out requests, until the view ends.
func (p *Recording) plays() {
	defer p.wait.Done()
	ticker := time.NewTicker(publishPeriod)
	defer ticker.Stop()
	at, reported := time.Now(), time.Now()
	for {
		select {
		case now := <-ticker.C:
			ended := p.advance(now.Sub(at))
			at = now
			if ended || p.read().Status == foxglove.Playing && now.Sub(reported) >= statesEvery {
				reported = now
				p.fox.PlaybackChanged(p.read())
			}
		case q := <-p.requests:
			p.carryOut(q.request, q.answer)
			close(q.done)
			at = time.Now()
		case <-p.quit:
			return
		}
	}
}

// read returns the present state.
func (p *Recording) read() foxglove.PlaybackState {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.state
}

// write changes the present state.
func (p *Recording) write(s foxglove.PlaybackState) {
	p.mu.Lock()
	defer p.mu.Unlock()
	s.DidSeek = false
	p.state = s
}

// advance plays for a time of the wall clock. It reports whether the end was reached.
func (p *Recording) advance(passed time.Duration) (ended bool) {
	s := p.read()
	if s.Status == foxglove.Playing {
		to := s.Time + uint64(float64(passed)*float64(s.Speed))
		if last := uint64(p.tape.last); to >= last {
			to, s.Status, ended = last, foxglove.Ended, true
		}
		s.Time = to
		p.tape.advance(messages.Instant(to))
		p.write(s)
	}
	p.tape.publish()
	return ended
}

// carryOut carries out a request. It answers with the new state before it publishes messages of the
// new place.
func (p *Recording) carryOut(q foxglove.PlaybackRequest, answer func(foxglove.PlaybackState)) {
	s := p.read()
	if q.Play && !q.Seek && s.Status == foxglove.Ended {
		q.Seek, q.SeekTime = true, uint64(p.tape.first)
	}
	if s.Speed = q.Speed; q.Play {
		s.Status = foxglove.Playing
	} else if s.Status != foxglove.Ended || q.Seek {
		s.Status = foxglove.Paused
	}
	if q.Seek {
		s.Time = min(max(q.SeekTime, uint64(p.tape.first)), uint64(p.tape.last))
		s.DidSeek = true
	}
	p.write(s)
	answer(s)
	if q.Seek {
		p.tape.seek(messages.Instant(s.Time))
	}
}

// player is the playback of a recording, as the protocol's server controls it.
type player struct {
	recording   *Recording
	first, last uint64
}

// Range implements foxglove.Playback.
func (p player) Range() (first, last uint64) { return p.first, p.last }

// State implements foxglove.Playback.
func (p player) State() foxglove.PlaybackState { return p.recording.read() }

// Control implements foxglove.Playback.
func (p player) Control(ctx context.Context, request foxglove.PlaybackRequest, answer func(foxglove.PlaybackState)) error {
	q := playRequest{request, answer, make(chan struct{})}
	select {
	case p.recording.requests <- q:
		<-q.done
		return nil
	case <-ctx.Done():
		return ctx.Err()
	case <-p.recording.quit:
		return errEnded
	}
}
