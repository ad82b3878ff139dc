package motion

import (
	"time"

	"github.com/robo-actors/robo-actors/messages"
)

// Options are the options of the kind motion_planner in application files.
type Options struct {
	JointGroup  string        `option:"joint_group" doc:"joints to plan for, each of one degree of freedom" required:"true"`
	Environment string        `option:"environment" doc:"actor of the environment, with its world where that is another one" required:"true"`
	Robot       string        `option:"robot" doc:"the robot in the environment" required:"true"`
	Tool        string        `option:"tool" doc:"link that carries the tool, whose frame poses are about" required:"true"`
	Planner     string        `option:"planner" doc:"how paths are searched" one_of:"birrt,rrt,rrtstar,prm"`
	Database    string        `option:"database" doc:"file with the roadmap of planner prm, in the folder of the application file or below; default: the planner grows one for each request"`
	Solver      string        `option:"solver" doc:"how poses are turned into configurations" one_of:"analytic,numeric"`
	Iterations  int           `option:"iterations" doc:"extensions of the search after which it fails" min:"1" max:"1000000"`
	Deadline    time.Duration `option:"deadline" doc:"time that a search may take" min:"0.001" max:"3600"`
	Duration    time.Duration `option:"duration" doc:"time that a search takes in virtual time" min:"0" max:"60"`
	Threads     int           `option:"threads" doc:"threads that a search uses; the path does not depend on it" min:"1" max:"64"`
	Seed        int           `option:"seed" doc:"selects the random choices of searches" min:"0"`
	// Speed is a share of the joints' limits of velocity and acceleration.
	Speed  float64         `option:"speed" doc:"share of the limits of velocity and acceleration that motions use" min:"0.01" max:"1"`
	Period time.Duration   `option:"period" doc:"time between the points of a motion" min:"0.001" max:"1"`
	Step   messages.Meters `option:"step" doc:"distance between the poses of a straight line" min:"0.0001" max:"0.1"`
}

// DefaultOptions returns the options of a file that sets only the required ones.
func DefaultOptions() Options {
	return Options{Planner: "birrt", Solver: "numeric", Iterations: 4000, Deadline: 2 * time.Second, Duration: 100 * time.Millisecond, Threads: 1,
		Speed: 0.5, Period: 20 * time.Millisecond, Step: 0.005}
}
