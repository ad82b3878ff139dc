package generate

import (
	"go/token"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
)

func TestANameOfAFileBecomesAGoName(t *testing.T) {
	for name, want := range map[string]string{
		"arm_joint_1": "ArmJoint1", "arm.joint-1": "ArmJoint1", "arm:joint:1": "ArmJoint1", "leftFoot": "LeftFoot", "LeftFoot": "LeftFoot",
		"l_1_11": "L1_11", "l_11_1": "L11_1", "joint_12": "Joint12", "joint_1_2": "Joint1_2", "joint_1__2": "Joint1_2", "joint1_2b": "Joint1_2b",
		"_hidden": "Hidden", "tool_": "Tool", "x": "X", "type": "Type", "a.b_c-d:e": "ABCDE", "IMU": "IMU", "imu_link": "ImuLink",
	} {
		if got, err := goName(name); got != want || err != nil {
			t.Errorf("%s becomes %s (%v), expected %s", name, got, err, want)
		}
	}
}

func TestANameThatBecomesNoGoNameIsRefused(t *testing.T) {
	for name, want := range map[string]string{
		"": "has no letter", "_": "has no letter", "-:.": "has no letter", "1": "begins with a digit", "_2nd": "begins with a digit",
		"épaule": "only the letters", "joint 1": "only the letters", "a/b": "only the letters", "関節": "only the letters", "a\x00": "only the letters", "a\xff": "only the letters",
	} {
		got, err := goName(name)
		if err == nil || got != "" || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "give it another name in the file") {
			t.Errorf("%q becomes %q (%v), expected an error with %q", name, got, err, want)
		}
	}
}

func TestTwoNamesThatBecomeOneAreBothNamed(t *testing.T) {
	s := scope{}
	s.reserve("the method", "Values")
	if err := s.take("Joint1", "joint joint_1"); err != nil {
		t.Fatal(err)
	}
	if err := s.take("Joint1", "joint joint1"); err == nil || err.Error() != "joint joint_1 and joint joint1 both become Joint1 in Go; give one of them another name in the file" {
		t.Errorf("error %v, expected one with both", err)
	}
	if err := s.take("Values", "joint values"); err == nil || !strings.Contains(err.Error(), "the method Values and joint values") {
		t.Errorf("error %v, expected one with the method", err)
	}
}

// letters returns a name without what goName may change: separators, and capitals.
func letters(name string) string {
	return strings.ToLower(strings.NewReplacer("_", "", ".", "", ":", "", "-", "").Replace(name))
}

// checkGoName checks what must be true of every name.
func checkGoName(t testing.TB, name string) {
	t.Helper()
	got, err := goName(name)
	switch {
	case err != nil && got != "":
		t.Errorf("%q becomes %q in spite of %v", name, got, err)
	case err != nil:
		first := strings.TrimLeft(name, "_.:-")
		if worlds.CheckName(name) == nil && first != "" && (first[0] < '0' || first[0] > '9') {
			t.Errorf("%q is refused: %v; it has a letter first", name, err)
		}
	case !token.IsIdentifier(got) || !token.IsExported(got):
		t.Errorf("%q becomes %q, which is no exported name", name, got)
	case letters(got) != letters(name):
		t.Errorf("%q becomes %q, which has other letters", name, got)
	}
	if again, _ := goName(name); again != got {
		t.Errorf("%q becomes %q, and then %q", name, got, again)
	}
}

func FuzzGoName(f *testing.F) {
	for _, name := range []string{"arm_joint_1", "l_1_1", "1st", "_", "a..b", "épaule", "x-1-1", "a\xff"} {
		f.Add(name)
	}
	f.Fuzz(func(t *testing.T, name string) { checkGoName(t, name) })
}

// Names of worlds are drawn from few letters, so that many become one.
func TestDrawnNamesBecomeDistinctGoNamesOrErrors(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s, taken := scope{}, map[string]string{} // Go name -> name
		for _, name := range rapid.SliceOfDistinct(rapid.StringMatching(`[aAb12_.:-]{1,6}`), rapid.ID).Draw(t, "names") {
			got, err := goName(name)
			if err != nil {
				continue
			}
			err = s.take(got, name)
			other, twice := taken[got]
			switch {
			case twice && err == nil:
				t.Fatalf("%q and %q both become %s, and nobody says so", other, name, got)
			case twice && (!strings.Contains(err.Error(), other) || !strings.Contains(err.Error(), name)):
				t.Fatalf("%v does not name %q and %q", err, other, name)
			case !twice && err != nil:
				t.Fatalf("%q becomes %s, which nobody else has: %v", name, got, err)
			}
			if !twice {
				taken[got] = name
			}
		}
	})
}

func TestEveryControlModeHasItsMethods(t *testing.T) {
	for _, c := range messages.ControlModes() {
		if !slices.ContainsFunc(mixes, func(m mix) bool { return m.control == c }) {
			t.Errorf("no method commands %s", c)
		}
	}
	if n := len(messages.ControlModes()); len(mixes) != n {
		t.Errorf("%d mixes of %d control modes", len(mixes), n)
	}
}
