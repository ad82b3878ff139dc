package actors

import (
	"strings"

	"github.com/robo-actors/robo-actors/internal/usercode"
)

// CheckConfigure makes one actor outside of any system, and calls its Configure. It returns what
// Configure rejects as a *[ConfigureError], and nil if the actor accepts its options. [Resource]
// finds the given resources. Links are not checked.
func CheckConfigure(spec Spec, resources ...any) error {
	if spec.World == "" {
		spec.World, _, _ = strings.Cut(spec.Name, "/")
	}
	c := &cell{sys: &System{app: Application{Resources: resources}}, spec: spec}
	return usercode.CallWithin(spec.startLimit(), func() error {
		_, err := c.make(1)
		return err
	})
}
