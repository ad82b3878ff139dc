package sim

import (
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
)

// inFile says what is wrong with a plant in the words of application files: each error begins with the path of the option
// that it is about, as "servos[2].velocity_limit: ...", and names options as files do.
func (o *PlantOptions) inFile(err error) error {
	if err == nil {
		return nil
	}
	var errs []error
	for _, text := range strings.Split(err.Error(), "\n") {
		path, joint, text := o.place(text)
		text = goNames.ReplaceAllStringFunc(text, func(name string) string {
			if option, has := fileNames[name]; has {
				return option
			}
			return name
		})
		if word, _, _ := strings.Cut(text, " "); strings.HasSuffix(path, "]") && slices.Contains(servoNames, word) {
			path += "." + word
		}
		if joint != "" {
			text = fmt.Sprintf("joint %q: %s", joint, text)
		}
		if path != "" {
			text = path + ": " + text
		}
		errs = append(errs, errors.New(text))
	}
	return errors.Join(errs...)
}

var (
	ofPlant = regexp.MustCompile(`^plant of world "[^"]*": `)
	ofServo = regexp.MustCompile(`^servo of joint "([^"]*)": `)
	nthOne  = regexp.MustCompile(`^servo ([0-9]+)(?:: | drives )`)
	ofWheel = regexp.MustCompile(`^wheels ([0-9]+) \([a-z]+\): `)
	ofStart = regexp.MustCompile(`^Start of joint "([^"]*)" `)
	goNames = regexp.MustCompile(`\b[A-Z][A-Za-z]*\b`)

	// fileNames are those of options by the names of their fields in Go, servoNames the former of servos.
	fileNames, servoNames = optionNames()
)

// place parts an error into the path of the option that it is about, the joint of a servo, and what it says.
func (o *PlantOptions) place(text string) (path, joint, rest string) {
	text = ofPlant.ReplaceAllString(text, "")
	if found := ofServo.FindStringSubmatch(text); found != nil {
		for i, s := range o.Servos {
			if slices.Contains(s.Joints, found[1]) {
				return fmt.Sprintf("servos[%d]", i), found[1], strings.TrimPrefix(text, found[0])
			}
		}
	}
	if found := nthOne.FindStringSubmatch(text); found != nil {
		n, _ := strconv.Atoi(found[1]) // the pattern has digits only
		for i, s := range o.Servos {
			if n < len(s.Joints) {
				if strings.HasSuffix(found[0], " drives ") {
					text = "this servo drives " + strings.TrimPrefix(text, found[0])
				} else {
					text = strings.TrimPrefix(text, found[0])
				}
				return fmt.Sprintf("servos[%d].joints[%d]", i, n), "", text
			}
			n -= len(s.Joints)
		}
	}
	if found := ofWheel.FindStringSubmatch(text); found != nil {
		return "wheels[" + found[1] + "]", "", strings.TrimPrefix(text, found[0])
	}
	if found := ofStart.FindStringSubmatch(text); found != nil {
		for i, s := range slices.Backward(o.Start) { // the last one, where it is given twice
			if s.Joint == found[1] {
				return fmt.Sprintf("start[%d].position", i), "", "joint " + strings.TrimPrefix(text, "Start of joint ")
			}
		}
	}
	if path, said, found := o.surrounding(text); found {
		return path, "", said
	}
	switch {
	case strings.HasPrefix(text, "Step is "):
		return "step", "", "the step" + strings.TrimPrefix(text, "Step")
	case strings.HasPrefix(text, "Start: "):
		return "start", "", strings.TrimPrefix(text, "Start: ")
	}
	return "", "", text
}

// Units tells the units of numbers that depend on the joints they are about.
func (o *PlantOptions) Units(w *worlds.World) map[string]string {
	units := map[string]string{}
	for i, s := range o.Start {
		for k, unit := range startUnits(w, s.Joint) {
			units[fmt.Sprintf("start[%d].position[%d]", i, k)] = unit
		}
	}
	t := reflect.TypeFor[ServoOptions]()
	for i, s := range o.Servos {
		slides := -1 // 0 of joints that turn, 1 of those that slide, -1 where they differ or are not known
		for k, name := range s.Joints {
			joint, err := w.JointIndex(name)
			if err != nil {
				slides = -1
				break
			}
			one := 0
			if w.Slot(joint).Type == worlds.Prismatic {
				one = 1
			}
			if k > 0 && one != slides {
				slides = -1
				break
			}
			slides = one
		}
		for f := range t.NumField() {
			if both := strings.Split(t.Field(f).Tag.Get("unit"), "|"); slides >= 0 && len(both) == 2 {
				units[fmt.Sprintf("servos[%d].%s", i, t.Field(f).Tag.Get("option"))] = both[slides]
			}
		}
	}
	return units
}

// startUnits are those of the position of a joint, number by number.
func startUnits(w *worlds.World, name string) []string {
	joint, err := w.JointIndex(name)
	if err != nil {
		return nil
	}
	switch t := w.Slot(joint).Type; t {
	case worlds.Planar:
		return []string{"m", "m", "rad"}
	case worlds.Floating:
		return []string{"m", "m", "m"}
	default:
		return []string{worlds.UnitOf(t, messages.ControlPosition)}
	}
}

// optionNames maps the names of fields in Go to those of the options of servos, and lists the latter.
func optionNames() (map[string]string, []string) {
	names, list := map[string]string{"Step": "step", "Start": "start"}, []string(nil)
	t := reflect.TypeFor[ServoOptions]()
	for i := range t.NumField() {
		option := t.Field(i).Tag.Get("option")
		names[t.Field(i).Name] = option
		list = append(list, option)
	}
	return names, list
}
