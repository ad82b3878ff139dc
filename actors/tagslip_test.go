package actors

import (
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/messages"
)

func TestAMistypedTagOfAFieldIsRefusedAndTheRightOneIsNamed(t *testing.T) {
	r := NewRegistry()
	for want, err := range map[string]error{
		`field X: the tag "opton" is unknown; did you mean "option"?`: Register(r, "a", RoleDriver, "doc", struct {
			X int `opton:"x" doc:"x"`
		}{}),
		`field X: the tag "Option" is unknown; did you mean "option"?`: Register(r, "a", RoleDriver, "doc", struct {
			X int `Option:"x" doc:"x"`
		}{}),
		`field X: the tag "requried" is unknown; did you mean "required"?`: Register(r, "a", RoleDriver, "doc", struct {
			X int `option:"x" doc:"x" requried:"true"`
		}{}),
		`field Y: the tag "docs" is unknown; did you mean "doc"?`: Register(r, "a", RoleDriver, "doc", struct {
			X struct {
				Y int `option:"y" docs:"y"`
			} `option:"x" doc:"x"`
		}{}),
		`field X: an option takes no tag default; its default is the value of the field in the struct that is registered`: Register(r, "a", RoleDriver, "doc", struct {
			X int `option:"x" doc:"x" default:"3"`
		}{}),
	} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v; want %s", err, want)
		}
	}
	if err := Register(r, "other", RoleDriver, "doc", struct {
		X int `option:"x" doc:"x" json:"x,omitempty" yaml:"x" form:"x"`
		Y int `json:"y" default:"4"`
	}{}); err != nil {
		t.Errorf("tags of other packages are refused: %v", err)
	}
}

// late is an actor whose input has a mistyped bound.
type late struct {
	State In[messages.JointState] `port:"state" max_aeg:"30ms"`
}

func (*late) Tick(*Tick) error { return nil }

func TestAMistypedTagOfAPortIsRefusedWithoutARegistry(t *testing.T) {
	err := CheckConfigure(Spec{Name: "arm/late", Period: time.Millisecond, New: func() any { return &late{} }})
	if err == nil || !strings.Contains(err.Error(), `field State: the tag "max_aeg" is unknown; did you mean "max_age"?`) {
		t.Errorf("got %v", err)
	}
}
