package urdf

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/source"
)

// chain is a robot of n joints one behind the other.
func chain(n int) []byte {
	var b strings.Builder
	b.WriteString(`<robot name="chain"><link name="l0"/>`)
	for i := 1; i <= n; i++ {
		fmt.Fprintf(&b, `<link name="l%d"><inertial><mass value="1"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial></link>`, i)
		fmt.Fprintf(&b, `<joint name="j%d" type="continuous"><parent link="l%d"/><child link="l%d"/><axis xyz="0 0 1"/></joint>`, i, i-1, i)
	}
	return []byte(b.String() + "</robot>")
}

// emptyVisuals is a robot whose link has n visual elements without geometry.
func emptyVisuals(n int) []byte {
	return []byte(`<robot name="r"><link name="a">` + strings.Repeat("<visual/>", n) + `</link></robot>`)
}

func TestLargeRobotsCostMemoryInProportionToTheirText(t *testing.T) {
	for name, data := range map[string][]byte{
		"a chain of 1 000 joints": chain(1000), "a chain of 4 000 joints": chain(4000), "44 000 empty visuals": emptyVisuals(44_000),
		"48 000 joints": []byte(`<robot name="r"><link name="a"/>` + strings.Repeat(`<joint name="j"/>`, 48_000) + `</robot>`),
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		d, err := Parse("r.urdf", data, Options{})
		runtime.ReadMemStats(&after)
		if refused := name == "48 000 joints"; (err != nil) != refused {
			t.Errorf("%s: %v", name, err)
		}
		if used, bound := after.TotalAlloc-before.TotalAlloc, uint64(128*len(data)); used > bound {
			t.Errorf("%s: %d bytes allocated for %d bytes of text, expected at most %d", name, used, len(data), bound)
		}
		if d != nil && len(d.Notes) > 2 {
			t.Errorf("%s: %d notes", name, len(d.Notes))
		}
	}
}

func TestNotesOfOneKindAreCounted(t *testing.T) {
	d, err := Parse("r.urdf", emptyVisuals(44_000), Options{})
	if err != nil || len(d.Notes) != 1 || d.Notes[0].Problem != "a visual element without geometry is ignored, 44000 times" || d.Notes[0].Line != 1 {
		t.Errorf("%v %+v", err, d)
	}
}

func TestNotesAreKeptAsManyAsErrors(t *testing.T) {
	var b strings.Builder
	b.WriteString(`<robot name="r"><link name="l0"/>`)
	const n = 1500
	for i := 1; i <= n; i++ {
		fmt.Fprintf(&b, "\n"+`<link name="l%d"/><joint name="j%d" type="continuous"><parent link="l0"/><child link="l%d"/><axis xyz="0 0 2"/></joint>`, i, i, i)
	}
	d, err := Parse("r.urdf", []byte(b.String()+"</robot>"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if len(d.Notes) != source.MaxKept+1 || d.Notes[source.MaxKept].Problem != fmt.Sprintf("%d more notes", n-source.MaxKept) {
		t.Errorf("%d notes, the last one %q", len(d.Notes), d.Notes[len(d.Notes)-1].Problem)
	}
}

func BenchmarkLargeRobots(b *testing.B) {
	for name, data := range map[string][]byte{"chain of 1000": chain(1000), "chain of 4000": chain(4000), "44000 empty visuals": emptyVisuals(44_000)} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				d, err := Parse("r.urdf", data, Options{})
				if err != nil {
					b.Fatal(err)
				}
				if _, err := worlds.Build(d); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
