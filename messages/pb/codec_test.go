package pb

import (
	"bytes"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"google.golang.org/protobuf/proto"

	"github.com/robo-actors/robo-actors/messages"
)

func TestEveryStructOfMessagesHasACodecOrIsPartOfOne(t *testing.T) {
	parts := []string{"Stamp", "Quantiles", "InputHealth", "WheelContact"}
	// What is asked and answered within the process is no value of a port: what came of it is
	// recorded as an event.
	parts = append(parts, "TaskRequest", "TaskReply", "TaskInfo", "ParameterInfo", "BehaviorInfo",
		"GoalRequest", "GoalReply", "Goal", "GoalValue", "GoalInfo", "StoppedJoint", "GoalProgress")
	parts = append(parts, "OptionError") // an error, which no port carries
	// What a spine sends to its observers as a message.
	parts = append(parts, "SpineConfig", "FloorContactConfig", "WheelContactConfig", "SignedRadius", "WheelBalancerConfig", "RobotReset", "ImuUncertainty")
	parts = append(parts, "SpineLog", "SpineRequest", "SpineAnswer") // MessagePack already: package mpack writes the log
	files, err := filepath.Glob("../*.go")
	if err != nil {
		t.Fatal(err)
	}
	var have []string
	for _, c := range Codecs() {
		have = append(have, c.Type().Name())
	}
	found := 0
	for _, path := range files {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range exportedStructs(file) {
			found++
			if !slices.Contains(have, name) && !slices.Contains(parts, name) {
				t.Errorf("messages.%s has no codec", name)
			}
		}
	}
	if want := len(have) + len(parts); found != want {
		t.Errorf("package messages has %d exported structs; expected %d, those with a codec and their parts", found, want)
	}
}

// exportedStructs lists the exported struct types that a file declares.
func exportedStructs(file *ast.File) (names []string) {
	ast.Inspect(file, func(n ast.Node) bool {
		spec, ok := n.(*ast.TypeSpec)
		if ok && spec.Name.IsExported() {
			if _, ok := spec.Type.(*ast.StructType); ok {
				names = append(names, spec.Name.Name)
			}
		}
		return true
	})
	return names
}

func TestAppendWritesWhatProtoMarshalWrites(t *testing.T) {
	r := newRandom(t, 1)
	for _, c := range Codecs() {
		t.Run(c.Type().Name(), func(t *testing.T) {
			for i := range 300 {
				value := c.New() // the zero value first
				if i > 0 {
					r.fill(reflect.ValueOf(value).Elem())
				}
				got, err := c.Append([]byte("before"), value)
				if err != nil {
					t.Fatal(err)
				}
				want, err := proto.MarshalOptions{Deterministic: true}.Marshal(generatedOf(t, c, value))
				if err != nil {
					t.Fatal(err)
				}
				if !bytes.Equal(got, append([]byte("before"), want...)) {
					t.Fatalf("%+v\ngives    %x\nexpected %x after %q", value, got, want, "before")
				}
			}
		})
	}
}

// A field that the codec forgets would come back as zero, so every field is given another value
// first.
func TestNoFieldIsLost(t *testing.T) {
	r := newRandom(t, 2)
	r.nonzero = true
	for _, c := range Codecs() {
		t.Run(c.Type().Name(), func(t *testing.T) {
			value := c.New()
			r.fill(reflect.ValueOf(value).Elem())
			data, err := c.Append(nil, value)
			if err != nil {
				t.Fatal(err)
			}
			decoded := c.New()
			if err := c.Decode(data, decoded); err != nil {
				t.Fatal(err)
			}
			if diff := sameValue(value, decoded); diff != "" {
				t.Errorf("encoded and decoded, the value differs:\n%s", diff)
			}
		})
	}
}

func TestDecodingIntoAUsedValueLeavesNothingOfIt(t *testing.T) {
	r := newRandom(t, 3)
	for _, c := range Codecs() {
		t.Run(c.Type().Name(), func(t *testing.T) {
			used := c.New()
			for range 200 {
				value := c.New()
				r.fill(reflect.ValueOf(value).Elem())
				data, err := c.Append(nil, value)
				if err != nil {
					t.Fatal(err)
				}
				if err := c.Decode(data, used); err != nil {
					t.Fatal(err)
				}
				if diff := sameValue(value, used); diff != "" {
					t.Fatal(diff)
				}
			}
		})
	}
}

func TestACodecRefusesValuesOfAnotherType(t *testing.T) {
	c, err := CodecOf[messages.Snapshot]()
	if err != nil {
		t.Fatal(err)
	}
	for name, value := range map[string]any{
		"another type": &messages.JointState{},
		"no pointer":   messages.Snapshot{},
		"nil pointer":  (*messages.Snapshot)(nil),
		"nil":          nil,
	} {
		dst, err := c.Append([]byte("kept"), value)
		if !errors.Is(err, ErrValue) || string(dst) != "kept" {
			t.Errorf("%s: Append gave %q, %v; expected the bytes as they were and ErrValue", name, dst, err)
		}
		if err := c.Decode(nil, value); !errors.Is(err, ErrValue) {
			t.Errorf("%s: Decode gave %v; expected ErrValue", name, err)
		}
	}
}

func TestCodecsAreFoundByTypeAndByName(t *testing.T) {
	for _, c := range Codecs() {
		if byType, err := CodecFor(c.Type()); err != nil || byType != c {
			t.Errorf("CodecFor(%s) = %v, %v", c.Type(), byType, err)
		}
		if byName, err := CodecNamed(c.Name()); err != nil || byName != c {
			t.Errorf("CodecNamed(%s) = %v, %v", c.Name(), byName, err)
		}
		if reflect.TypeOf(c.New()).Elem() != c.Type() {
			t.Errorf("%s: New gives a %T", c.Name(), c.New())
		}
		if got := string(c.Message().ProtoReflect().Descriptor().FullName()); got != c.Name() {
			t.Errorf("%s: Message gives a %s", c.Name(), got)
		}
	}
	for _, lookup := range []func() (*Codec, error){
		func() (*Codec, error) { return CodecFor(reflect.TypeFor[int]()) },
		func() (*Codec, error) { return CodecOf[string]() },
		func() (*Codec, error) { return CodecNamed("robo_actors.v1.Snapshut") },
	} {
		if _, err := lookup(); err == nil || !strings.Contains(err.Error(), "Snapshot") {
			t.Errorf("error %v; expected it to list what has a codec", err)
		}
	}
	mine := Codecs()
	first := mine[0]
	mine[0] = nil
	if Codecs()[0] != first {
		t.Error("a caller changed the list of codecs")
	}
}

func TestATypeOfAUserGetsACodec(t *testing.T) {
	type grip struct{ Newtons float64 }
	c, err := NewCodec(&Planar{},
		func(dst []byte, v *grip) []byte { return appendDouble(dst, 1, v.Newtons) },
		func(data []byte, v *grip) error {
			var p messages.Planar
			err := decodePlanar(data, &p)
			v.Newtons = p.X
			return err
		})
	if err != nil {
		t.Fatal(err)
	}
	data, err := c.Append(nil, &grip{Newtons: 12})
	if err != nil {
		t.Fatal(err)
	}
	var back grip
	if err := c.Decode(data, &back); err != nil || back.Newtons != 12 {
		t.Errorf("came back as %v, %v", back, err)
	}
}

func TestEncodingAndDecodingAllocateNothing(t *testing.T) {
	r := newRandom(t, 4)
	r.nonzero = true
	for _, c := range Codecs() {
		value, back := c.New(), c.New()
		r.fill(reflect.ValueOf(value).Elem())
		data, err := c.Append(nil, value)
		if err != nil {
			t.Fatal(err)
		}
		buffer := make([]byte, 0, 2*len(data)+100)
		if n := testing.AllocsPerRun(100, func() {
			dst, _ := c.Append(buffer, value)
			AppendStamp(dst, messages.Stamp{Time: 1, Sequence: 2, Incarnation: 3})
		}); n != 0 {
			t.Errorf("%s: Append and AppendStamp allocate %g times", c.Name(), n)
		}
		if n := testing.AllocsPerRun(100, func() {
			if err := c.Decode(data, back); err != nil {
				t.Error(err)
			}
			if _, _, err := DecodeStamp(data); err != nil {
				t.Error(err)
			}
		}); n != 0 {
			t.Errorf("%s: Decode into a used value and DecodeStamp allocate %g times", c.Name(), n)
		}
	}
}

func BenchmarkAppendSnapshotOfTenJoints(b *testing.B) {
	value := tenJoints()
	buffer := make([]byte, 0, 1024)
	b.ReportAllocs()
	for b.Loop() {
		buffer = appendSnapshot(buffer[:0], value)
	}
	b.SetBytes(int64(len(buffer)))
}

func BenchmarkDecodeSnapshotOfTenJoints(b *testing.B) {
	data := appendSnapshot(nil, tenJoints())
	var value messages.Snapshot
	b.ReportAllocs()
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		if err := decodeSnapshot(data, &value); err != nil {
			b.Fatal(err)
		}
	}
}
