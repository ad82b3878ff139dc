package command

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/robo-actors/robo-actors/worlds/app"
	"github.com/robo-actors/robo-actors/worlds/app/draft"
)

// An OpenRAVE robot names the files of its parts, which are copied to the same places.
func TestNewCopiesTheFilesThatARobotNames(t *testing.T) {
	arm, err := os.ReadFile("../../../worlds/collada/testdata/arm.dae")
	if err != nil {
		t.Fatal(err)
	}
	from, to := t.TempDir(), t.TempDir()
	for name, content := range map[string]string{
		"two.robot.xml": `<robot name="two"><kinbody file="parts/torso.kinbody.xml"/> <robot file="parts/arm.dae" prefix="left_"/>
<kinbody><joint name="shoulder" type="hinge" enable="false"><body>torso</body><body>left_base</body><limits>0 0</limits></joint></kinbody></robot>`,
		"parts/torso.kinbody.xml": `<kinbody><body name="torso"/></kinbody>`,
		"parts/arm.dae":           string(arm),
	} {
		file := filepath.Join(from, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var said strings.Builder
	file := filepath.Join(to, "app.yaml")
	if err := writeNew(&said, filepath.Join(from, "two.robot.xml"), file, draft.Choices{}); err != nil {
		t.Fatal(err)
	}
	if want := "two.robot.xml, 2 files that it names, and 1 file with meshes\n"; !strings.Contains(said.String(), want) {
		t.Errorf("new said %q; expected %q", said.String(), want)
	}
	c, err := app.LoadFile(file, standardKinds())
	if err != nil {
		t.Fatal(err)
	}
	if len(c.Files) != 4 {
		t.Errorf("the application has the files %v; expected itself, the robot and its parts", c.Files)
	}
}
