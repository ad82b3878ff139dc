// Command embed runs the mobile manipulator inside a program of its own, which answers over HTTP
// where the base is.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"log"
	"net"
	"net/http"
	"os"
	"os/signal"
	"sync/atomic"
	"time"

	"github.com/asynkron/protoactor-go/actor"
	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/kinds"
	"github.com/robo-actors/robo-actors/actors/protoactor"
	"github.com/robo-actors/robo-actors/actors/session"
	"github.com/robo-actors/robo-actors/actors/view"
	"github.com/robo-actors/robo-actors/messages"
)

func main() {
	file := flag.String("app", "examples/mobile_manipulator/app.yaml", "application file")
	port := flag.Int("port", 8080, "port of the loopback interface that answers /state; 0 takes a free one")
	length := flag.Duration("duration", 0, "end after this time; 0 runs until Ctrl-C")
	recording := flag.String("record", "", "path of a recording")
	viewed := flag.String("view", "", "address of the live view, such as 127.0.0.1:8765")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	listener, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", *port))
	if err != nil {
		log.Fatal(err)
	}
	log.Printf("http://%s/state", listener.Addr())
	var more []session.Option
	if *recording != "" {
		more = append(more, session.WithRecording(*recording))
	}
	if *viewed != "" {
		more = append(more, session.WithView(view.Options{Address: *viewed}))
	}
	if err := run(ctx, *file, *length, listener, more...); err != nil {
		log.Fatal(err)
	}
}

// run runs an application in real time and answers /state, until ctx ends or the time is over.
func run(ctx context.Context, file string, length time.Duration, listener net.Listener, more ...session.Option) error {
	registry, err := kinds.Standard()
	if err != nil {
		return err
	}
	host := actor.NewActorSystem() // of this program, with actors of its own
	with := []session.Option{
		session.WithDuration(length),
		session.WithControl(), // robo-actors list --live, top, stop, rearm and inject reach this program
		session.WithSystem(protoactor.WithActorSystem(host)),
	}
	s, err := session.New(registry, file, append(with, more...)...) // errors read file:line:column, with the line
	if err != nil {
		return err
	}
	defer s.Discard() // an error before Run leaves no empty recording behind
	base, err := actors.Watch[messages.VirtualState](ctx, s.System, "mobile_base/controller.state")
	if err != nil {
		return err
	}
	odometer, err := follow(host, s.System)
	if err != nil {
		return err
	}
	defer func() { log.Printf("the base has moved %.2f m", distance(host, odometer)) }()
	var newest atomic.Pointer[State]
	go func() {
		for stamp, s := range base {
			newest.Store(stateOf(stamp, s))
		}
	}()
	server := &http.Server{Handler: handler(&newest), ReadHeaderTimeout: time.Second}
	served := make(chan error, 1)
	go func() { served <- server.Serve(listener) }()
	report, reason := s.Run(ctx) // returns once every drive has confirmed its stop, or says which has not
	if report != nil {
		reason = errors.Join(reason, report.Text(os.Stdout))
	}
	err = server.Close()
	if end := <-served; !errors.Is(end, http.ErrServerClosed) {
		err = errors.Join(err, end)
	}
	return errors.Join(reason, err)
}

// State is where the base is in the room and how it moves in its own frame: x forward, y to the
// left, theta about z.
type State struct {
	TimeS  float64 `json:"time_s"`
	XM     float64 `json:"x_m"`
	YM     float64 `json:"y_m"`
	Theta  float64 `json:"theta_rad"`
	VXMS   float64 `json:"vx_m_s"`
	VYMS   float64 `json:"vy_m_s"`
	OmegaS float64 `json:"omega_rad_s"`
	Mode   string  `json:"mode"`
}

// stateOf reads the state of a planar joint: x, y, theta and their derivatives.
func stateOf(stamp messages.Stamp, s messages.VirtualState) *State {
	return &State{TimeS: stamp.Time.Seconds(), XM: s.Position[0], YM: s.Position[1], Theta: s.Position[2],
		VXMS: s.Velocity[0], VYMS: s.Velocity[1], OmegaS: s.Velocity[2], Mode: s.Mode.String()}
}

// handler answers /state with the newest state, and with 503 before there is one.
func handler(newest *atomic.Pointer[State]) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /state", func(w http.ResponseWriter, _ *http.Request) {
		s := newest.Load()
		if s == nil {
			http.Error(w, "the base has not said yet where it is", http.StatusServiceUnavailable)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		if err := json.NewEncoder(w).Encode(s); err != nil {
			log.Print(err) // the client went away
		}
	})
	return mux
}
