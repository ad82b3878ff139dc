package urdf

import (
	"os"
	"strings"
	"testing"
)

// doubtful is a robot whose pan carries a boom, which carries a tool fixed to it and a weight.
func doubtful(limit, boom, tool, weight string) string {
	return `<robot name="r"><link name="base"/><link name="pan">` + weight + `</link><link name="boom">` + boom + `</link>` +
		`<link name="tool">` + tool + `</link><link name="tip">` + weight + `</link>` +
		`<joint name="pan" type="revolute"><parent link="base"/><child link="pan"/><axis xyz="0 0 1"/><limit effort="5" ` + limit + `/></joint>` +
		`<joint name="tilt" type="continuous"><parent link="pan"/><child link="boom"/><axis xyz="0 1 0"/></joint>` +
		`<joint name="mount" type="fixed"><parent link="boom"/><child link="tool"/></joint>` +
		`<joint name="spin" type="continuous"><parent link="tool"/><child link="tip"/><axis xyz="1 0 0"/></joint></robot>`
}

func TestDescriptionsThatLookMistakenAreNoted(t *testing.T) {
	const (
		sound  = `lower="-2" upper="2" velocity="3"`
		shape  = `<visual><geometry><box size="1 1 1"/></geometry></visual>`
		weight = `<inertial><mass value="1"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial>`
		free   = "the link moves and has shapes but no mass"
	)
	for name, c := range map[string]struct{ limit, boom, tool, weight, path, want string }{
		"nothing":                         {sound, shape + weight, "", weight, "", ""},
		"bounds in degrees":               {`lower="-170" upper="170" velocity="90"`, "", "", weight, "r.joints[pan].limit", "the limits of -170 to 170 rad are up to 27.1 turns from zero; were degrees meant (-2.97 to 2.97 rad)?"},
		"one bound in degrees":            {`lower="0" upper="90" velocity="1"`, "", "", weight, "r.joints[pan].limit", "the limits of 0 to 90 rad are up to 14.3 turns from zero; were degrees meant (0 to 1.57 rad)?"},
		"two turns each way":              {`lower="-12.5664" upper="12.5664" velocity="1"`, "", "", weight, "", ""},
		"bounds that mean none":           {`lower="-1e9" upper="1e9" velocity="1000"`, "", "", weight, "", ""},
		"a velocity in degrees":           {`lower="-2" upper="2" velocity="90"`, "", "", weight, "r.joints[pan].limit.velocity", "the velocity limit of 90 rad/s is 14.3 turns a second; were degrees meant (1.57 rad/s)?"},
		"a fast motor":                    {`lower="-2" upper="2" velocity="45"`, "", "", weight, "", ""},
		"a velocity that means none":      {`lower="-2" upper="2" velocity="1000"`, "", "", weight, "", ""},
		"shapes without mass":             {sound, shape, "", weight, "r.links[boom]", free},
		"mass that is fixed to the boom":  {sound, shape, weight, weight, "", ""},
		"a shape that is fixed to a link": {sound, "", shape, weight, "r.links[tool]", free},
		"a frame":                         {sound, "", "", weight, "", ""},
		"a robot without any mass":        {sound, shape, shape, "", "", ""},
	} {
		d, err := Parse("r.urdf", []byte(doubtful(c.limit, c.boom, c.tool, c.weight)), Options{})
		switch {
		case err != nil:
			t.Errorf("%s: %v", name, err)
		case c.want == "" && len(d.Notes) > 0, c.want != "" && len(d.Notes) != 1:
			t.Errorf("%s: the notes are %v, want %q", name, d.Notes, c.want)
		case c.want != "" && (d.Notes[0].Path != c.path || !strings.HasPrefix(d.Notes[0].Problem, c.want) || d.Notes[0].Line != 1):
			t.Errorf("%s: got %+v\n\twant %q at %s", name, d.Notes[0], c.want, c.path)
		}
	}
}

func TestNoRobotOfTheCorpusLooksMistaken(t *testing.T) {
	for name := range robots {
		d, err := Load(os.DirFS(shared(t, "robots")), name+".urdf", Options{BoundlessRevoluteIsContinuous: true})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		for _, note := range d.Notes {
			if strings.Contains(note.Problem, "were degrees meant") || strings.Contains(note.Problem, "has shapes but no mass") {
				t.Errorf("%s: %v", name, note)
			}
		}
	}
}
