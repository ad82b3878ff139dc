// Package robotfile reads a robot description in any known format, which the name of the file
// says:
//
//	.urdf, .xml, .xacro            URDF (files of xacro are refused with the command that expands them)
//	.yaml, .yml                    urdf.yaml
//	.robot.xml, .kinbody.xml,
//	.env.xml                       OpenRAVE XML
//	.dae, .zae                     COLLADA with the robot extensions
//
// Applications and commands read descriptions with it, so that all of them know the same formats.
// OpenRAVE XML may name further files, which are looked for beside the file that names them, and
// from the root of the file system.
package robotfile

import (
	"fmt"
	"io/fs"
	"path"
	"strings"

	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/collada"
	"github.com/robo-actors/robo-actors/worlds/openrave"
	"github.com/robo-actors/robo-actors/worlds/source"
	"github.com/robo-actors/robo-actors/worlds/urdf"
)

// reader reads one format.
type reader struct {
	// extensions are ends of names in lower case; a longer one counts before a shorter one.
	extensions []string
	// load reads a file with those that it names, parse a text that names no others.
	load  func(fsys fs.FS, name string, options urdf.Options) (*worlds.Description, error)
	parse func(name string, data []byte, options urdf.Options) (*worlds.Description, error)
}

// formats are the known formats. OpenRAVE comes first: its extensions are longer than .xml.
var formats = []reader{
	{
		[]string{".robot.xml", ".kinbody.xml", ".env.xml"},
		func(fsys fs.FS, name string, _ urdf.Options) (*worlds.Description, error) {
			d, err := openrave.Load(fsys, name, openrave.Options{Roots: []string{"."}, Collada: collada.Parse})
			return only(name, d, err)
		},
		func(name string, data []byte, _ urdf.Options) (*worlds.Description, error) {
			d, err := openrave.Parse(name, data)
			return only(name, d, err)
		},
	},
	{
		[]string{".dae", ".zae"},
		func(fsys fs.FS, name string, _ urdf.Options) (*worlds.Description, error) {
			d, err := collada.Load(fsys, name)
			return only(name, d, err)
		},
		func(name string, data []byte, _ urdf.Options) (*worlds.Description, error) {
			d, err := collada.Parse(name, data)
			return only(name, d, err)
		},
	},
	{[]string{".urdf", ".yaml", ".yml", ".xml", ".xacro"}, urdf.Load, urdf.Parse},
}

// Extensions returns the known ends of names, with their dots.
func Extensions() (all []string) {
	for i := range formats {
		all = append(all, formats[i].extensions...)
	}
	return all
}

// Load reads the description at a path of fsys. The options are those of URDF and have no effect on
// other formats. A document of several robots is refused. The error is a *source.Diagnostics.
func Load(fsys fs.FS, name string, options urdf.Options) (*worlds.Description, error) {
	f, err := formatOf(name)
	if err != nil {
		return nil, err
	}
	return f.load(fsys, name, options)
}

// Parse reads a description from data, as [Load] does. A file that names other files is refused.
func Parse(name string, data []byte, options urdf.Options) (*worlds.Description, error) {
	f, err := formatOf(name)
	if err != nil {
		return nil, err
	}
	return f.parse(name, data, options)
}

// Known reports whether the name of a file is that of a known format other than YAML, which holds
// applications too.
func Known(name string) bool {
	f, err := formatOf(name)
	extension := strings.ToLower(path.Ext(name))
	return err == nil && f != nil && extension != ".yaml" && extension != ".yml"
}

// formatOf returns the format of a file.
func formatOf(name string) (*reader, error) {
	lower := strings.ToLower(name)
	for i := range formats {
		for _, extension := range formats[i].extensions {
			if strings.HasSuffix(lower, extension) {
				return &formats[i], nil
			}
		}
	}
	known := Extensions()
	return nil, refused(name, "no format of robot descriptions has the extension "+source.Quote(path.Ext(name)),
		"a name that ends with "+strings.Join(known, ", "), source.DidYouMean(strings.ToLower(path.Ext(name)), known))
}

func refused(name, problem, expected, hint string) error {
	var list source.Diagnostics
	list.Add(source.Diagnostic{Position: source.Position{File: name}, Problem: problem, Expected: expected, Hint: hint})
	return list.Err()
}

// only returns the description of the only robot of a document, or of its only body.
func only(name string, d *openrave.Document, err error) (*worlds.Description, error) {
	if err != nil {
		return nil, err
	}
	list := d.Robots
	if len(list) == 0 {
		list = d.Bodies
	}
	if len(list) != 1 {
		names := make([]string, len(list))
		for i := range list {
			names[i] = list[i].Description.Name
		}
		return nil, refused(name, fmt.Sprintf("the file has %d robots or bodies: %s", len(list), source.Listed(names, 12)), "a file of one robot", "")
	}
	out := list[0].Description
	out.Notes = append(out.Notes, d.Notes...)
	return out, nil
}
