package dictionary

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/robo-actors/robo-actors/messages"
)

// accepted are the files of the corpus that are valid: what they name is no key of a spine.
var accepted = map[string]bool{"dup_keys.mp": true, "inf_map.mp": true, "nan_map.mp": true, "u64_max.mp": true}

// The corpus of hostile files lies beside the project, not in it.
func TestHostileFilesAreRejectedOrMergedWithoutAPanic(t *testing.T) {
	files, err := filepath.Glob("../../../../shared/corpus/generated/msgpack/*.mp")
	if err != nil {
		t.Fatal(err)
	}
	if len(files) == 0 {
		t.Skip("there is no corpus of hostile files beside the project")
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		a := NewAction([]string{"left_hip"}, DefaultServoAction())
		before := a.Append(nil)
		_, configErr := ParseConfig(data)
		_, observationErr := ParseObservation(data)
		for what, err := range map[string]error{"an action": a.Merge(data), "a configuration": configErr, "an observation": observationErr} {
			var located *messages.OptionError
			if err != nil && !errors.As(err, &located) {
				t.Errorf("%s as %s: the error %v has no location", filepath.Base(file), what, err)
			}
			if (err == nil) != accepted[filepath.Base(file)] {
				t.Errorf("%s as %s: %v; expected it to be accepted: %t", filepath.Base(file), what, err, accepted[filepath.Base(file)])
			}
		}
		if err := a.Merge(data); err != nil && string(a.Append(nil)) != string(before) {
			t.Errorf("%s was rejected and changed the action", filepath.Base(file))
		}
	}
}
