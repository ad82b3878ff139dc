package urdf

import (
	"reflect"
	"strings"
	"testing"

	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/source"
)

// checkOutcome checks what holds for every text: an outcome is a description of which a world can
// be built, or errors with places within the text, printed without control characters; and it is
// the same when the text is read again.
func checkOutcome(t *testing.T, name string, data []byte, options Options) {
	t.Helper()
	d, err := Parse(name, data, options)
	again, errAgain := Parse(name, data, options)
	if !reflect.DeepEqual(d, again) || (err == nil) != (errAgain == nil) || err != nil && err.Error() != errAgain.Error() {
		t.Errorf("read twice with different outcomes:\n%v\n%v", err, errAgain)
	}
	if err == nil {
		w, err := worlds.Build(d)
		if err != nil {
			t.Fatalf("accepted, but no world can be built of it: %v", err)
		}
		if rebuilt, err := worlds.Build(w.Description()); err != nil || rebuilt.Hashes() != w.Hashes() {
			t.Errorf("a world built again differs: %v", err)
		}
		roundTrip(t, name, d)
		return
	}
	if d != nil {
		t.Error("refused, and a description returned all the same")
	}
	lines := strings.Count(string(data), "\n") + 1
	for _, found := range diagnostics(t, err) {
		if found.Line < 0 || found.Line > lines || found.Problem == "" {
			t.Errorf("the finding %+v is not about this text of %d lines", found, lines)
		}
	}
	if printed := strings.ReplaceAll(err.Error(), "\n", ""); printed != source.Escape(printed) {
		t.Errorf("printed with control characters: %q", printed)
	}
}

func FuzzXML(f *testing.F) {
	f.Add([]byte(sound))
	f.Add([]byte(shapedXML))
	f.Add([]byte(`<robot name="r"><link name="a"><visual><geometry><mesh filename="package://p/m.stl" scale="1 1 1"/></geometry></visual></link></robot>`))
	f.Add([]byte(`<robot name="r"><link name="n/a"/><link name="b"/><joint name="j" type="floating"><parent link="n/a"/><child link="b"/></joint></robot>`))
	f.Add([]byte(`<robot name="r"><link name="a"/><xi:include xmlns:xi="http://www.w3.org/2001/XInclude"/></robot>`))
	f.Add([]byte("\ufeff<?xml version=\"1.0\"?>\r\n<robot name='r'><link name='&lt;a'/></robot>"))
	f.Fuzz(func(t *testing.T, data []byte) {
		checkOutcome(t, "r.urdf", data, Options{})
		checkOutcome(t, "r.urdf", data, Options{BoundlessRevoluteIsContinuous: true, AnyMeshURI: true, PhysicalInertia: true})
	})
}

func FuzzYAML(f *testing.F) {
	f.Add([]byte(soundYAML))
	f.Add([]byte("robot: {name: r, links: [{name: a, visual: {geometry: {mesh: {filename: m.stl}}}}]}\n"))
	f.Add([]byte(shapedYAML))
	f.Add([]byte("robot:\n  name: 'r'\n  links: [{name: a}, {name: b}]\n  joints:\n  - {name: j, type: floating, parent: a, child: b, limits: [{},{},{},{},{},{}]}\n"))
	f.Add([]byte("joint_groups: [{name: g, joints: [j]}]\nrobot: ~\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		checkOutcome(t, "r.yaml", data, Options{})
	})
}
