package session

import (
	"encoding/json"
	"encoding/xml"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/robo-actors/robo-actors/actors/record"
	"github.com/robo-actors/robo-actors/internal/foxglove/schemas"
	"github.com/robo-actors/robo-actors/messages/pb"
)

// layouts is the folder with the layouts of the example.
var layouts = filepath.Join(filepath.Dir(example), "layouts")

// recordedMessages returns the last message of each topic of a recording of the example.
func recordedMessages(t *testing.T) map[string]proto.Message {
	t.Helper()
	if testing.Short() {
		t.Skip("it takes long under the race detector; the whole test has it")
	}
	r, err := record.Open(recordedRun(t))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	all := map[string]proto.Message{}
	for m, err := range r.Messages(record.Filter{}) {
		if err != nil {
			t.Fatal(err)
		}
		var to proto.Message
		switch m.Channel.Schema.Name {
		case "foxglove.JointStates":
			to = &schemas.JointStates{}
		case "foxglove.SceneUpdate":
			to = &schemas.SceneUpdate{}
		case "foxglove.Log":
			to = &schemas.Log{}
		default:
			codec, err := pb.CodecNamed(m.Channel.Schema.Name)
			if err != nil {
				continue
			}
			to = codec.Message()
		}
		if err := proto.Unmarshal(m.Data, to); err != nil {
			t.Fatal(err)
		}
		all[m.Channel.Topic] = to
	}
	return all
}

// panelsOf lists the panels of a tree of a layout.
func panelsOf(tree any) []string {
	if name, is := tree.(string); is {
		return []string{name}
	}
	branches, _ := tree.(map[string]any)
	if branches == nil {
		return nil
	}
	return append(panelsOf(branches["first"]), panelsOf(branches["second"])...)
}

// jointPath is a path of Foxglove's to a field of one joint.
var jointPath = regexp.MustCompile(`^(/[a-z_/]+)\.joints\[:\]\{name=="([^"]+)"\}\.(position|velocity|effort)$`)

func TestLayoutsOfFoxgloveAndLichtblickNameWhatThereIs(t *testing.T) {
	recorded := recordedMessages(t)
	s := &Session{}
	for _, name := range []string{"foxglove.json", "lichtblick.json"} {
		text, err := os.ReadFile(filepath.Join(layouts, name))
		if err != nil {
			t.Fatal(err)
		}
		var layout struct {
			ConfigByID map[string]struct {
				Paths         []struct{ Value string }
				Topics        map[string]any
				TopicToRender string
				ServiceName   string
				FollowTf      string
			} `json:"configById"`
			Layout any
		}
		if err := json.Unmarshal(text, &layout); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		panels := panelsOf(layout.Layout)
		if len(panels) != len(layout.ConfigByID) {
			t.Errorf("%s: the layout has the panels %v, and %d are configured", name, panels, len(layout.ConfigByID))
		}
		paths := 0
		for id, panel := range layout.ConfigByID {
			topics := []string{}
			for topic := range panel.Topics {
				topics = append(topics, topic)
			}
			if panel.TopicToRender != "" {
				topics = append(topics, panel.TopicToRender)
			}
			for _, topic := range topics {
				if recorded[topic] == nil && topic != "/scene/contacts" { // the example has no contacts
					t.Errorf("%s: %s: there is no topic %s", name, id, topic)
				}
			}
			for _, path := range panel.Paths {
				paths++
				found := jointPath.FindStringSubmatch(path.Value)
				if found == nil {
					t.Errorf("%s: %s: the path %q names no value of a joint", name, id, path.Value)
					continue
				}
				states, is := recorded[found[1]].(*schemas.JointStates)
				if !is || !hasNumber(states, found[2], found[3]) {
					t.Errorf("%s: %s: nothing is at %s", name, id, path.Value)
				}
			}
			if panel.ServiceName != "" && s.verbs()[panel.ServiceName].Answer == nil {
				t.Errorf("%s: %s: there is no service %s", name, id, panel.ServiceName)
			}
		}
		if paths < 10 {
			t.Errorf("%s has %d curves", name, paths)
		}
	}
}

// hasNumber reports whether a joint has a position, velocity or effort.
func hasNumber(s *schemas.JointStates, joint, field string) bool {
	for _, j := range s.Joints {
		if j.Name == joint {
			return map[string]*float64{"position": j.Position, "velocity": j.Velocity, "effort": j.Effort}[field] != nil
		}
	}
	return false
}

func TestTheLayoutOfPlotJugglerNamesWhatThereIs(t *testing.T) {
	recorded := recordedMessages(t)
	text, err := os.ReadFile(filepath.Join(layouts, "plotjuggler.xml"))
	if err != nil {
		t.Fatal(err)
	}
	decoder, curves := xml.NewDecoder(strings.NewReader(string(text))), 0
	for {
		token, err := decoder.Token()
		if err != nil {
			if curves < 10 {
				t.Errorf("the layout has %d curves, and then %v", curves, err)
			}
			return
		}
		element, is := token.(xml.StartElement)
		if !is || element.Name.Local != "curve" {
			continue
		}
		curves++
		curve := element.Attr[0].Value
		if !hasCurve(recorded, curve) {
			t.Errorf("nothing is at %s", curve)
		}
	}
}

// hasCurve reports whether a topic has a number at a path as PlotJuggler writes it:
// TOPIC/field/field[2].
func hasCurve(recorded map[string]proto.Message, curve string) bool {
	for topic, m := range recorded {
		if path, of := strings.CutPrefix(curve, topic+"/"); of && hasField(m.ProtoReflect(), strings.Split(path, "/")) {
			return true
		}
	}
	return false
}

func hasField(m protoreflect.Message, path []string) bool {
	name, index, _ := strings.Cut(strings.TrimSuffix(path[0], "]"), "[")
	field := m.Descriptor().Fields().ByName(protoreflect.Name(name))
	switch {
	case field == nil:
		return false
	case field.IsList():
		i, err := strconv.Atoi(index)
		return err == nil && len(path) == 1 && i < m.Get(field).List().Len()
	case len(path) > 1:
		return field.Kind() == protoreflect.MessageKind && hasField(m.Get(field).Message(), path[1:])
	}
	return field.Kind() == protoreflect.DoubleKind
}
