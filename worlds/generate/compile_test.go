package generate

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"
)

// compiler checks the types of packages of one file each, against the real packages that they
// import.
type compiler struct {
	set   *token.FileSet
	known map[string]*types.Package
}

// newCompiler reads the types of everything that generated code imports, from what the compiler
// wrote.
func newCompiler(t *testing.T) *compiler {
	t.Helper()
	if testing.Short() {
		t.Skip("it compiles what generated code imports, which has nothing for the race detector that the short run is for; the plain run of this test compiles it all")
	}
	c := &compiler{set: token.NewFileSet(), known: map[string]*types.Package{}}
	found, err := packages.Load(&packages.Config{Mode: packages.LoadTypes, Fset: c.set}, module+"actors/planners/pickplace", module+"messages", module+"worlds", module+"worlds/app", module+"worlds/environment", module+"worlds/typed", "math", "text/template")
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range found {
		for _, e := range p.Errors {
			t.Fatal(e)
		}
		c.known[p.PkgPath] = p.Types
	}
	return c
}

// Import finds a package that was read or checked before.
func (c *compiler) Import(path string) (*types.Package, error) {
	if p, known := c.known[path]; known {
		return p, nil
	}
	return nil, fmt.Errorf("package %s was not read: generated code imports more than it did", path)
}

// check returns the errors of a package, whose path is its name from then on.
func (c *compiler) check(name, text string) (errors []string) {
	file, err := parser.ParseFile(c.set, name+".go", text, parser.SkipObjectResolution)
	if err != nil {
		return []string{err.Error()}
	}
	config := types.Config{Importer: c, Error: func(err error) { errors = append(errors, err.Error()) }}
	c.known[name], _ = config.Check(name, c.set, []*ast.File{file}, nil) // Error gets every error
	return errors
}

// applications are those of the examples, and one with a joint of each kind. The kind of drives of
// examples/custom_drive is known to its own program only.
func applications(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob("../../examples/*/*.yaml")
	if err != nil || len(files) < 5 {
		t.Fatalf("the examples have %d applications (%v)", len(files), err)
	}
	files = slices.DeleteFunc(files, func(f string) bool { return filepath.Base(filepath.Dir(f)) == "custom_drive" })
	return append(files, "../../supervision/testdata/kinds/app.yaml")
}

func TestTheCodeOfEveryApplicationCompiles(t *testing.T) {
	c := newCompiler(t)
	for _, file := range applications(t) {
		source, err := Source(load(t, file), "robot")
		if err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		for _, e := range c.check("robot", string(source)) {
			t.Errorf("%s: %s", file, e)
		}
	}
}

// What a joint has not, another unit, another group, and what is not in the file does not compile.
// Each line is in its own function; the first ones are right, so that nothing else is
// wrong with the others.
func TestWhatAJointHasNotDoesNotCompile(t *testing.T) {
	c := newCompiler(t)
	source, err := render(everyJoint(t), "robot", senders())
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range c.check("robot", string(source)) {
		t.Error(e)
	}
	lines := []struct{ line, want string }{
		{"var _ messages.Radians = state.JawLeft().Position", ""},
		{"var _ messages.Meters = state.Lift().Position", ""},
		{"var _ messages.MetersPerSecond = state.Plane().Velocity.X", ""},
		{"var _ messages.Twist = state.Float().Velocity", ""},
		{"gripper.JawLeft().SetPosition(0.3)", ""},
		{"gripper.Lift().SetPositionVelocityEffort(0.3, 0, 12)", ""},
		{"gripper.SetPosition(state.GripperGroup().Position)", ""},
		{"gripper.SetEffort(robot.RobotGripperLimits.Effort)", ""},
		{"body.Plane().SetVelocity(typed.PlanarVelocity{X: 1})", ""},
		{"body.Float().SetEffort(typed.Wrench{})", ""},
		{"var _ float64 = robot.RobotBodyLimits.Upper[8]", ""},
		{"var _ typed.Output[messages.Pose] = robot.RobotEye2.Pose", ""},

		{"var _ messages.Meters = state.JawLeft().Position", "cannot use"},
		{"var _ messages.Radians = state.Lift().Position", "cannot use"},
		{"var _ messages.Radians = state.JawLeft().Velocity", "cannot use"},
		{"var _ messages.Meters = robot.RobotLimits.JawLeft.Upper", "cannot use"},
		{"state.Clamp()", "has no field or method Clamp"},
		{"state.Elbow()", "has no field or method Elbow"},
		{"gripper.JawLeft().SetVelocity(1)", "has no field or method SetVelocity"},
		{"gripper.JawRight()", "has no field or method JawRight"},
		{"gripper.JawLeft().SetEffort(messages.Newtons(1))", "cannot use"},
		{"gripper.Lift().SetPosition(state.JawLeft().Position)", "cannot use"},
		{"gripper.Lift().SetPosition(state.Lift().Velocity)", "cannot use"},
		{"gripper.SetVelocity(state.GripperGroup().Velocity)", "has no field or method SetVelocity"},
		{"gripper.SetPosition(state.GripperGroup().Effort)", "cannot use"},
		{"gripper.SetEffort(robot.RobotCastersEffort{})", "cannot use"},
		{"body.Float().SetPosition(messages.Pose{})", "has no field or method SetPosition"},
		{"body.Plane().SetVelocity(messages.Twist{})", "cannot use"},
		{"body.SetPosition(state.BodyGroup().Position)", "has no field or method SetPosition"},
		{"robot.NewRobotCastersCommand()", "undefined: robot.NewRobotCastersCommand"},
		{"var _ typed.Output[messages.Twist] = robot.RobotEye2.Pose", "cannot use"},
		{"_ = robot.RobotEye2.Hidden", "undefined"},
		{"_ = typed.ByPosition[messages.Newtons]{}", "does not satisfy"},
		{"_ = robot.RobotBodyLimits.Upper[9]", "out of bounds"},
	}
	for _, l := range lines {
		errors := c.check("p", fmt.Sprintf("package p\n\nimport (\n\t%q\n\t%q\n\t\"robot\"\n)\n\nvar (\n\t_ messages.Radians\n\t_ typed.Sizes\n)\n\n"+
			"func f(state robot.RobotState, gripper robot.RobotGripperCommand, body robot.RobotBodyCommand) {\n\t%s\n}\n", module+"messages", module+"worlds/typed", l.line))
		switch {
		case l.want == "" && len(errors) > 0:
			t.Errorf("%s does not compile: %q", l.line, errors)
		case l.want != "" && (len(errors) != 1 || !strings.Contains(errors[0], l.want)):
			t.Errorf("%s: errors %q, expected one with %q", l.line, errors, l.want)
		}
	}
}
