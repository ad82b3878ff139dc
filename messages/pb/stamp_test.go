package pb

import (
	"bytes"
	"errors"
	"math"
	"testing"

	"google.golang.org/protobuf/proto"

	"github.com/robo-actors/robo-actors/messages"
)

var stamps = []messages.Stamp{
	{},
	{Time: 1, Sequence: 1, Incarnation: 1},
	{Time: -5, Sequence: 300, Incarnation: 200},
	{Time: math.MaxInt64, Sequence: math.MaxUint64, Incarnation: math.MaxUint32},
	{Time: math.MinInt64},
}

func TestAStampComesBackFromAnyMessage(t *testing.T) {
	for _, want := range stamps {
		data := AppendStamp(appendSnapshot(nil, tenJoints()), want)
		got, ok, err := DecodeStamp(data)
		if err != nil || !ok || got != want {
			t.Errorf("%+v came back as %+v, %v, %v", want, got, ok, err)
		}
		var s messages.Snapshot
		if err := decodeSnapshot(data, &s); err != nil {
			t.Errorf("%+v: %v", want, err)
		}
		if diff := sameValue(tenJoints(), &s); diff != "" {
			t.Errorf("the stamp changed the value:\n%s", diff)
		}
	}
}

func TestAStampIsWrittenAsProtoMarshalWritesIt(t *testing.T) {
	for _, s := range stamps {
		want, err := proto.MarshalOptions{Deterministic: true}.Marshal(&JointState{Stamp: &Stamp{TimeNs: int64(s.Time), Sequence: s.Sequence, Incarnation: uint32(s.Incarnation)}})
		if err != nil {
			t.Fatal(err)
		}
		if got := AppendStamp(nil, s); !bytes.Equal(got, want) {
			t.Errorf("%+v gives %x; expected %x", s, got, want)
		}
	}
}

func TestAMessageWithoutStampSaysSo(t *testing.T) {
	if s, ok, err := DecodeStamp(appendSnapshot(nil, tenJoints())); ok || err != nil || s != (messages.Stamp{}) {
		t.Errorf("stamp %+v, %v, %v; expected none", s, ok, err)
	}
}

func TestAMalformedMessageHasNoStamp(t *testing.T) {
	whole := AppendStamp(nil, messages.Stamp{Time: 1, Sequence: 2, Incarnation: 3})
	for n := 1; n < len(whole); n++ {
		if s, ok, err := DecodeStamp(whole[:n]); !errors.Is(err, ErrMalformed) || ok || s != (messages.Stamp{}) {
			t.Errorf("%d of %d bytes give %+v, %v, %v; expected ErrMalformed", n, len(whole), s, ok, err)
		}
	}
}
