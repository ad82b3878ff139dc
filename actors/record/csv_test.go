package record

import (
	"bytes"
	"encoding/csv"
	"errors"
	"io"
	"strings"
	"testing"

	"google.golang.org/protobuf/types/known/structpb"

	"github.com/robo-actors/robo-actors/messages"
)

func TestATopicBecomesATable(t *testing.T) {
	for topic, want := range map[string]string{
		// Three positions do not match the two names; the other lists do.
		"/arm/state": `log_time_s,stamp_time_s,sequence,incarnation,position[0],position[1],position[2],mode[shoulder],mode[elbow],fault[shoulder],fault[elbow],answered[shoulder],answered[elbow]
1.500000000,1.499999995,1500000000,2,0.1,NaN,,run,ramp_hold,0,7,true,false
2.500000000,2.499999995,2500000000,2,-Infinity,2e-09,3,,,,,,
`,
		"/arm/hand": `log_time_s,stamp_time_s,sequence,incarnation,pose.position.x,pose.position.y,pose.position.z,pose.orientation.w,pose.orientation.x,pose.orientation.y,pose.orientation.z,twist.linear.x,twist.linear.y,twist.linear.z,twist.angular.x,twist.angular.y,twist.angular.z
1.500000001,1.499999996,1500000001,2,0,0,0,1,0,0,0,0,0,0,0,0,0
`,
		"/events": `log_time_s,stamp_time_s,sequence,incarnation,time_ns,kind,cause,value.incarnation,source,joint,port,from,to,delay_ns,text,peer
2.000000000,1.999999995,2000000000,2,2,mode_changed,stale,0,arm/ctl,elbow,,run,off,1000000000,"late` + "\x1b" + `[2J ""why""",
`,
	} {
		var b bytes.Buffer
		if err := ExportCSV(story(t), &b, topic, Filter{}); err != nil {
			t.Fatal(err)
		}
		if b.String() != want {
			t.Errorf("%s gives\n%s\nexpected\n%s", topic, b.String(), want)
		}
	}
}

func TestColumnsOfJointsSayTheirUnits(t *testing.T) {
	var b bytes.Buffer
	w, err := NewWriter(&b, Options{})
	if err != nil {
		t.Fatal(err)
	}
	state := &messages.JointState{Position: []float64{1, 2, 3}, Velocity: []float64{4, 5}, Effort: []float64{6, 7}}
	id, err := w.Channel("/cart/state", codecOf(t, state), Names([]string{"turn", "lift"}),
		FieldNames("position", []string{"turn.w", "turn.z", "lift"}), FieldUnits("position", []string{"", "", "m"}),
		FieldUnits("velocity", []string{"rad/s", "m/s"}), FieldUnits("effort", []string{"N m", "N", "N"})) // the last are too many
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(w.Write(id, 1, messages.Stamp{}, state), w.Close()); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := ExportCSV(open(t, b.Bytes()), &out, "/cart/state", Filter{}); err != nil {
		t.Fatal(err)
	}
	const want = "log_time_s,stamp_time_s,sequence,incarnation,position[turn.w],position[turn.z],position[lift] (m)," +
		"velocity[turn] (rad/s),velocity[lift] (m/s),effort[turn],effort[lift]\n"
	if got, _, _ := strings.Cut(out.String(), "0.000000001"); got != want {
		t.Errorf("the columns are\n%s\nexpected\n%s", got, want)
	}
}

func TestListsOfMessagesTakeColumnsForTheLongest(t *testing.T) {
	var b bytes.Buffer
	w, err := NewWriter(&b, Options{})
	if err != nil {
		t.Fatal(err)
	}
	id, err := w.Channel("/health", codecOf(t, &messages.Health{}))
	if err != nil {
		t.Fatal(err)
	}
	for n := range 4 {
		h := &messages.Health{Actor: "arm/ctl"}
		for i := range (n * 2) % 5 {
			h.Inputs = append(h.Inputs, messages.InputHealth{Port: string(rune('a' + i)), Received: uint64(n)})
		}
		if err := w.Write(id, messages.Instant(n), messages.Stamp{}, h); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := ExportCSV(open(t, b.Bytes()), &out, "/health", Filter{From: 1}); err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(&out).ReadAll() // refuses rows of different lengths
	if err != nil {
		t.Fatal(err)
	}
	at := func(row int, column string) string {
		for i, name := range rows[0] {
			if name == column {
				return rows[row][i]
			}
		}
		t.Fatalf("no column %s in %v", column, rows[0])
		return ""
	}
	if len(rows) != 4 || at(1, "inputs[1].port") != "b" || at(1, "inputs[2].port") != "" || at(2, "inputs[3].received") != "2" || at(3, "inputs[0].port") != "a" {
		t.Errorf("rows %v", rows)
	}
}

func TestATableHasItsErrors(t *testing.T) {
	r := story(t)
	if err := ExportCSV(r, &bytes.Buffer{}, "/nothing", Filter{}); !errors.Is(err, ErrTopic) {
		t.Errorf("no such topic: %v; expected ErrTopic", err)
	}
	if err := ExportCSV(r, &pipe{err: errDevice, healAt: 9}, "/events", Filter{}); !errors.Is(err, errDevice) {
		t.Errorf("a broken output: %v; expected its error", err)
	}
	wide := &structpb.ListValue{}
	for range maxColumns + 1 {
		wide.Values = append(wide.Values, structpb.NewNumberValue(1))
	}
	deep := structpb.NewStructValue(&structpb.Struct{Fields: map[string]*structpb.Value{"a": structpb.NewNumberValue(1)}})
	if err := ExportCSV(foreign(t, deep.GetStructValue()), &bytes.Buffer{}, "/mine", Filter{}); err != nil {
		t.Errorf("a map has no columns, and is no error: %v", err)
	}
	table := newTable(wide.ProtoReflect().Descriptor())
	if err := table.fit(wide.ProtoReflect()); !errors.Is(err, errTooLarge) || !strings.Contains(err.Error(), "google.protobuf.ListValue.values has 16385 elements") {
		t.Errorf("a list beyond all measure: %v; expected errTooLarge", err)
	}
}

func TestListsOfListsAreCountedBeforeTheyBecomeColumns(t *testing.T) {
	list := &structpb.ListValue{}
	for range 4 { // each a list of 1000, the first of which is the list before: 10^12 columns
		outer := &structpb.ListValue{Values: []*structpb.Value{structpb.NewListValue(list)}}
		for range 999 {
			outer.Values = append(outer.Values, structpb.NewNullValue())
		}
		list = outer
	}
	if err := ExportCSV(foreign(t, list), io.Discard, "/mine", Filter{}); !errors.Is(err, errTooLarge) || !strings.Contains(err.Error(), "topic /mine has more than 16384 columns") {
		t.Errorf("%v; expected errTooLarge", err)
	}
}

func TestNoTwoColumnsHaveOneName(t *testing.T) {
	for _, topic := range []string{"/arm/state", "/arm/hand", "/events"} {
		var b bytes.Buffer
		if err := ExportCSV(story(t), &b, topic, Filter{}); err != nil {
			t.Fatal(err)
		}
		head, _, _ := strings.Cut(b.String(), "\n")
		seen := map[string]bool{}
		for name := range strings.SplitSeq(head, ",") {
			if seen[name] {
				t.Errorf("%s has two columns %s", topic, name)
			}
			seen[name] = true
		}
	}
}
