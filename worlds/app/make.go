package app

import (
	"errors"
	"fmt"
	"time"

	"github.com/robo-actors/robo-actors/hardware"
	"github.com/robo-actors/robo-actors/internal/usercode"
)

// makeDriver has a kind make the drivers of a bus. That it panics or makes nothing is an error.
func makeDriver(maker hardware.DriverMaker, c hardware.DriverContext) (make func() (hardware.Driver, error), err error) {
	err = protect(func() (err error) {
		make, err = maker.MakeDriver(c)
		return err
	})
	if err == nil && make == nil {
		return nil, errors.New("MakeDriver returned neither an error nor a function that makes drivers; expected one of them")
	}
	return make, err
}

// makePlant has a kind make the simulated robot. That it panics or makes nothing is an error.
func makePlant(maker hardware.PlantMaker, c hardware.PlantContext) (handle any, actor func() any, err error) {
	err = protect(func() (err error) {
		handle, actor, err = maker.MakePlant(c)
		return err
	})
	if err == nil && actor == nil {
		return nil, nil, errors.New("MakePlant returned neither an error nor a function that makes the plant's actor; expected one of them")
	}
	return handle, actor, err
}

// protectWithin bounds how long code of a kind may take while a file is loaded.
const protectWithin = 10 * time.Second

// protect runs code of a kind. Code that does not return is an error; so is a panic, whose error
// ends with its stack.
func protect(fn func() error) error {
	err := usercode.CallWithin(protectWithin, fn)
	if stack := usercode.StackOf(err); stack != "" {
		return fmt.Errorf("%w\n%s", err, stack)
	}
	return err
}
