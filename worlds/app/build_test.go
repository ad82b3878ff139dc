package app

import (
	"errors"
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

func (d *failingDriver) MakeDriver(DriverContext) (func() (hardware.Driver, error), error) {
	return nil, d.err
}

func TestKindsThatMakeNothingAreFindingsWithTheirPlace(t *testing.T) {
	c := &Config{Plant: &Plant{Options: Options{Kind: &actors.Kind{Name: "toy"}, Instance: &notPlant{}}}}
	c.Plant.TypeAt.File, c.Plant.TypeAt.Line, c.Plant.TypeAt.Column = "app.yaml", 7, 9
	if _, err := Build(c, 1); err == nil || !strings.Contains(err.Error(), "app.yaml:7:9") || !strings.Contains(err.Error(), `kind "toy" makes no plant`) {
		t.Errorf("got %v", err)
	}
}

func TestAllDriversThatCannotBeMadeAreToldAtOnce(t *testing.T) {
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
	for _, want := range []string{`kind "toy" makes no driver`, "no such bus"} {
		if !strings.Contains(text, want) {
			t.Errorf("the findings lack %q:\n%s", want, text)
		}
	}
}
