package actortest

import (
	"slices"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/kinds"
)

// A lab opens and closes the parts of an application file, and faults meet what they add.
func TestALabOpensAndClosesParts(t *testing.T) {
	registry, err := kinds.Standard()
	if err != nil {
		t.Fatal(err)
	}
	lab := FromFile(t, "../../examples/cascade/parts.yaml", registry, 1)
	lab.Inject("at 200ms open parts/second_arm.yaml", "at 500ms panic second/controller", "at 1s close parts/second_arm.yaml")
	there := func() bool {
		return slices.ContainsFunc(lab.System().Actors(), func(a actors.ActorInfo) bool { return a.Spec.Name == "second/controller" })
	}
	for _, open := range []bool{false, true, false} {
		lab.Run(100 * time.Millisecond)
		if there() != open {
			t.Errorf("at %s the part is there: %v", lab.Now(), there())
		}
		lab.Run(500 * time.Millisecond)
	}
	if left := lab.System().Orphans(); left != nil {
		t.Error(left)
	}
}
