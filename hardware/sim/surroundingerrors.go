package sim

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

var (
	// nthSurrounding finds the list, the place in it and the name that an error about surroundings begins with, deepContact the
	// set of contacts whose points begin in something.
	nthSurrounding = regexp.MustCompile(`^(surfaces|contacts|grasps|springs|latches|pushes)\[([0-9]+)\](?: \(.*?\))?: `)
	deepContact    = regexp.MustCompile(`^contacts "(.*?)": at Start `)
	firstWord      = regexp.MustCompile(`^[a-z]+(\[[0-9]+\])?`)

	// surroundingFields are the options of surroundings by what errors about them begin with, longer ones first. Those that end
	// like a path are no part of what is said.
	surroundingFields = [][2]string{
		{"body: pose: ", "orientation"}, {"on: pose: ", "on_orientation"}, {"pose: ", "orientation"}, {"body: ", "body"}, {"on: ", "on_body"},
		{"joint: ", "joint"}, {"handle: ", "handle_joint"}, {"free: ", "free"}, {"closed and ", "closed"}, {"another ", "name"}, {"expected a name", "name"},
		{"friction ", "friction"}, {"restitution ", "restitution"}, {"box ", "box"}, {"radius ", "radius"}, {"stiffness ", "stiffness"},
		{"points ", "points"},
	}
)

// surrounding parts an error about surroundings into the path of the option that it is about and what it says.
func (o *PlantOptions) surrounding(text string) (path, rest string, found bool) {
	if deep := deepContact.FindStringSubmatch(text); deep != nil {
		for i, c := range o.Contacts {
			if deep[1] == c.Name || c.Name == "" && deep[1] == c.Body {
				return fmt.Sprintf("contacts[%d].points", i), "at the start " + strings.TrimPrefix(text, deep[0]), true
			}
		}
	}
	list := nthSurrounding.FindStringSubmatch(text)
	if list == nil {
		return "", "", false
	}
	rest = strings.TrimPrefix(text, list[0])
	n, _ := strconv.Atoi(list[2]) // the pattern has digits only
	if list[1] == "surfaces" && o.Ground != (GroundOptions{}) {
		n-- // the ground is the first surface of the plant, and none of the list
	}
	if path = fmt.Sprintf("%s[%d]", list[1], n); n < 0 {
		path = "ground"
	}
	for _, field := range surroundingFields {
		if said, begins := strings.CutPrefix(rest, field[0]); begins {
			if strings.HasSuffix(field[0], ": ") {
				rest = said
			}
			return path + "." + field[1], rest, true
		}
	}
	if word := firstWord.FindString(rest); strings.HasPrefix(word, "points[") || strings.HasPrefix(word, "surfaces[") {
		return path + "." + word, strings.TrimPrefix(rest, word+": "), true
	}
	return path, rest, true
}
