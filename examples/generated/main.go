// Command generated runs the mobile manipulator in virtual time and prints where base and arm are
// at the end, with the typed code in folder robot, which is generated from the application file.
// After go generate, a renamed joint, an angle read as metres or a missing output does not compile.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"os/signal"
	"time"

	"github.com/robo-actors/robo-actors/actors/kinds"
	"github.com/robo-actors/robo-actors/examples/generated/robot"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/app"
	"github.com/robo-actors/robo-actors/worlds/typed"
)

//go:generate go run ../../cmd/robo-actors generate ../mobile_manipulator/app.yaml --package robot -o robot/robot.go

func main() {
	file := flag.String("app", "examples/mobile_manipulator/app.yaml", "application file")
	length := flag.Duration("for", 10*time.Second, "how long the robot moves, in virtual time")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	where, err := execute(ctx, *file, *length)
	if err != nil {
		log.Fatal(err)
	}
	if err := where.print(os.Stdout); err != nil {
		log.Fatal(err)
	}
}

// place is where the robot is.
type place struct {
	// Base and Arm are what the whole-body controller knows.
	Base typed.Planar
	Arm  robot.WholeBodyArmState
	// Odometry is the state of the base from its own world, one period old.
	Odometry messages.Odometry
}

// execute runs the application for some virtual time and returns where the robot is then.
func execute(ctx context.Context, file string, length time.Duration) (where place, err error) {
	registry, err := kinds.Standard()
	if err != nil {
		return where, err
	}
	config, err := app.LoadFile(file, registry)
	if err != nil {
		return where, err
	}
	if err := robot.Check(config); err != nil {
		return where, err // the file has changed since the code was generated: the error says in what
	}
	config.Virtual, config.Duration = true, length
	system, err := app.New(config)
	if err != nil {
		return where, err
	}
	var wrong error
	state, err := robot.WholeBodyPerception.Snapshot.Tap(system, func(_ messages.Stamp, s *messages.Snapshot) {
		now, err := robot.WholeBodyStateOf(s)
		if err != nil {
			wrong = err
			return
		}
		where.Base = now.MobilePlanar() // metres and radians are types
		where.Arm = now.ArmGroup()      // seven positions, velocities and efforts, as arrays
	})
	if err != nil {
		return where, err
	}
	defer state()
	odometry, err := robot.MobileBaseController.Odometry.Tap(system, func(_ messages.Stamp, o *messages.Odometry) { where.Odometry = *o })
	if err != nil {
		return where, err
	}
	defer odometry()
	return where, errors.Join(system.Run(ctx), wrong)
}

// print says where base and arm are, and how far each joint of the arm is from its nearer limit.
func (p *place) print(w io.Writer) error {
	at := p.Base.Position
	if _, err := fmt.Fprintf(w, "base: x %.3f m, y %.3f m, theta %.3f rad, %s; the variance of its x is %.1e m^2\n", at.X, at.Y, at.Theta, p.Base.Mode, p.Odometry.Covariance[0]); err != nil {
		return err
	}
	limits := &robot.WholeBodyArmLimits
	for i, q := range p.Arm.Position {
		if _, err := fmt.Fprintf(w, "arm joint %d: %.3f rad, %.3f rad from its limit\n", i+1, q, min(q-limits.Lower[i], limits.Upper[i]-q)); err != nil {
			return err
		}
	}
	return nil
}
