package actors_test

import (
	"context"
	"fmt"
	"time"

	"github.com/robo-actors/robo-actors/actors"
)

// pathPlanner plans a path in a job, because planning takes longer than a tick.
type pathPlanner struct{ goal float64 }

func (p *pathPlanner) Start(c *actors.Context) error {
	goal := p.goal // the job's code must not use the planner's own fields
	_, err := c.StartJob(actors.JobSpec{
		Name:     "plan",
		Deadline: time.Second,
		Duration: 300 * time.Millisecond, // modelled in virtual time
		Run: func(job *actors.JobContext) (any, error) {
			var path []float64
			for i := range 3 {
				path = append(path, goal*float64(i+1)/4)
				if err := job.Progress(float64(i+1)/3, fmt.Sprintf("%d waypoints", len(path))); err != nil {
					return nil, err // cancelled, or beyond the deadline
				}
			}
			return path, nil
		},
	})
	return err
}

func (p *pathPlanner) Receive(c *actors.Context, message any) error {
	switch m := message.(type) {
	case actors.JobProgress:
		fmt.Printf("%v: %.0f %%, %s\n", c.Time(), 100*m.Share, m.Text)
	case actors.JobEnded:
		fmt.Printf("%v: %v, error %v\n", c.Time(), m.Result, m.Err)
	}
	return nil
}

func ExampleContext_StartJob() {
	system, err := actors.New(actors.Application{
		Name:   "arm",
		Actors: []actors.Spec{{Name: "arm/planner", New: func() any { return &pathPlanner{goal: 2} }}},
	}, actors.WithVirtualTime(), actors.WithStopAfter(time.Second))
	if err == nil {
		err = system.Run(context.Background())
	}
	fmt.Println(err)
	// Output:
	// 0.100000s: 33 %, 1 waypoints
	// 0.200000s: 67 %, 2 waypoints
	// 0.300000s: 100 %, 3 waypoints
	// 0.300000s: [0.5 1 1.5], error <nil>
	// <nil>
}
