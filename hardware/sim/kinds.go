package sim

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/hardware"
	"github.com/robo-actors/robo-actors/hardware/sim/internal/lint"
	"github.com/robo-actors/robo-actors/hardware/sim/servo"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
)

// The names of the kinds in application files, and the name that both had in earlier versions.
const (
	plantKind  = "rigid_body"
	driverKind = "simulated"
	formerKind = "sim"
)

// Register adds the kind of the plant and that of its buses of drives.
func Register(r *actors.Registry) error {
	r.Rename(actors.RolePlant, formerKind, plantKind)
	r.Rename(actors.RoleDriver, formerKind, driverKind)
	if err := actors.Register(r, plantKind, actors.RolePlant,
		"a robot of rigid bodies with servos, wheels and contacts, simulated", PlantOptions{}); err != nil {
		return err
	}
	return actors.Register(r, driverKind, actors.RoleDriver,
		"a bus of simulated servos of a plant", DriverOptions{Silence: 100 * time.Millisecond})
}

// MakePlant implements hardware.PlantMaker.
func (o *PlantOptions) MakePlant(c hardware.PlantContext) (handle any, actor func() any, err error) {
	plant, err := New(c.World, o, c.Seed)
	if err != nil {
		return nil, nil, err
	}
	if _, err := o.sensors(plant, c.Seed); err != nil {
		return nil, nil, err
	}
	body := -1
	if o.Truth != "" {
		if body, err = c.World.BodyIndex(o.Truth); err != nil {
			return nil, nil, &messages.OptionError{Path: "truth", Err: fmt.Errorf("unknown body %q", o.Truth), Unknown: o.Truth, Known: c.World.BodyNames()}
		}
	}
	return plant, func() any {
		s, _ := o.sensors(plant, c.Seed) // checked above
		return &Actor{Plant: plant, body: body, sensors: s}
	}, nil
}

// Lint implements hardware.Linter.
func (o *PlantOptions) Lint(robot *worlds.World) []string {
	l := lint.Robot{World: robot, Options: &o.Options, Servos: o.Servos, Actuated: o.Actuated}
	if plant, err := New(robot, o, 0); err == nil {
		l.Mechanism = plant.mechanism
		for i := range plant.servos {
			l.Drives = append(l.Drives, lint.Drive{Servo: plant.servos[i].Servo, Velocity: plant.servos[i].velocity})
		}
	}
	return l.Remarks()
}

// stream is the source of random numbers of a seed and a name, which no other name shifts.
func stream(seed uint64, name string) *rand.PCG {
	sum := sha256.Sum256(append(binary.BigEndian.AppendUint64(nil, seed), name...))
	return rand.NewPCG(binary.BigEndian.Uint64(sum[:8]), binary.BigEndian.Uint64(sum[8:16]))
}

// DriverOptions are the options of a bus of simulated drives.
type DriverOptions struct {
	Silence time.Duration `option:"silence" doc:"time for which the plant may pause until its drives count as silent" min:"0.001" max:"10"`

	SensorNames []string `option:"sensors" doc:"sensors of the plant that the bus carries: imu, and the names of contacts and grasps" refers:"none"`

	OpenTime    time.Duration `option:"open_time" doc:"time for which opening the bus blocks in virtual time, as that of a real one does" min:"0" max:"10"`
	SendTime    time.Duration `option:"send_time" doc:"time for which sending blocks in virtual time" min:"0" max:"1"`
	CollectTime time.Duration `option:"collect_time" doc:"time for which collecting the answers blocks in virtual time" min:"0" max:"1"`
}

// MakeDriver implements hardware.DriverMaker.
func (o *DriverOptions) MakeDriver(c hardware.DriverContext) (func() (hardware.Driver, error), error) {
	plant, ok := c.Plant.(*Plant)
	if !ok {
		return nil, fmt.Errorf("%s: the drives have no simulated robot; add a plant of type %s to the application", c.Name, plantKind)
	}
	options := BusOptions{Name: c.Name, Joints: c.Joints, Silence: o.Silence, Sensors: o.SensorNames, Open: o.OpenTime, Send: o.SendTime, Collect: o.CollectTime}
	return func() (hardware.Driver, error) { return plant.NewBus(options) }, nil
}

// UsesPlant implements hardware.PlantUser.
func (*DriverOptions) UsesPlant() bool { return true }

// Sensors implements hardware.SensorLister.
func (o *DriverOptions) Sensors(plant any) (hardware.SensorList, error) {
	if len(o.SensorNames) == 0 {
		return nil, nil
	}
	options, ok := plant.(*PlantOptions)
	if !ok {
		return nil, &messages.OptionError{Path: "sensors", Err: errors.New("the application has no simulated robot"), Expected: "a plant of type rigid_body"}
	}
	all := options.busSensors()
	var list hardware.SensorList
	for k, name := range o.SensorNames {
		i, err := all.Index(name)
		if err != nil {
			return nil, messages.InOption(fmt.Sprintf("sensors[%d]", k), err)
		}
		list = append(list, all[i])
	}
	return list, nil
}

// FaultText returns the meaning of a fault code of a simulated drive.
func (*DriverOptions) FaultText(code uint16) string { return servo.FaultText(code) }
