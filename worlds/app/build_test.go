package app

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/hardware"
)

// notDriver is a kind that stands where a driver should.
type notDriver struct{}

// notPlant is a kind that stands where a plant should.
type notPlant struct{}

// failingDriver refuses its bus.
type failingDriver struct{ err error }

func (d *failingDriver) MakeDriver(hardware.DriverContext) (func() (hardware.Driver, error), error) {
	return nil, d.err
}

func TestKindsThatMakeNothingAreFindingsWithTheirPlace(t *testing.T) {
	c := &Config{Plants: []*Plant{{Options: Options{Kind: &actors.Kind{Name: "toy"}, Instance: &notPlant{}}}}}
	c.Plants[0].TypeAt.File, c.Plants[0].TypeAt.Line, c.Plants[0].TypeAt.Column = "app.yaml", 7, 9
	if _, err := Build(c, 1); err == nil || !strings.Contains(err.Error(), "app.yaml:7:9") || !strings.Contains(err.Error(), `kind "toy" is not a hardware.PlantMaker`) {
		t.Errorf("got %v", err)
	}
}

// toy is a kind whose code does what the test says.
type toy struct {
	driver func(hardware.DriverContext) (func() (hardware.Driver, error), error)
	plant  func() (any, func() any, error)
}

func (k *toy) MakeDriver(c hardware.DriverContext) (func() (hardware.Driver, error), error) {
	return k.driver(c)
}
func (k *toy) MakePlant(hardware.PlantContext) (any, func() any, error) { return k.plant() }

type slip struct{ code int }

func (s *slip) Error() string { return fmt.Sprint("code ", s.code) }

func TestAPlantToleratesAStepAsLongAsItsFileSays(t *testing.T) {
	for _, want := range []time.Duration{0, time.Second} {
		files := testFiles()
		if want > 0 {
			files = edited(t, "app.yaml", "plant:\n", "plant:\n  hang_after: 1s\n")
		}
		c, err := Load(files, "app.yaml", testRegistry(t))
		if err != nil {
			t.Fatal(err)
		}
		c.Plants[0].Instance = &toy{plant: func() (any, func() any, error) { return nil, func() any { return &idleKind{} }, nil }}
		c.Worlds, c.Couplings = nil, nil
		built, err := Build(c, 1)
		if err != nil {
			t.Fatal(err)
		}
		at := slices.IndexFunc(built.Actors, func(s actors.Spec) bool { return s.Name == PlantActor })
		if got := built.Actors[at].HangAfter; got != want || c.Plants[0].HangAfter != want {
			t.Errorf("a step hangs after %v, %v in the file; expected %v", got, c.Plants[0].HangAfter, want)
		}
	}
}

func TestAKindThatPanicsOrMakesNothingIsAFindingWithItsPlace(t *testing.T) {
	none := func() any { return nil }
	for name, c := range map[string]struct {
		kind *toy
		want string
	}{
		"driver panics":      {&toy{driver: func(hardware.DriverContext) (func() (hardware.Driver, error), error) { panic("no such device") }}, "panic: no such device"},
		"driver is nothing":  {&toy{driver: func(hardware.DriverContext) (func() (hardware.Driver, error), error) { return nil, nil }}, "MakeDriver returned neither"},
		"driver's nil error": {&toy{driver: func(hardware.DriverContext) (func() (hardware.Driver, error), error) { return nil, (*slip)(nil) }}, "a nil *app.slip was returned as an error"},
		"driver wraps a nil": {&toy{driver: func(hardware.DriverContext) (func() (hardware.Driver, error), error) {
			return nil, fmt.Errorf("x: %w", (*slip)(nil))
		}}, "a nil *app.slip was returned as an error"},
		"plant panics":        {&toy{plant: func() (any, func() any, error) { panic("no such robot") }}, "panic: no such robot"},
		"plant is nothing":    {&toy{plant: func() (any, func() any, error) { return nil, nil, nil }}, "MakePlant returned neither"},
		"plant's nil pointer": {&toy{plant: func() (any, func() any, error) { return nil, none, (*slip)(nil) }}, "a nil *app.slip was returned as an error"},
	} {
		options := Options{Kind: &actors.Kind{Name: "toy"}, Instance: c.kind}
		config := &Config{}
		if c.kind.plant != nil {
			config.Plants = []*Plant{{Options: options}}
			config.Plants[0].TypeAt.File, config.Plants[0].TypeAt.Line, config.Plants[0].TypeAt.Column = "app.yaml", 7, 9
		} else {
			config.Worlds = []World{{Name: "arm", Period: time.Millisecond, Drives: []Drive{{Name: "a", Path: "arm/a", Options: options}}}}
			at := &config.Worlds[0].Drives[0].At
			at.File, at.Line, at.Column = "app.yaml", 7, 9
		}
		b := &builder{config: config, handles: map[string]any{}, app: actors.Application{ActorResources: map[string][]any{}}}
		b.plants()
		for i := range config.Worlds {
			b.drive(&config.Worlds[i], &config.Worlds[i].Drives[0])
		}
		if text := b.problems.Error(); !strings.Contains(text, "app.yaml:7:9") || !strings.Contains(text, c.want) {
			t.Errorf("%s: got %s", name, text)
		}
	}
}

func TestAllDriversThatCannotBeMadeAreReportedAtOnce(t *testing.T) {
	w := World{Name: "arm", Period: time.Millisecond}
	w.Drives = []Drive{
		{Name: "a", Path: "arm/a", Options: Options{Kind: &actors.Kind{Name: "toy"}, Instance: &notDriver{}}},
		{Name: "b", Path: "arm/b", Options: Options{Kind: &actors.Kind{Name: "can"}, Instance: &failingDriver{errors.New("no such bus")}}},
	}
	b := &builder{config: &Config{Worlds: []World{w}}, app: actors.Application{ActorResources: map[string][]any{}}}
	for i := range w.Drives {
		b.drive(&w, &w.Drives[i])
	}
	text := b.problems.Error()
	for _, want := range []string{`kind "toy" is not a hardware.DriverMaker`, "no such bus"} {
		if !strings.Contains(text, want) {
			t.Errorf("the findings lack %q:\n%s", want, text)
		}
	}
}

// As where the error of LoadFile was not looked at.
func TestWithoutAConfigurationNothingIsBuilt(t *testing.T) {
	_, built := Build(nil, 1)
	_, made := New(nil)
	for _, err := range []error{built, made} {
		if err == nil || !strings.Contains(err.Error(), "the configuration is nil; expected the result of Load or LoadFile") {
			t.Errorf("error %v", err)
		}
	}
}
