package dictionary

import (
	"bytes"
	"encoding/hex"
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/tinylib/msgp/msgp"

	"github.com/robo-actors/robo-actors/messages"
)

var upkieJoints = []string{"left_hip", "left_knee", "left_wheel", "right_hip", "right_knee", "right_wheel"}

func newUpkieAction() *Action { return NewAction(upkieJoints, DefaultServoAction()) }

// pack returns the MessagePack of maps, arrays, strings and numbers.
func pack(t testing.TB, value any) []byte {
	t.Helper()
	b, err := msgp.AppendIntf(nil, value)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// servo returns a message with one key of one servo.
func servo(joint, key string, value any) any {
	return object{"servo": object{joint: object{key: value}}}
}

type object = map[string]any

// same compares two actions in every part, and treats NaN as equal to itself.
func same(a, b *Action) bool {
	return bytes.Equal(a.Append(nil), b.Append(nil)) && strings.Join(a.Unknown, " ") == strings.Join(b.Unknown, " ") &&
		a.UnknownKeys == b.UnknownKeys
}

func TestTheBufferOfUpkiesOwnTestIsRead(t *testing.T) {
	data, err := hex.DecodeString("81a5736572766f81a86c6566745f68697081a8706f736974696f6ecb3ff0000000000000")
	if err != nil || len(data) != 36 {
		t.Fatal(len(data), err)
	}
	a := newUpkieAction()
	if err := a.Merge(data); err != nil {
		t.Fatal(err)
	}
	want := newUpkieAction()
	want.Servos[0].Position = 1
	if !same(a, want) {
		t.Errorf("got %+v", a.Servos)
	}
}

func TestAnActionBeginsWithTheDefaultsOfUpkie(t *testing.T) {
	for i, s := range newUpkieAction().Servos {
		if !math.IsNaN(s.Position) || s.Velocity != 0 || s.FeedforwardTorque != 0 || s.KpScale != 1 || s.KdScale != 1 || s.MaximumTorque != 1 {
			t.Errorf("%s: %+v", upkieJoints[i], s)
		}
	}
}

func TestUpdatesPersistAndTheLastOfEqualKeysCounts(t *testing.T) {
	a := newUpkieAction()
	messages := [][]byte{
		pack(t, servo("left_knee", "velocity", 2.5)),
		pack(t, servo("left_knee", "maximum_torque", 3)),
		pack(t, servo("left_knee", "velocity", nil)),
		pack(t, object{"servo": nil, "bullet": object{"target_ground_velocity": float32(0.5)}, "env": object{"note": "a"}}),
		append(append([]byte{0x82}, pack(t, servo("right_hip", "kp_scale", 4))[1:]...), pack(t, servo("right_hip", "kp_scale", 5))[1:]...),
	}
	for i, m := range messages {
		if err := a.Merge(m); err != nil {
			t.Fatalf("message %d: %v", i, err)
		}
	}
	knee, hip := a.Servos[1], a.Servos[3]
	if knee.Velocity != 2.5 || knee.MaximumTorque != 3 || hip.KpScale != 5 || a.Target.Velocity != 0.5 || string(a.Env) != string(pack(t, object{"note": "a"})) {
		t.Errorf("knee %+v, hip %+v, target %+v, env %x", knee, hip, a.Target, a.Env)
	}
	a.Reset()
	if !same(a, newUpkieAction()) {
		t.Errorf("after a reset: %+v", a)
	}
}

func TestEveryKindOfNumberIsANumber(t *testing.T) {
	for _, x := range []any{int8(7), uint8(7), int16(7), uint64(7), int64(7), float32(7), 7.0} {
		a := newUpkieAction()
		if err := a.Merge(pack(t, servo("left_wheel", "velocity", x))); err != nil || a.Servos[2].Velocity != 7 {
			t.Errorf("%T: %v, %v", x, a.Servos[2].Velocity, err)
		}
	}
	a := newUpkieAction()
	if err := a.Merge(pack(t, servo("left_wheel", "velocity", uint64(math.MaxUint64)))); err != nil || a.Servos[2].Velocity != math.MaxUint64 {
		t.Errorf("2^64-1: %v, %v", a.Servos[2].Velocity, err)
	}
}

func TestUnknownKeysAreCountedAndTheFirstAreListed(t *testing.T) {
	a := newUpkieAction()
	message := pack(t, object{"note": []any{1, 2, 3}})
	for range 3 {
		if err := a.Merge(message); err != nil {
			t.Fatal(err)
		}
	}
	for _, m := range []any{servo("left_hipp", "position", 1), servo("left_hip", "positon", 1), object{"bullet": object{"external_forces": object{}}}} {
		if err := a.Merge(pack(t, m)); err != nil {
			t.Fatal(err)
		}
	}
	if got := strings.Join(a.Unknown, " "); got != "note servo.left_hipp servo.left_hip.positon bullet.external_forces" || a.UnknownKeys != 6 {
		t.Errorf("unknown %d: %s", a.UnknownKeys, got)
	}
	for i := range 100 {
		if err := a.Merge(pack(t, object{strings.Repeat("x", i): 0})); err != nil {
			t.Fatal(err)
		}
	}
	if len(a.Unknown) != 16 || a.UnknownKeys != 106 {
		t.Errorf("%d of %d unknown keys are listed; expected 16 of 106", len(a.Unknown), a.UnknownKeys)
	}
}

func nested(depth int) []byte {
	b := []byte("\x81\xa1x")
	for range depth {
		b = append(b, 0x91)
	}
	return append(b, 0xc0)
}

func TestARejectedMessageChangesNothing(t *testing.T) {
	for _, test := range []struct {
		name string
		data []byte
		kind error
		path string
	}{
		{"nothing", nil, ErrSyntax, ""},
		{"a list", pack(t, []any{1, 2}), ErrKind, ""},
		{"a number", pack(t, 1), ErrKind, ""},
		{"nil", pack(t, nil), ErrKind, ""},
		{"a servo that is a list", pack(t, object{"servo": []any{}}), ErrKind, "servo"},
		{"a joint that is a number", pack(t, object{"servo": object{"left_hip": 1}}), ErrKind, "servo.left_hip"},
		{"a string", pack(t, servo("left_hip", "velocity", "1")), ErrKind, "servo.left_hip.velocity"},
		{"a bool", pack(t, servo("left_hip", "velocity", true)), ErrKind, "servo.left_hip.velocity"},
		{"a list of numbers", pack(t, servo("left_hip", "velocity", []any{1.0})), ErrKind, "servo.left_hip.velocity"},
		{"NaN velocity", pack(t, servo("left_hip", "velocity", math.NaN())), ErrRange, "servo.left_hip.velocity"},
		{"NaN torque", pack(t, servo("left_hip", "maximum_torque", math.NaN())), ErrRange, "servo.left_hip.maximum_torque"},
		{"infinite position", pack(t, servo("left_hip", "position", math.Inf(1))), ErrRange, "servo.left_hip.position"},
		{"negative gain", pack(t, servo("left_hip", "kp_scale", -5)), ErrRange, "servo.left_hip.kp_scale"},
		{"negative damping", pack(t, servo("left_hip", "kd_scale", -0.1)), ErrRange, "servo.left_hip.kd_scale"},
		{"a target that is a string", pack(t, object{"bullet": object{"target_yaw_velocity": "left"}}), ErrKind, "bullet.target_yaw_velocity"},
		{"truncated", pack(t, servo("left_hip", "velocity", 1.5))[:30], ErrSyntax, "servo.left_hip.velocity"},
		{"two objects", append(pack(t, object{}), 0xc0), ErrSyntax, ""},
		{"the reserved byte", []byte("\x81\xa1x\xc1"), ErrSyntax, "x"},
		{"a huge array", []byte("\x81\xa1x\xdd\xff\xff\xff\xff"), ErrSyntax, "x"},
		{"a huge map", []byte("\xdf\xff\xff\xff\xff"), ErrSyntax, ""},
		{"a huge string", []byte("\x81\xa1x\xdb\xff\xff\xff\xff"), ErrSyntax, "x"},
		{"huge binary data", []byte("\x81\xa1x\xc6\xff\xff\xff\xff"), ErrSyntax, "x"},
		{"an extension", []byte("\x81\xa1x\xd4\x01\x00"), ErrSyntax, "x"},
		{"a time", msgp.AppendTimeExt([]byte("\x81\xa1x"), time.Unix(0, 0)), ErrSyntax, "x"},
		{"a key that is a number", []byte("\x81\x01\x01"), ErrKind, ""},
		{"a key that is not UTF-8", []byte("\x81\xa1\xff\x01"), ErrSyntax, ""},
		{"a string that is not UTF-8", []byte("\x81\xa3env\xa1\xff"), ErrSyntax, "env"},
		{"a key of 1 MiB", pack(t, object{strings.Repeat("k", 1<<20): 1}), ErrLimit, ""},
		{"a key of 300 bytes", pack(t, object{strings.Repeat("k", 300): 1}), ErrLimit, ""},
		{"a long string", pack(t, object{"env": strings.Repeat("k", 5000)}), ErrLimit, "env"},
		{"long binary data", pack(t, object{"env": make([]byte, 5000)}), ErrLimit, "env"},
		{"deep nesting", nested(32), ErrLimit, "x" + strings.Repeat("[0]", 31)},
		{"deeper nesting", nested(60_000), ErrLimit, "x" + strings.Repeat("[0]", 31)},
		{"many keys", pack(t, manyKeys(5000)), ErrLimit, ""},
		{"a long array", pack(t, object{"x": make([]any, MaxEntries)}), ErrLimit, "x"},
	} {
		a, want := newUpkieAction(), newUpkieAction()
		for _, m := range []any{servo("left_hip", "position", 0.5), object{"env": 1, "other": 2}} {
			for _, action := range []*Action{a, want} {
				if err := action.Merge(pack(t, m)); err != nil {
					t.Fatal(err)
				}
			}
		}
		// Valid keys in front of the invalid one have no effect either.
		data := test.data
		if len(data) > 0 && data[0] == 0x81 {
			valid := pack(t, object{"servo": object{"right_hip": object{"velocity": 9.0, "new": 1}}, "bullet": object{"target_yaw_velocity": 1}, "env": 2, "more": 3})
			data = append(append([]byte{0x85}, valid[1:]...), data[1:]...)
		}
		err := a.Merge(data)
		var at *messages.OptionError
		if !errors.Is(err, test.kind) || !errors.As(err, &at) || at.Path != test.path || at.Expected == "" {
			t.Errorf("%s: error %v; expected %q at %q and what was expected", test.name, err, test.kind, test.path)
		}
		if !same(a, want) {
			t.Errorf("%s: changed the action", test.name)
		}
	}
}

func manyKeys(n int) object {
	all := object{}
	for i := range n {
		all["k"+strings.Repeat("x", i%7)+string(rune('a'+i%26))+hex.EncodeToString([]byte{byte(i >> 8), byte(i)})] = 0
	}
	return all
}

func TestWhatIsWithinTheLimitsIsAccepted(t *testing.T) {
	for name, data := range map[string][]byte{
		"depth":      nested(31),
		"keys":       pack(t, manyKeys(MaxEntries)),
		"an array":   pack(t, object{"x": make([]any, MaxEntries-1)}),
		"a key":      pack(t, object{strings.Repeat("k", MaxKey): 1}),
		"a string":   pack(t, object{"env": strings.Repeat("é", MaxText/2)}),
		"all kinds":  pack(t, object{"env": []any{nil, true, 1, -1, 2.5, float32(1), "s", []byte{1}, []any{}, object{}}}),
		"list first": pack(t, object{"log": []any{1, 2, 3}, "empty": []any{}}),
	} {
		if err := newUpkieAction().Merge(data); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestAnErrorNamesTheKeyAndWhatWasExpected(t *testing.T) {
	err := newUpkieAction().Merge(pack(t, servo("left_hip", "velocity", "fast")))
	if want := "servo.left_hip.velocity: wrong kind of value: a string; expected a number"; err == nil || err.Error() != want {
		t.Errorf("error %v; expected %s", err, want)
	}
}

func TestMergeAndAppendOfAKnownActionAllocateNothing(t *testing.T) {
	a := newUpkieAction()
	a.Env = pack(t, object{"note": "a"})
	message := a.Append(nil)
	b := make([]byte, 0, 2*len(message))
	if n := testing.AllocsPerRun(200, func() {
		if err := a.Merge(message); err != nil {
			t.Error(err)
		}
		b = a.Append(b[:0])
	}); n != 0 {
		t.Errorf("%g allocations", n)
	}
}

func TestAnAssignedActionIsEqualAndItsOwn(t *testing.T) {
	from, to := newUpkieAction(), newUpkieAction()
	for _, m := range []any{servo("left_hip", "position", 1), object{"env": "note", "new": 1, "bullet": object{"target_yaw_velocity": 2}}} {
		if err := from.Merge(pack(t, m)); err != nil {
			t.Fatal(err)
		}
	}
	to.Assign(from)
	if !same(from, to) {
		t.Errorf("%+v becomes %+v", from, to)
	}
	to.Servos[0].Position, to.Env[0], to.Unknown[0] = 2, 0xc0, "other"
	if from.Servos[0].Position != 1 || from.Env[0] == 0xc0 || from.Unknown[0] != "new" {
		t.Error("the actions share memory")
	}
	if n := testing.AllocsPerRun(100, func() { to.Assign(from) }); n != 0 {
		t.Errorf("%g allocations", n)
	}
}

func TestAnActionForSomeServosHasNoOthers(t *testing.T) {
	a := newUpkieAction()
	for i := range a.Servos {
		a.Servos[i].Velocity = float64(i)
	}
	b := newUpkieAction()
	if err := b.Merge(a.Append(nil, 4, 2)); err != nil {
		t.Fatal(err)
	}
	for i, s := range b.Servos {
		if want := map[int]float64{2: 2, 4: 4}[i]; s.Velocity != want {
			t.Errorf("%s: velocity %v; expected %v", upkieJoints[i], s.Velocity, want)
		}
	}
}

func BenchmarkMerge(b *testing.B) {
	a := newUpkieAction()
	message := a.Append(nil)
	b.ReportAllocs()
	for b.Loop() {
		if err := a.Merge(message); err != nil {
			b.Fatal(err)
		}
	}
}

// A positive turn is to the left in this module, and to the right in Upkie's dictionaries.
func TestTheTurnChangesItsSignAtTheEdge(t *testing.T) {
	a := NewAction([]string{"left_hip"}, DefaultServoAction())
	for _, turn := range []float64{0.5, 0.5, -0.5} {
		if err := a.Merge(pack(t, object{"bullet": object{"target_yaw_velocity": turn, "target_ground_velocity": 0.3}})); err != nil {
			t.Fatal(err)
		}
		if a.Target.YawVelocity != -turn || a.Target.Velocity != 0.3 {
			t.Errorf("a turn of %g in the dictionary is the target %+v", turn, a.Target)
		}
	}
	b := NewAction([]string{"left_hip"}, DefaultServoAction())
	if err := b.Merge(a.Append(nil)); err != nil || b.Target != a.Target {
		t.Errorf("a round trip gives %+v, %v", b.Target, err)
	}
}
