package foxglove

import (
	"context"
	"fmt"
	"math"
	"net/http/httptest"
	"strings"
	"testing"
)

func TestMalformedMessagesAreExplained(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", "not a JSON object"},
		{"\xff", "not UTF-8"},
		{"[]", "not a JSON object"},
		{"{}", `no "op"`},
		{`{"op":7}`, "not a JSON object"},
		{`{"op":"` + strings.Repeat("x", 1000) + `"}`, `unknown op "xxxx`},
		{`{"op":"subscribe","subscriptions":[{"id":-1,"channelId":1}]}`, "cannot unmarshal number -1"},
		{`{"op":"subscribe","subscriptions":[{"id":4294967296,"channelId":1}]}`, "cannot unmarshal number 4294967296"},
		{`{"op":"subscribe","subscriptions":7}`, "cannot unmarshal number"},
		{`{"op":"setParameters","parameters":[{"value":1}]}`, "a parameter has no name"},
		{`{"op":"setParameters","parameters":[{"name":"gain"}]}`, `parameter "gain" has no value`},
		{`{"op":"setParameters","parameters":[{"name":"gain","type":"float64","value":"1"}]}`, `its value is not a number`},
		{`{"op":"advertise"}`, "takes no messages"},
	} {
		if _, err := parseText([]byte(c.text)); err == nil || !strings.Contains(err.Error(), c.want) || len(err.Error()) > 300 {
			t.Errorf("%.40q: %v, want %s", c.text, err, c.want)
		}
	}
	for _, c := range []struct {
		bytes []byte
		want  string
	}{
		{nil, "empty"},
		{[]byte{0}, "unknown binary opcode 0"},
		{[]byte{1, 0, 0, 0, 0}, "takes no messages"},
		{callBytes(1, 2, "json", "")[:12], "ends inside a service call"},
		{callBytes(1, 2, "json", "")[:16], "ends inside a service call"},
		{callBytes(1, 2, "\xff", ""), "a text in a service call is not UTF-8"},
		{playbackBytes(0, 1, 0, 0, "id")[:19], "ends inside a playback request"},
		{playbackBytes(2, 1, 0, 0, "id"), "unknown playback command 2"},
		{playbackBytes(0, float32(math.NaN()), 0, 0, "id"), "playback speed NaN"},
		{playbackBytes(0, float32(math.Inf(1)), 0, 0, "id"), "playback speed +Inf"},
		{playbackBytes(0, 0, 0, 0, "id"), "playback speed 0"},
	} {
		if _, err := parseBinary(c.bytes); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%x: %v, want %s", c.bytes, err, c.want)
		}
	}
}

// FuzzMessagesOfAClient carries out whatever a client may send, without a socket. A subscription
// too many, a panic or an outbox that grows beyond its bound is a defect.
func FuzzMessagesOfAClient(f *testing.F) {
	for _, text := range []string{
		`{"op":"subscribe","subscriptions":[{"id":0,"channelId":1},{"id":1,"channelId":1},{"id":2,"channelId":2},{"id":3,"channelId":9}]}`,
		`{"op":"unsubscribe","subscriptionIds":[0,7]}`,
		`{"op":"getParameters","parameterNames":["a"],"id":"x"}`,
		`{"op":"setParameters","parameters":[{"name":"gain","type":"float64","value":1}],"id":"x"}`,
		`{"op":"subscribeParameterUpdates","parameterNames":["a","b","c"]}`,
		`{"op":"unsubscribeParameterUpdates","parameterNames":["a"]}`,
		`{"op":"subscribeConnectionGraph"}`, `{"op":"unsubscribeConnectionGraph"}`,
		`{"op":"fetchAsset","uri":"package://x","requestId":1}`,
		`{"op":"advertise","channels":[]}`,
	} {
		f.Add(false, []byte(text))
	}
	f.Add(true, callBytes(1, 2, "json", "{}"))
	f.Add(true, playbackBytes(0, 1, 1, 500, "id"))
	f.Fuzz(func(t *testing.T, binary bool, bytes []byte) {
		s := New(Options{
			Graph: true, Parameters: &table{values: []Parameter{{"gain", "float64", 1.}}}, Playback: &tape{last: 1000},
			Limits: Limits{Subscriptions: 2, ControlBytes: 1 << 10},
		})
		for i := range 3 {
			s.Advertise(JSON(fmt.Sprint("/", i), "", ""))
		}
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		c := newClient(s, httptest.NewRequestWithContext(ctx, "GET", "/", nil))
		s.welcome(c)
		parse := parseText
		if binary {
			parse = parseBinary
		}
		r, err := parse(bytes)
		if err != nil {
			c.fail(err.Error())
		} else {
			c.handle(r)
		}
		for len(c.work) > 0 {
			(<-c.work)()
		}
		if len(c.subscriptions) > 2 || len(c.parameters) > 2 || len(c.subscriptions) != len(c.numbers) {
			t.Errorf("%d subscriptions of channels (%d numbers) and %d of parameters", len(c.subscriptions), len(c.numbers), len(c.parameters))
		}
		if c.box.controlWaiting > 1<<10 {
			t.Errorf("%d bytes wait", c.box.controlWaiting)
		}
		s.release(c)
		for id := range ChannelID(3) {
			if s.Wanted(id + 1) {
				t.Errorf("channel %d is wanted by a client that has gone", id+1)
			}
		}
	})
}
