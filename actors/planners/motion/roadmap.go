package motion

import (
	"errors"
	"fmt"
	"strings"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/database"
	"github.com/robo-actors/robo-actors/worlds/planning"
)

// roadmap reads the roadmap of a joint group from the file of the option database, nil without one.
// The path is relative to a folder and stays within it. Errors name the option, and the command
// that builds what is missing.
func (o *Options) roadmap(folder string, world *worlds.World, group *worlds.JointGroup) (*planning.Roadmap, error) {
	if o.Database == "" {
		return nil, nil
	}
	if o.Planner != "prm" {
		return nil, &messages.OptionError{Path: "database", Err: fmt.Errorf("the planner %s uses no roadmap", o.Planner), Expected: "planner: prm, or no database"}
	}
	build := fmt.Sprintf("robo-actors database build %s ROBOT --roadmap %s", o.Database, strings.Join(group.JointNames(), ","))
	refuse := func(err error, flag string) (*planning.Roadmap, error) {
		return nil, &messages.OptionError{Path: "database", Err: err, Expected: fmt.Sprintf("what this command builds from the description of robot %s: %s%s", world.Name(), build, flag)}
	}
	d, err := database.OpenIn(folder, o.Database, database.Options{ReadOnly: true})
	if err != nil {
		flag := ""
		var file *database.FileError
		if errors.As(err, &file) && (file.Problem == database.Foreign || file.Problem == database.OtherVersion || file.Problem == database.Damaged) {
			flag = " --replace"
		}
		return refuse(err, flag)
	}
	defer d.Close() // it was only read
	r, err := d.Roadmap(database.GroupRoadmapKey(world, group))
	var entry *database.EntryError
	switch {
	case errors.As(err, &entry) && !entry.Damaged:
		return refuse(fmt.Errorf("no roadmap of these joints, or the robot has changed since it was built: %w", err), "")
	case err != nil:
		return refuse(err, " --force")
	}
	return r, nil
}
