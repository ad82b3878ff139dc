package record

import (
	"bytes"
	"errors"
	"io"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"

	"google.golang.org/protobuf/types/known/structpb"
	"google.golang.org/protobuf/types/known/wrapperspb"

	"github.com/robo-actors/robo-actors/messages"
)

func TestTheVersionIsThatOfThisModuleWhoeverBuildsIt(t *testing.T) {
	settings := []debug.BuildSetting{
		{Key: "GOAMD64", Value: "v3"}, {Key: "vcs.revision", Value: "abc"}, {Key: "vcs.modified", Value: "true"},
		{Key: "vcs.time", Value: "2025-01-01"}, {Key: "-ldflags", Value: "/home/somebody"},
	}
	const rest = " goamd64=v3 vcs.revision=abc vcs.modified=true"
	for name, test := range map[string]struct {
		build debug.BuildInfo
		want  string
	}{
		"our own command":    {debug.BuildInfo{Main: debug.Module{Path: modulePath, Version: "v1.2.3"}}, "version=v1.2.3" + rest},
		"a program with us":  {debug.BuildInfo{Main: debug.Module{Path: "x", Version: "v9"}, Deps: []*debug.Module{{Path: "y"}, {Path: modulePath, Version: "v0.4.0"}}}, "version=v0.4.0" + rest},
		"an unknown version": {debug.BuildInfo{Main: debug.Module{Path: "x"}}, strings.TrimSpace(rest)},
	} {
		test.build.Settings = settings
		var got []string
		for _, e := range buildEntries(&test.build) {
			got = append(got, e.Key+"="+e.Value)
		}
		if s := strings.Join(got, " "); s != test.want {
			t.Errorf("%s: %q; expected %q", name, s, test.want)
		}
	}
}

func TestARunIsDescribedTheSameEachTime(t *testing.T) {
	a, b := RunEntries(3), RunEntries(3)
	if len(a) < 3 || len(a) != len(b) {
		t.Fatalf("entries %v and %v", a, b)
	}
	for i := range a {
		if a[i] != b[i] {
			t.Errorf("entry %v became %v", a[i], b[i])
		}
	}
	if arch, _ := entryOf(a, "goarch"); arch != runtime.GOARCH {
		t.Errorf("goarch %q; expected %q", arch, runtime.GOARCH)
	}
	if err := checkEntries("the run", a); err != nil {
		t.Error(err)
	}
}

func TestTimesArePrintedToTheNanosecond(t *testing.T) {
	for at, want := range map[messages.Instant]string{
		0: "0.000000000", 1: "0.000000001", -1: "-0.000000001", 1_500_000_000: "1.500000000",
		-2_000_000_001: "-2.000000001", 1<<63 - 1: "9223372036.854775807", -1 << 63: "-9223372036.854775808",
	} {
		if got := seconds(at); got != want {
			t.Errorf("%d ns: %s; expected %s", int64(at), got, want)
		}
	}
}

func TestValuesThatRobotsSeldomHaveArePrintedToo(t *testing.T) {
	text := wrapperspb.Bytes([]byte{0xff, 0}).ProtoReflect()
	if got := string(asJSON.appendFields(nil, text)); got != `"value":"/wA="` {
		t.Errorf("bytes print as %s", got)
	}
	if got := string(asText.appendFields(nil, wrapperspb.Double(1e300).ProtoReflect())); got != "value=1e+300" {
		t.Errorf("a large number prints as %s", got)
	}
	for _, test := range [][3]string{
		{"CONTROL_MODE_EFFORT", "ControlMode", "EFFORT"}, {"MODE_RUN", "Mode", "RUN"}, {"NULL_VALUE", "NullValue", "NULL_VALUE"},
		{"MODERATE", "Mode", "MODERATE"}, {"MODE_", "Mode", "MODE_"}, {"CONTROLMODE_X", "ControlMode", "CONTROLMODE_X"}, {"", "Mode", ""}, {"CONTROL", "ControlMode", "CONTROL"},
	} {
		if got := withoutPrefix(test[0], test[1]); got != test[2] {
			t.Errorf("%s of %s is called %q; expected %q", test[0], test[1], got, test[2])
		}
	}
	if got := string(asJSON.appendEnum(nil, structpb.NullValue(0).Descriptor(), 5)); got != "5" {
		t.Errorf("a number without a name prints as %s", got)
	}
}

func TestAPublishTimeBeforeTheStartIsKept(t *testing.T) {
	var b bytes.Buffer
	w, err := NewWriter(&b, Options{})
	if err != nil {
		t.Fatal(err)
	}
	id, err := w.Channel("/p", codecOf(t, &messages.Pose{}))
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Write(id, 0, messages.Stamp{Time: -40}, &messages.Pose{}); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if have, err := Series[messages.Pose](open(t, b.Bytes()), "/p"); err != nil || have[0].Stamp.Time != -40 {
		t.Errorf("samples %v, %v; expected a stamp of -40 ns", have, err)
	}
}

func TestAMessageThatCannotBeDecodedIsNamed(t *testing.T) {
	var b bytes.Buffer
	w, err := NewWriter(&b, Options{})
	if err != nil {
		t.Fatal(err)
	}
	id, err := w.Channel("/drives", codecOf(t, &messages.DriveState{}))
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Write(id, 7_000_000, messages.Stamp{}, &messages.DriveState{Mode: []messages.Mode{99}}); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	r := open(t, b.Bytes())
	if _, err := Series[messages.DriveState](r, "/drives"); err == nil || !strings.Contains(err.Error(), "topic /drives at 0.007000s: unknown name: robo_actors.v1.DriveState.mode[0]") {
		t.Errorf("error %v; expected topic, time and field", err)
	}
	if err := Cat(r, io.Discard, CatOptions{}); err != nil {
		t.Errorf("what no program understands can still be printed: %v", err)
	}
}

func TestLargeFilesAreRefused(t *testing.T) {
	w, err := NewWriter(io.Discard, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Attach(File{Name: "big", Data: make([]byte, maxFile+1)}, 0); !errors.Is(err, errTooLarge) {
		t.Errorf("error %v; expected errTooLarge", err)
	}
}
