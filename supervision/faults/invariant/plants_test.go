package invariant

import (
	"testing"

	"github.com/robo-actors/robo-actors/hardware/sim"
	"github.com/robo-actors/robo-actors/worlds/app"
)

func TestTheOptionsOfAPlantAreFoundWhetherOrNotItIsKept(t *testing.T) {
	o := &sim.PlantOptions{Truth: "torso"}
	plant := &app.Plant{}
	plant.Path, plant.Instance = "plant/robot", o
	config := &app.Config{Plants: []*app.Plant{plant}}
	if made(config.Plants[0]) != any(o) {
		t.Error("not found as the file has it")
	}
	KeepPlants(config)
	if _, wrapped := config.Plants[0].Instance.(*keeper); !wrapped || made(config.Plants[0]) != any(o) {
		t.Error("not found where it is kept")
	}
}
