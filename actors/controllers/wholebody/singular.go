package wholebody

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/robo-actors/robo-actors/messages"
)

// Defaults of the options singular_inertia_ratio and singular_speed_ratio, for texts: those of
// packages hierarchy and constrained are the regions 0.015 and 0.06.
const (
	defaultInertiaRatio = 1 / (0.015 * 0.015)
	defaultSpeedRatio   = 1 / 0.06
)

// inertiaRegion returns the singular region of law exact: apparent inertia goes by the inverse
// square of a singular value. 0 is the default of package hierarchy.
func (o *Options) inertiaRegion() float64 {
	if o.SingularInertiaRatio == 0 {
		return 0
	}
	return 1 / math.Sqrt(o.SingularInertiaRatio)
}

// speedRegion returns the singular region of law constrained. 0 is the default of package
// constrained.
func (o *Options) speedRegion() float64 {
	if o.SingularSpeedRatio == 0 {
		return 0
	}
	return 1 / o.SingularSpeedRatio
}

// checkSingular returns the errors of the options about singular directions.
func (o *Options) checkSingular() (errs []error) {
	refuse := func(option, reason string) { errs = append(errs, invalid(option, "%s", reason)) }
	switch {
	case o.SingularInertiaRatio != 0 && o.Law == "constrained":
		refuse("singular_inertia_ratio", "law constrained compares speeds, not inertias; set singular_speed_ratio, or law: exact")
	case o.SingularSpeedRatio != 0 && o.Law != "constrained":
		refuse("singular_speed_ratio", "law exact compares apparent inertias, not speeds; set singular_inertia_ratio, or law: constrained")
	case o.SingularSpeedRatio != 0 && o.Weighted:
		refuse("singular_speed_ratio", "a weighted problem damps no direction; leave out weighted or singular_speed_ratio")
	}
	for _, v := range []struct {
		option string
		ratio  float64
	}{{"singular_inertia_ratio", o.SingularInertiaRatio}, {"singular_speed_ratio", o.SingularSpeedRatio}} {
		if v.ratio != 0 && !(v.ratio > 1 && v.ratio <= ratioMost) {
			errs = append(errs, inOption(v.option, fmt.Sprintf("a ratio above 1, at most %g, or 0 for the default", float64(ratioMost)), "%g", v.ratio))
		}
	}
	return errs
}

// ratioMost keeps the region well above the rounding of singular values.
const ratioMost = 1e12

// lostDirection is a level with directions that the solver damped, and how many they are.
type lostDirection struct {
	level, directions int
	// inertia is the apparent inertia of the direction that is lost the most, in units of the
	// typical one of the robot; 0 where the law does not compare inertias.
	inertia float64
}

// quietFor is the time in s without a damped direction after which the next one is reported again.
const quietFor = 1

// singularity reports when levels begin to lose directions.
type singularity struct {
	quiet float64 // s since a direction was damped, up to quietFor
	note  string  // of this tick, empty without a report
}

// watch notes whether the tick damped a direction. It allocates only where it reports one.
func (w *singularity) watch(l *Law, step float64) {
	w.note = ""
	lost := lostDirection{}
	if l.phase == messages.TaskRunning && l.problem.levels != nil {
		lost = l.active().solver.lost()
	}
	if lost.directions == 0 {
		w.quiet = math.Min(w.quiet+step, quietFor)
		return
	}
	if w.quiet >= quietFor {
		w.note = l.describe(lost)
	}
	w.quiet = 0
}

// describe returns the text of an event about directions that a level loses.
func (l *Law) describe(lost lostDirection) string {
	o, name := l.options, l.active().name
	tasks := ""
	if i := slices.IndexFunc(o.TaskSets, func(s TaskSetOptions) bool { return s.Name == name }); i >= 0 {
		tasks = strings.Join(o.TaskSets[i].Levels[lost.level], ", ")
	}
	count := "1 direction"
	if lost.directions > 1 {
		count = fmt.Sprintf("%d directions", lost.directions)
	}
	if lost.inertia > 0 {
		threshold := o.SingularInertiaRatio
		if threshold == 0 {
			threshold = defaultInertiaRatio
		}
		return fmt.Sprintf("task set %q, level %d (%s): %s damped near a singularity: the apparent inertia there is %.4g times the robot's typical one; above singular_inertia_ratio %.4g the law damps",
			name, lost.level, tasks, count, lost.inertia, threshold)
	}
	threshold := o.SingularSpeedRatio
	if threshold == 0 {
		threshold = defaultSpeedRatio
	}
	return fmt.Sprintf("task set %q, level %d (%s): %s damped near a singularity: the level's fastest direction is more than singular_speed_ratio %.4g times as fast for the same joint velocities",
		name, lost.level, tasks, count, threshold)
}

// takeNotes returns what happened to goals, and where directions became singular, for events. The
// slice is valid until the next request or tick.
func (l *Law) takeNotes() []string {
	notes := l.goals.notes
	if l.singular.note != "" {
		notes = append(notes, l.singular.note)
		l.singular.note = ""
	}
	l.goals.notes = notes[:0]
	return notes
}
