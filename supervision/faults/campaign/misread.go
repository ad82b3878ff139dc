package campaign

import (
	"errors"
	"fmt"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/supervision/faults/fleet"
	"github.com/robo-actors/robo-actors/supervision/faults/literal"
	"github.com/robo-actors/robo-actors/worlds/app"
	"github.com/robo-actors/robo-actors/worlds/source"
)

// misread checks how the files of a drawn application are read: V43. The application must be what
// they say, and the files with a drawn mistake must not load. It returns the first error, or
// nothing.
func misread(seed uint64, a *fleet.Application, config *app.Config, registry *actors.Registry) string {
	if difference := literal.Misread(a.FS(), fleet.File, config); difference != "" {
		return difference
	}
	wrong, mistake := fleet.Wrong(seed, a)
	err := loads(wrong, registry)
	if err == nil {
		return fmt.Sprintf("the files load with a mistake: %s", &mistake)
	}
	if !pointsAt(err, &mistake) {
		return fmt.Sprintf("no error is at the mistake: %s\n%v", &mistake, err)
	}
	return ""
}

// loads loads files as the command check does.
func loads(a *fleet.Application, registry *actors.Registry) error {
	config, err := app.Load(a.FS(), fleet.File, registry)
	if err == nil {
		_, err = app.New(config)
	}
	return err
}

// pointsAt reports whether one of the errors is at the line of a mistake.
func pointsAt(err error, m *fleet.Mistake) bool {
	var one source.Diagnostic
	if errors.As(err, &one) && one.File == m.File && one.Line == m.Line {
		return true
	}
	var all *source.Diagnostics
	if !errors.As(err, &all) {
		return false
	}
	for _, d := range all.All() {
		if d.File == m.File && d.Line == m.Line {
			return true
		}
	}
	return false
}
