// Package draft writes a first application file for a robot description: one that passes check,
// and moves at once in a simulation. It is a function of its arguments.
//
// Choices of a person come first. The rest follows from the description: drives for every joint
// that moves, with rotors and gains that fit the inertias, brakes where gravity pulls, limits where
// the description has none, a start pose in which the drives can carry the robot, and a goal that
// every joint can reach from there. A base on wheels that is recognised gets a world that moves it
// in the room, a robot on two legs with wheels a balancer, and a robot on a free base a stand.
package draft

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/source"
)

// Choices are what a person decides. Only Path is required.
type Choices struct {
	// Path of the robot description, relative to the folder of the application file.
	Path string
	// Accept are the words of the key accept that the description needs.
	Accept []string
	// World is the name of the world, by default that of the robot.
	World string
	// Controller is one of Controllers, by default the first one.
	Controller string
	// Mobile is one of Mobile: how the robot moves in the room on its wheels, none, or auto, the
	// default: what is recognised.
	Mobile string
	// Base is the path of the second file of a mobile robot, by default base.urdf.yaml.
	Base string
}

// Application is what App returns.
type Application struct {
	// Text is the application file.
	Text []byte
	// Base is the description of the base that the application includes, at the path BasePath; nil
	// for a robot without wheels.
	Base     []byte
	BasePath string
	// Note says what the robot has and the application does not use; empty for most robots.
	Note string
}

// Controllers lists the controllers that a draft may have.
func Controllers() []string { return []string{jointSpace, wholeBody} }

const (
	jointSpace = "joint_space"
	wholeBody  = "whole_body"
)

// App returns an application for a robot description.
func App(d *worlds.Description, c Choices) (*Application, error) {
	if c.Path == "" {
		return nil, errors.New("the path of the robot description is empty")
	}
	if c.Controller == "" {
		c.Controller = jointSpace
	}
	if known := Controllers(); c.Controller != jointSpace && c.Controller != wholeBody {
		return nil, fmt.Errorf("controller %s is unknown; expected one of %s", source.Quote(c.Controller), strings.Join(known, ", "))
	}
	if c.Mobile == "" {
		c.Mobile = auto
	}
	if !slices.Contains(Mobile(), c.Mobile) {
		return nil, fmt.Errorf("base %s is unknown; expected one of %s", source.Quote(c.Mobile), strings.Join(Mobile(), ", "))
	}
	if c.Base == "" {
		c.Base = "base.urdf.yaml"
	}
	if c.World == "" {
		c.World = plainName(d.Name)
	}
	r, err := examine(d)
	if err != nil {
		return nil, err
	}
	if c.Controller == wholeBody {
		for i := range r.idle {
			return nil, fmt.Errorf("controller whole_body needs the state of joint %s, which no drive moves and nothing measures; expected a robot whose joints all have drives, or controller joint_space", source.Quote(r.idle[i].name))
		}
	}
	if err := r.recognise(c.Mobile); err != nil {
		return nil, err
	}
	if c.Controller == wholeBody && (r.base != nil || r.biped != nil) {
		return nil, errors.New("controller whole_body with a robot on wheels; expected joint_space, or the base none")
	}
	if r.base == nil {
		r.plan()
		return &Application{Text: r.write(&c), Note: r.note}, nil
	}
	if c.World == planName {
		return nil, fmt.Errorf("world %q moves the base; expected another name for the world of the robot", planName)
	}
	r.plan()
	return &Application{Text: r.write(&c), Base: r.base.body(), BasePath: c.Base}, nil
}

// plainName turns a name into one of a world: letters, digits, dashes and underscores, at most 64.
func plainName(name string) string {
	plain := strings.Map(func(r rune) rune {
		switch {
		case 'a' <= r && r <= 'z', 'A' <= r && r <= 'Z', '0' <= r && r <= '9', r == '_', r == '-':
			return r
		}
		return '_'
	}, name)
	if plain = plain[:min(len(plain), 64)]; strings.Trim(plain, "_-") == "" || reserved[plain] {
		return "robot"
	}
	return plain
}

// reserved are keys of an application file, and words that YAML reads as something else.
var reserved = map[string]bool{"app": true, "domains": true, "worlds": true, "couplings": true, "plant": true, "plants": true,
	"supervision": true, "recording": true, "view": true, "null": true, "true": true, "false": true, "yes": true, "no": true, "on": true, "off": true, "y": true, "n": true,
	"rate": true, "period": true, "models": true, "joints": true, "drives": true, "processors": true, "all": true}
