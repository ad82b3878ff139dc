package pb

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"

	"github.com/robo-actors/robo-actors/messages"
)

// agree fails unless the codec makes of the bytes what it makes of the form that package proto
// gives them.
func agree(t *testing.T, c *Codec, data []byte) {
	t.Helper()
	value := c.New()
	got := c.Decode(data, value)
	if errors.Is(got, ErrTooLarge) {
		return // protobuf has no such limit
	}
	message, canonical := c.Message(), c.New()
	want := proto.Unmarshal(data, message)
	if want == nil {
		normal, err := proto.Marshal(message)
		if err != nil {
			t.Fatal(err)
		}
		want = c.Decode(normal, canonical)
	}
	if (got == nil) != (want == nil) {
		t.Fatalf("%s %x\nthe codec: %v\nthrough package proto: %v", c.Name(), data, got, want)
	}
	if got == nil {
		if diff := sameValue(value, canonical); diff != "" {
			t.Fatalf("%s %x\n%s", c.Name(), data, diff)
		}
	}
}

func TestDamagedMessagesAreTakenOrRefusedAsProtobufDoes(t *testing.T) {
	r := newRandom(t, 5)
	refused := 0
	for _, c := range Codecs() {
		for range 400 {
			value := c.New()
			r.fill(reflect.ValueOf(value).Elem())
			data, err := c.Append(nil, value)
			if err != nil {
				t.Fatal(err)
			}
			data = r.damage(AppendStamp(data, messages.Stamp{Time: 1, Sequence: 2, Incarnation: 3}))
			agree(t, c, data)
			if c.Decode(data, c.New()) != nil {
				refused++
			}
		}
	}
	if all := 400 * len(Codecs()); refused < all/13 || refused > all*63/64 {
		t.Errorf("%d of %d damaged messages were refused; the damage is too mild or too harsh to test much", refused, all)
	}
}

// damage flips, drops, inserts and repeats a few bytes.
func (r *random) damage(data []byte) []byte {
	for range 1 + r.IntN(3) {
		if len(data) == 0 {
			return append(data, byte(r.Uint32()))
		}
		i := r.IntN(len(data))
		switch r.IntN(5) {
		case 0:
			data[i] ^= 1 << r.IntN(8)
		case 1:
			data = data[:i]
		case 2:
			data = append(data[:i:i], append([]byte{byte(r.Uint32())}, data[i:]...)...)
		case 3:
			data = append(data[:i:i], data[i+1:]...)
		case 4: // the same fields again, merged by protobuf's rules
			data = append(data, data[:i]...)
		}
	}
	return data
}

func FuzzDecode(f *testing.F) {
	for i, c := range Codecs() {
		data, err := c.Append(nil, c.New())
		if err != nil {
			f.Fatal(err)
		}
		f.Add(uint8(i), data)
		f.Add(uint8(i), AppendStamp(data, messages.Stamp{Time: -1, Sequence: math.MaxUint64, Incarnation: 1}))
	}
	f.Add(uint8(4), appendSnapshot(nil, tenJoints()))
	f.Fuzz(func(t *testing.T, which uint8, data []byte) {
		agree(t, Codecs()[int(which)%len(Codecs())], data)
		if _, _, err := DecodeStamp(data); err != nil && !errors.Is(err, ErrMalformed) {
			t.Errorf("stamp: %v", err)
		}
	})
}

// field writes a field of the wire type Bytes.
func field(number protowire.Number, content []byte) []byte {
	return protowire.AppendBytes(appendTag(nil, number, protowire.BytesType), content)
}

func varint(number protowire.Number, value uint64) []byte {
	return protowire.AppendVarint(appendTag(nil, number, protowire.VarintType), value)
}

func TestErrorsNameTheMessageTheFieldAndWhatWasExpected(t *testing.T) {
	for name, test := range map[string]struct {
		message string
		data    []byte
		cause   error
		text    string
	}{
		"mode never set":        {"Snapshot", field(4, []byte{1, 0}), ErrUnknown, "robo_actors.v1.Snapshot.mode[1]: mode 0 is not one of"},
		"mode of the future":    {"DriveCommand", field(1, []byte{8}), ErrUnknown, "DriveCommand.mode[0]: mode 8"},
		"control mode":          {"JointCommand", field(1, []byte{0, 7, 8}), ErrUnknown, "JointCommand.control[2]: control mode 8"},
		"negative control mode": {"JointCommand", varint(1, math.MaxUint64), ErrUnknown, "control mode -1"},
		"fault code":            {"DriveState", field(5, protowire.AppendVarint(nil, 65536)), ErrRange, "DriveState.fault[0]: fault code 65536 does not fit into 16 bits"},
		"kind of event":         {"Event", varint(2, uint64(len(messages.EventKinds()))), ErrUnknown, fmt.Sprintf("Event.kind: kind %d", len(messages.EventKinds()))},
		"cause":                 {"Event", varint(3, 13), ErrUnknown, "Event.cause: cause 13"},
		"mode of an event":      {"Event", varint(8, 1), ErrUnknown, "Event.to: mode 0"},
		"virtual mode":          {"VirtualState", nil, ErrUnknown, "VirtualState.mode: mode 0"},
		"covariance":            {"Odometry", field(2, make([]byte, 80)), ErrCount, "Odometry.covariance: 10 numbers; expected 9"},
		"no covariance":         {"Odometry", nil, ErrCount, "0 numbers; expected 9"},
		"packed doubles":        {"JointState", field(1, make([]byte, 9)), ErrMalformed, "JointState.position: a packed list of 64-bit numbers"},
		"text":                  {"Event", field(11, []byte{0xff}), ErrMalformed, "Event.text: the text is not valid UTF-8"},
		"length past the end":   {"Model", []byte{0x1a, 0xff, 0xff, 0xff, 0xff, 0x0f, 1}, ErrMalformed, "Model.position: the value is cut off"},
		"huge length":           {"Model", []byte{0x1a, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f}, ErrMalformed, "Model.position"},
		"tag of zero":           {"Pose", []byte{0}, ErrMalformed, "robo_actors.v1.Pose: a field has no valid tag"},
		"nested":                {"BodyState", field(1, field(2, []byte{0x09, 1})), ErrMalformed, "robo_actors.v1.Quaternion.w: the value is cut off"},
		"stamp":                 {"JointState", field(15, []byte{0x08}), ErrMalformed, "robo_actors.v1.Stamp.time_ns"},
		"unknown field":         {"JointState", append(protowire.AppendTag(nil, 99, protowire.BytesType), 5), ErrMalformed, "field 99"},
		"too large":             {"JointState", field(1, make([]byte, MaxMessageBytes)), ErrTooLarge, "expected at most 65536"},
	} {
		c, err := CodecNamed("robo_actors.v1." + test.message)
		if err != nil {
			t.Fatal(err)
		}
		err = c.Decode(test.data, c.New())
		if !errors.Is(err, test.cause) || !strings.Contains(err.Error(), test.text) {
			t.Errorf("%s: error %v; expected %v with %q", name, err, test.cause, test.text)
		}
	}
}

func TestMessagesOfPackageProtoAreRefusedTheSameWay(t *testing.T) {
	for name, test := range map[string]struct {
		message proto.Message
		cause   error
		text    string
	}{
		"mode":         {&Snapshot{Mode: []Mode{Mode_MODE_RUN, 9}}, ErrUnknown, "Snapshot.mode[1]: mode 9"},
		"unset mode":   {&DriveCommand{Mode: []Mode{0}}, ErrUnknown, "DriveCommand.mode[0]: mode 0"},
		"control mode": {&JointCommand{Control: []ControlMode{8}}, ErrUnknown, "control[0]: control mode 8"},
		"both":         {&DriveCommand{Mode: []Mode{1}, Control: []ControlMode{-1}}, ErrUnknown, "DriveCommand.control[0]: control mode -1"},
		"fault":        {&DriveState{Fault: []uint32{1 << 31}}, ErrRange, "fault code"},
		"covariance":   {&Odometry{Covariance: make([]float64, 6)}, ErrCount, "6 numbers"},
		"kind":         {&Event{Kind: 99, From: 1, To: 1}, ErrUnknown, "kind 99"},
		"empty event":  {&Event{}, ErrUnknown, "Event.from: mode 0"},
		"virtual":      {&VirtualState{}, ErrUnknown, "VirtualState.mode: mode 0"},
	} {
		c, err := CodecNamed(string(test.message.ProtoReflect().Descriptor().FullName()))
		if err != nil {
			t.Fatal(err)
		}
		data, err := proto.Marshal(test.message)
		if err != nil {
			t.Fatal(err)
		}
		err = c.Decode(data, c.New())
		if !errors.Is(err, test.cause) || !strings.Contains(err.Error(), test.text) {
			t.Errorf("%s: error %v; expected %v with %q", name, err, test.cause, test.text)
		}
	}
}

func TestALargerLimitTakesALargerMessage(t *testing.T) {
	c, err := CodecOf[messages.Model]()
	if err != nil {
		t.Fatal(err)
	}
	value := &messages.Model{Jacobian: make([]float64, 6*60*40)}
	value.Jacobian[7] = 3
	data, err := c.Append(nil, value)
	if err != nil {
		t.Fatal(err)
	}
	var back messages.Model
	if err := c.Decode(data, &back); !errors.Is(err, ErrTooLarge) {
		t.Errorf("%d bytes gave %v; expected ErrTooLarge", len(data), err)
	}
	if err := c.DecodeUpTo(len(data), data, &back); err != nil || back.Jacobian[7] != 3 {
		t.Errorf("with a limit of its own length: %v", err)
	}
}

// The worst that 64 KiB can do: nothing but empty elements, of which each takes far more memory
// than its two bytes.
func TestMemoryIsBoundedByTheLengthOfTheInput(t *testing.T) {
	bombs := map[string][]byte{
		"Health":       bytes.Repeat(append(varintTag(16), 0), MaxMessageBytes/3),
		"Model":        bytes.Repeat([]byte{5<<3 | 2, 0}, MaxMessageBytes/2),
		"DriveCommand": field(6, make([]byte, MaxMessageBytes-8)),
		"DriveState":   bytes.Repeat([]byte{5 << 3, 1}, MaxMessageBytes/2),
		"JointState":   bytes.Repeat(append([]byte{1<<3 | 1}, make([]byte, 8)...), MaxMessageBytes/9),
		"Event":        field(11, bytes.Repeat([]byte("a"), MaxMessageBytes-8)),
	}
	for name, data := range bombs {
		c, err := CodecNamed("robo_actors.v1." + name)
		if err != nil {
			t.Fatal(err)
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		value := c.New()
		err = c.Decode(data, value)
		runtime.ReadMemStats(&after)
		// All that was ever allocated is more than what is held at once: a list that grows by half
		// leaves as much behind as twice its end.
		if allocated, bound := after.TotalAlloc-before.TotalAlloc, uint64(3*16*len(data)+64<<10); allocated > bound {
			t.Errorf("%s: %d bytes allocated for %d; expected at most %d (error %v)", name, allocated, len(data), bound, err)
		}
		if (name == "Health" || name == "Model") && !errors.Is(err, ErrTooLarge) {
			t.Errorf("%s: a list of empty elements gave %v; expected ErrTooLarge", name, err)
		}
	}
}

func varintTag(number protowire.Number) []byte { return appendTag(nil, number, protowire.BytesType) }

func TestNaNAndInfinityPass(t *testing.T) {
	in := &messages.JointState{Position: []float64{math.NaN(), math.Inf(1), math.Inf(-1)}}
	var out messages.JointState
	if err := decodeJointState(appendJointState(nil, in), &out); err != nil {
		t.Fatal(err)
	}
	if diff := sameValue(in, &out); diff != "" {
		t.Error(diff)
	}
}

func TestUnknownFieldsOfANewerSenderAreSkipped(t *testing.T) {
	data := appendJointState(nil, &messages.JointState{Effort: []float64{4}})
	data = append(data, field(200, []byte("new"))...)
	data = append(data, varint(201, 7)...)
	data = append(protowire.AppendTag(data, 202, protowire.StartGroupType), varint(1, 1)...)
	data = protowire.AppendTag(data, 202, protowire.EndGroupType)
	var out messages.JointState
	if err := decodeJointState(data, &out); err != nil || len(out.Effort) != 1 || out.Effort[0] != 4 {
		t.Errorf("decoded %v, %v; expected the effort 4", out, err)
	}
}

func TestModesThatDoNotExistAreNeverSentAsOneThatDoes(t *testing.T) {
	c, err := CodecOf[messages.DriveCommand]()
	if err != nil {
		t.Fatal(err)
	}
	for _, mode := range []messages.Mode{7, 8, 127, 128, 255} {
		data, err := c.Append(nil, &messages.DriveCommand{Mode: []messages.Mode{messages.ModeRun, mode}})
		if err != nil {
			t.Fatal(err)
		}
		if err := c.Decode(data, new(messages.DriveCommand)); !errors.Is(err, ErrUnknown) || !strings.Contains(err.Error(), "mode[1]") {
			t.Errorf("mode %d came through: %v", mode, err)
		}
	}
}

func TestTextThatIsNotUTF8IsMendedNotRefused(t *testing.T) {
	var out messages.Event
	if err := decodeEvent(appendEvent(nil, &messages.Event{Text: "a\xffb"}), &out); err != nil || out.Text != "a\uFFFDb" {
		t.Errorf("text %q, %v", out.Text, err)
	}
}
