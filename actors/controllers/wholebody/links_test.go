package wholebody

import (
	"errors"
	"strings"
	"testing"

	"github.com/robo-actors/robo-actors/actors"
)

// What options need and nothing feeds, or what is linked and no option reads, is refused before
// anything starts: the controller would wait forever, or leave out what comes without a word.
func TestInputsThatOptionsNeedAreLinkedAndNoOthers(t *testing.T) {
	feeling := armOptions()
	feeling.ForceSensors = []string{"hand"}
	sensed := armOptions()
	sensed.Signals = []SignalOptions{{Name: "grip"}}
	wrench := actors.Link{From: "arm/sensor.signals", To: "arm/controller.wrenches"}
	for what, c := range map[string]struct {
		options Options
		rig     rigOptions
		link    actors.LinkError
		text    string
	}{
		"a model":           {fromActor(armOptions()), rigOptions{noModel: true}, actors.LinkError{To: "arm/controller.model", Carries: "messages.Model", Why: "option model is actor, not own"}, "option model is actor"},
		"a reference":       {followOptions(), rigOptions{}, actors.LinkError{To: "arm/controller.reference", Carries: "messages.BodyReference", Why: `option follow names task "reach"`}, `option follow names task "reach"`},
		"what sensors feel": {feeling, rigOptions{}, actors.LinkError{To: "arm/controller.wrenches", Carries: "messages.Signals", Why: "option force_sensors names bodies; what a plant senses is linked as inputs: {wrenches: plant/robot.feet}"}, "plant/robot.feet"},
		"no sensor at all":  {sensed, rigOptions{fed: true, links: []actors.Link{wrench}}, actors.LinkError{From: wrench.From, To: wrench.To}, "nothing would read its values: option force_sensors names no bodies"},
	} {
		_, err := buildRig(t, c.options, c.rig)
		var link *actors.LinkError
		if !errors.As(err, &link) || link.From != c.link.From || link.To != c.link.To || link.Carries != c.link.Carries || link.Why != c.link.Why || !strings.Contains(link.Error(), c.text) {
			t.Errorf("%s: %v; expected %+v", what, err, c.link)
		}
	}
}
