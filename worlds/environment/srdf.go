package environment

import (
	"fmt"

	"github.com/robo-actors/robo-actors/worlds/source"
	"github.com/robo-actors/robo-actors/worlds/srdf"
)

// allowDisabled lets the links of the robot touch whose collisions the SRDF file of the options
// disables.
func (a *Actor) allowDisabled(edit *Edit, f *follow) error {
	if a.SRDF == "" {
		return nil
	}
	data, found := a.Files[a.SRDF]
	if !found {
		return fmt.Errorf("the content of the file %s is missing; expected it in Files, where an application file puts it", source.Quote(a.SRDF))
	}
	semantics, err := srdf.Parse(a.SRDF, data, f.World)
	if err != nil {
		return err
	}
	robot, err := edit.Handle(f.Robot)
	if err != nil {
		return err
	}
	for _, pair := range semantics.Disabled {
		if err := edit.Allow(Part{robot, pair.A}, Part{robot, pair.B}); err != nil {
			return fmt.Errorf("%s: %w", pair.At, err)
		}
	}
	return nil
}
