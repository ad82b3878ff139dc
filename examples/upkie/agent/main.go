// Command agent drives the Upkie of this example around a square. It is a program of its own: it
// talks to the spine over shared memory, and the robot keeps its balance when the program dies.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math"
	"os"
	"os/signal"
	"slices"
	"syscall"
	"time"

	"github.com/robo-actors/robo-actors/actors/spine/agent"
	"github.com/robo-actors/robo-actors/actors/spine/dictionary"
	"github.com/robo-actors/robo-actors/examples/upkie/drive"
	"github.com/robo-actors/robo-actors/messages"
)

func main() {
	var r rider
	name := flag.String("name", "upkie", "name of the spine's shared memory")
	flag.DurationVar(&r.period, "period", 5*time.Millisecond, "time between two actions")
	flag.BoolVar(&r.lockStep, "lock-step", false, "send each action as soon as the one before is answered, to a spine that waits: sim --agent")
	flag.DurationVar(&r.duration, "duration", 0, "stop the robot and end after this time of the spine; 0 drives until Ctrl-C")
	flag.Float64Var(&r.driver.Route.SideM, "side", 0.5, "length of the sides of the square, m; 0 stays")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	err := r.ride(ctx, *name)
	fmt.Printf("%.1f s, %d actions, pitch at most %.3f rad%s\n", r.at, r.actions, r.steepest, r.steps())
	if err != nil && !errors.Is(err, errOver) && !errors.Is(err, context.Canceled) {
		fmt.Fprintln(os.Stderr, "agent:", err)
		os.Exit(1)
	}
}

// errOver ends the ride after its duration.
var errOver = errors.New("the time is over")

// rider sends actions to the spine.
type rider struct {
	period   time.Duration
	lockStep bool
	duration time.Duration
	driver   drive.Driver

	spine       *agent.Agent
	action      *dictionary.Action
	observation dictionary.Observation
	began       float64 // time of the first observation, s

	at       float64 // time of the ride, s
	actions  int
	steepest float64 // greatest pitch so far, rad
	took     []time.Duration
}

// ride starts the robot, or takes over one that runs, and drives it.
func (r *rider) ride(ctx context.Context, name string) (err error) {
	var options agent.Options
	if r.lockStep {
		options.Timeout = time.Minute // a slow computer is no reason to give up
	}
	if r.spine, err = agent.Connect(ctx, name, options); err != nil {
		return err
	}
	defer r.spine.Close()
	if r.observation, err = r.spine.Start(ctx, &messages.SpineConfig{}); err != nil {
		return err
	}
	r.began, r.action = r.observation.TimeS, dictionary.NewAction(drive.Servos(), dictionary.DefaultServoAction())
	if !r.lockStep {
		return agent.Every(ctx, r.period, func(int) error { return r.step(ctx) })
	}
	for {
		if err := r.step(ctx); err != nil {
			return err
		}
	}
}

// step sends one action.
func (r *rider) step(ctx context.Context) (err error) {
	o := &r.observation
	if err := r.driver.Act(o, r.action); err != nil {
		return err
	}
	r.at, r.steepest = o.TimeS-r.began, max(r.steepest, math.Abs(o.BaseOrientation.Pitch))
	if r.duration > 0 && r.at >= r.duration.Seconds() {
		return errors.Join(errOver, r.spine.Stop(ctx))
	}
	r.actions++
	begin := time.Now()
	r.observation, err = r.spine.Step(ctx, r.action)
	if took := time.Since(begin); len(r.took) < manySteps {
		r.took = append(r.took, took)
	}
	return err
}

// manySteps bounds the memory of an agent that drives on.
const manySteps = 1 << 20

// steps says how long the spine took to answer.
func (r *rider) steps() string {
	if len(r.took) == 0 {
		return ""
	}
	slices.Sort(r.took)
	last, sum := len(r.took)-1, time.Duration(0)
	for _, d := range r.took {
		sum += d
	}
	us := func(d time.Duration) int64 { return d.Microseconds() }
	return fmt.Sprintf("; a step took %d us (median), %d us (99 %%), %d us at most, %.0f a second",
		us(r.took[last/2]), us(r.took[last*99/100]), us(r.took[last]), float64(len(r.took))/sum.Seconds())
}
