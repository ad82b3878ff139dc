package pb

import (
	"bytes"
	"reflect"
	"strings"
	"testing"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/descriptorpb"
	"google.golang.org/protobuf/types/dynamicpb"

	"github.com/robo-actors/robo-actors/messages"
)

// A program with the schema alone, such as a reader of a recording, must understand every byte.
func TestASchemaAloneSufficesToReadItsMessage(t *testing.T) {
	r := newRandom(t, 6)
	r.nonzero = true
	for _, c := range Codecs() {
		t.Run(c.Type().Name(), func(t *testing.T) {
			var set descriptorpb.FileDescriptorSet
			if err := proto.Unmarshal(c.Schema(), &set); err != nil {
				t.Fatal(err)
			}
			files, err := protodesc.NewFiles(&set) // refuses a set from which an import is missing
			if err != nil {
				t.Fatal(err)
			}
			descriptor, err := files.FindDescriptorByName(protoreflect.FullName(c.Name()))
			if err != nil {
				t.Fatal(err)
			}
			value := c.New()
			r.fill(reflect.ValueOf(value).Elem())
			data, err := c.Append(nil, value)
			if err != nil {
				t.Fatal(err)
			}
			data = AppendStamp(data, messages.Stamp{Time: 5, Sequence: 6, Incarnation: 7})
			message := dynamicpb.NewMessage(descriptor.(protoreflect.MessageDescriptor))
			if err := proto.Unmarshal(data, message); err != nil {
				t.Fatal(err)
			}
			if unknown := message.GetUnknown(); len(unknown) != 0 {
				t.Errorf("%d bytes are in no field of the schema", len(unknown))
			}
			stamp := message.Get(message.Descriptor().Fields().ByName("stamp")).Message()
			if got := stamp.Get(stamp.Descriptor().Fields().ByName("sequence")).Uint(); got != 6 {
				t.Errorf("the stamp's sequence reads %d; expected 6", got)
			}
		})
	}
}

func TestASchemaHoldsNothingThatItsMessageDoesNotNeed(t *testing.T) {
	c, err := CodecOf[messages.JointState]()
	if err != nil {
		t.Fatal(err)
	}
	var set descriptorpb.FileDescriptorSet
	if err := proto.Unmarshal(c.Schema(), &set); err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, file := range set.File {
		names = append(names, file.GetName())
	}
	if got, want := strings.Join(names, " "), "robo_actors/v1/mode.proto robo_actors/v1/stamp.proto robo_actors/v1/joint.proto"; got != want {
		t.Errorf("files %q; expected %q, imports first", got, want)
	}
}

func TestSchemasAndFingerprintsAreTheSameEachTimeAndDifferBetweenMessages(t *testing.T) {
	seen := map[[32]byte]string{}
	for _, c := range Codecs() {
		again, err := schemaOf(c.Message().ProtoReflect().Descriptor())
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(again, c.Schema()) {
			t.Errorf("%s: the schema differs when it is made again", c.Name())
		}
		c.Schema()[0] ^= 0xff
		if !bytes.Equal(again, c.Schema()) {
			t.Errorf("%s: a caller changed the codec's schema", c.Name())
		}
		if other, ok := seen[c.Fingerprint()]; ok {
			t.Errorf("%s and %s have the same fingerprint", c.Name(), other)
		}
		seen[c.Fingerprint()] = c.Name()
	}
}

// The names in files, logs and schemas are the same words.
func TestEveryNumberOfGoHasItsNameInTheSchema(t *testing.T) {
	compare := func(prefix, goName, schemaName string) {
		t.Helper()
		if want := prefix + strings.ToUpper(strings.ReplaceAll(goName, "+", "_")); schemaName != want {
			t.Errorf("the schema calls %s %q; expected %q", goName, schemaName, want)
		}
	}
	for _, m := range messages.Modes() {
		compare("MODE_", m.String(), Mode(modeNumber(m)).String())
	}
	for c := messages.ControlNone; c.Valid(); c++ {
		compare("CONTROL_MODE_", c.String(), ControlMode(c).String())
	}
	for _, c := range messages.Causes() {
		compare("CAUSE_", c.String(), Cause(c).String())
	}
	for _, k := range messages.EventKinds() {
		compare("EVENT_KIND_", k.String(), EventKind(k).String())
	}
	for name, counts := range map[string][2]int{
		"modes":         {len(messages.Modes()) + 1, len(Mode_name)}, // one more for the unspecified one
		"control modes": {int(messages.ControlPositionVelocityEffort) + 1, len(ControlMode_name)},
		"causes":        {len(messages.Causes()), len(Cause_name)},
		"kinds":         {len(messages.EventKinds()), len(EventKind_name)},
	} {
		if counts[0] != counts[1] {
			t.Errorf("the schema has %d %s; expected %d", counts[1], name, counts[0])
		}
	}
}
