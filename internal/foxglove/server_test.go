package foxglove

import (
	"context"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"

	"github.com/coder/websocket"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/types/descriptorpb"

	"github.com/robo-actors/robo-actors/internal/foxglove/schemas"
)

func TestTheServerSaysFirstWhatItOffers(t *testing.T) {
	for _, c := range []struct {
		name    string
		options Options
		want    map[string]any
	}{
		{"nothing but channels", Options{Name: "bare"}, map[string]any{"op": "serverInfo", "name": "bare", "capabilities": []any{}}},
		{"everything", Options{
			Name: "full", SessionID: "7", Metadata: map[string]string{"robot": "arm"}, ClockTime: true, Graph: true,
			Parameters: &table{}, Services: []Service{{Name: "stop"}}, Playback: &tape{first: 1_500_000_000, last: 2_000_000_001},
			Asset: func(context.Context, string) ([]byte, error) { return nil, nil },
		}, map[string]any{
			"op": "serverInfo", "name": "full", "sessionId": "7", "metadata": map[string]any{"robot": "arm"},
			"capabilities":       []any{"time", "parameters", "parametersSubscribe", "services", "connectionGraph", "assets", "playbackControl"},
			"supportedEncodings": []any{"json"},
			"dataStartTime":      map[string]any{"sec": 1., "nsec": 5e8}, "dataEndTime": map[string]any{"sec": 2., "nsec": 1.},
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, h := start(t, c.options)
			if got, _ := connect(t, h, legacyProtocol).message(); !reflect.DeepEqual(got, c.want) {
				t.Errorf("got %v\nwant %v", got, c.want)
			}
		})
	}
}

func TestASubscriberGetsMessagesAsTheProtocolLaysThemOut(t *testing.T) {
	s, h := start(t, Options{})
	id := s.Advertise(JSON("/before", "", ""))
	v := connect(t, h, sdkProtocol)
	later := s.Advertise(JSON("/later", "Later", `{"type":"object","title":"x"}`))
	s.Publish(id, 1, []byte("nobody wants this"))
	if s.Wanted(id) {
		t.Error("a channel without subscribers is wanted")
	}
	first := v.expect("advertise")["channels"].([]any)[0].(map[string]any)
	want := map[string]any{"id": 1., "topic": "/before", "encoding": "json", "schemaName": "", "schemaEncoding": "jsonschema", "schema": `{"type":"object"}`}
	if !reflect.DeepEqual(first, want) {
		t.Errorf("announced as %v, want %v", first, want)
	}
	v.send(`{"op":"subscribe","subscriptions":[{"id":258,"channelId":1},{"id":0,"channelId":2}]}`)
	subscribed(t, s, later, 1)
	payload := []byte("{}")
	s.Publish(id, 0x0102, payload)
	payload[0] = '!' // the server has its own copy
	if got, want := hex.EncodeToString(v.expectBinary(opMessage)), "02010000"+"0201000000000000"+"7b7d"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	s.Time(0x0a0b)
	if got := hex.EncodeToString(v.expectBinary(opTime)); got != "0b0a000000000000" {
		t.Errorf("time as %s", got)
	}
	if !s.Wanted(id) {
		t.Error("a channel with a subscriber is not wanted")
	}
	v.send(`{"op":"unsubscribe","subscriptionIds":[258]}`)
	subscribed(t, s, id, 0)
	s.Unadvertise(later)
	if got := v.expect("unadvertise")["channelIds"]; !reflect.DeepEqual(got, []any{2.}) {
		t.Errorf("unadvertised %v", got)
	}
	s.Unadvertise(later)
	s.Publish(later, 1, []byte("to nobody"))
	v.send(`{"op":"subscribe","subscriptions":[{"id":1,"channelId":2}]}`)
	if got := v.expect("status")["message"].(string); got != "subscribe: there is no channel 2" {
		t.Errorf("got %q", got)
	}
}

func TestALatchedChannelGivesANewSubscriberItsNewestMessage(t *testing.T) {
	s, h := start(t, Options{})
	c := JSON("/scene", "", "")
	c.Latched = true
	id := s.Advertise(c)
	s.Publish(id, 1, []byte("old"))
	s.Publish(id, 2, []byte("new"))
	for range 2 {
		v := connect(t, h, sdkProtocol)
		v.send(`{"op":"subscribe","subscriptions":[{"id":1,"channelId":1}]}`)
		if got := string(v.expectBinary(opMessage)[12:]); got != "new" {
			t.Errorf("got %q", got)
		}
	}
}

func TestAChannelWithAHistoryGivesItToANewSubscriber(t *testing.T) {
	s, h := start(t, Options{Limits: Limits{QueueMessages: 2}})
	c := JSON("/events", "", "")
	c.History = 5
	id := s.Advertise(c)
	for i := range 8 {
		s.Publish(id, uint64(i), []byte("{}"))
	}
	v := connect(t, h, sdkProtocol)
	for _, round := range []struct{ first, last uint64 }{{3, 8}, {4, 8}} {
		v.send(`{"op":"subscribe","subscriptions":[{"id":1,"channelId":1}]}`)
		subscribed(t, s, id, 1)
		if round.first == 3 {
			s.Publish(id, 8, []byte("{}"))
		}
		for want := round.first; want <= round.last; want++ {
			if got := binary.LittleEndian.Uint64(v.expectBinary(opMessage)[4:]); got != want {
				t.Errorf("message %d came, want %d", got, want)
			}
		}
		v.send(`{"op":"unsubscribe","subscriptionIds":[1]}`)
		subscribed(t, s, id, 0)
	}
	if dropped := s.Stats().Dropped; dropped != 0 {
		t.Errorf("%d messages of the history count as dropped", dropped)
	}
}

func TestAClientLearnsWhatHoldsForItself(t *testing.T) {
	s := New(Options{Metadata: map[string]string{"robot": "arm"}, About: func(ctx context.Context) map[string]string {
		return map[string]string{"control": ctx.Value(viewerKey{}).(string)}
	}})
	h := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), viewerKey{}, r.URL.RawQuery)))
	}))
	defer h.Close()
	defer s.Close()
	address := h.URL
	for _, right := range []string{"granted", "off"} {
		h.URL = address + "/?" + right
		if got := connect(t, h, sdkProtocol).expect("serverInfo")["metadata"]; !reflect.DeepEqual(got, map[string]any{"robot": "arm", "control": right}) {
			t.Errorf("got %v, want control %s", got, right)
		}
	}
}

func TestTheSchemaOfAProtobufChannelLoadsWithoutAnythingElse(t *testing.T) {
	c := Protobuf("/scene", (&schemas.SceneUpdate{}).ProtoReflect().Descriptor())
	if c.SchemaName != "foxglove.SceneUpdate" || c.Encoding != "protobuf" {
		t.Errorf("got %s in %s", c.SchemaName, c.Encoding)
	}
	s, h := start(t, Options{})
	s.Advertise(c)
	text := connect(t, h, sdkProtocol).expect("advertise")["channels"].([]any)[0].(map[string]any)["schema"].(string)
	raw, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		t.Fatal(err)
	}
	var set descriptorpb.FileDescriptorSet
	if err := proto.Unmarshal(raw, &set); err != nil {
		t.Fatal(err)
	}
	files, err := protodesc.NewFiles(&set)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := files.FindDescriptorByName("foxglove.SceneUpdate"); err != nil {
		t.Error(err)
	}
}

func TestAHandshakeThatDoesNotFitIsRefused(t *testing.T) {
	_, h := start(t, Options{Origins: []string{"https://viewer.example"}})
	handshake := func(change func(http.Header)) (int, string) {
		r, err := http.NewRequest("GET", h.URL, nil)
		if err != nil {
			t.Fatal(err)
		}
		for key, value := range map[string]string{
			"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13",
			"Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Protocol": "other, " + sdkProtocol,
		} {
			r.Header.Set(key, value)
		}
		change(r.Header)
		answer, err := http.DefaultTransport.RoundTrip(r)
		if err != nil {
			t.Fatal(err)
		}
		defer answer.Body.Close()
		if answer.StatusCode == http.StatusSwitchingProtocols {
			return answer.StatusCode, answer.Header.Get("Sec-WebSocket-Protocol")
		}
		text, _ := io.ReadAll(answer.Body)
		return answer.StatusCode, string(text)
	}
	for _, c := range []struct {
		name   string
		change func(http.Header)
		status int
		text   string
	}{
		{"as it should be", func(http.Header) {}, 101, sdkProtocol},
		{"both protocols", func(h http.Header) { h.Set("Sec-WebSocket-Protocol", legacyProtocol+","+sdkProtocol) }, 101, sdkProtocol},
		{"a foreign page", func(h http.Header) { h.Set("Origin", "http://attacker.example") }, 403, "not authorized"},
		{"a permitted page", func(h http.Header) { h.Set("Origin", "https://viewer.example") }, 101, sdkProtocol},
		{"no subprotocol", func(h http.Header) { h.Del("Sec-WebSocket-Protocol") }, 400, "subprotocol foxglove.sdk.v1"},
		{"other subprotocols", func(h http.Header) { h.Set("Sec-WebSocket-Protocol", "foxglove.sdk.v10") }, 400, "subprotocol foxglove.sdk.v1"},
		{"no upgrade", func(h http.Header) { h.Del("Upgrade"); h.Del("Connection") }, 426, "Upgrade"},
	} {
		if status, text := handshake(c.change); status != c.status || !strings.Contains(text, c.text) {
			t.Errorf("%s: %d %q, want %d with %q", c.name, status, text, c.status, c.text)
		}
	}
	http.DefaultTransport.(*http.Transport).CloseIdleConnections()
}

func TestOneClientTooManyIsRefusedUntilAnotherGoes(t *testing.T) {
	s, h := start(t, Options{Limits: Limits{Clients: 2}})
	first := connect(t, h, sdkProtocol)
	connect(t, h, legacyProtocol)
	_, answer, err := websocket.Dial(first.ctx, h.URL, &websocket.DialOptions{Subprotocols: []string{sdkProtocol}})
	if err == nil || answer.StatusCode != http.StatusServiceUnavailable || answer.Header.Get("Retry-After") == "" {
		t.Fatalf("the third client got %v, %v", answer, err)
	}
	if err := first.conn.Close(websocket.StatusNormalClosure, ""); err != nil {
		t.Fatal(err)
	}
	eventually(t, "one client has gone", func() bool { return len(s.Stats().Clients) == 1 })
	connect(t, h, sdkProtocol).expect("serverInfo")
	if stats := s.Stats(); stats.Refused != 1 || stats.Connected != 3 {
		t.Errorf("%d refused, %d connected", stats.Refused, stats.Connected)
	}
}

func TestStatusesWithAnIDReachLaterClientsUntilTheyAreRemoved(t *testing.T) {
	s, h := start(t, Options{})
	early := connect(t, h, sdkProtocol)
	early.expect("serverInfo")
	s.Status(Warning, "joint elbow stopped", "elbow")
	s.Status(Info, "for those of now", "")
	want := map[string]any{"op": "status", "level": 1., "message": "joint elbow stopped", "id": "elbow"}
	for _, v := range []*viewer{early, connect(t, h, legacyProtocol)} {
		if got := v.expect("status"); !reflect.DeepEqual(got, want) {
			t.Errorf("got %v", got)
		}
	}
	s.RemoveStatus("elbow")
	if got := early.expect("removeStatus")["statusIds"]; !reflect.DeepEqual(got, []any{"elbow"}) {
		t.Errorf("removed %v", got)
	}
	s.Status(Error, "last", "")
	if got := connect(t, h, sdkProtocol).expectNothingBefore(s, "end"); got != 0 {
		t.Errorf("a new client got %d old statuses", got)
	}
}

// expectNothingBefore counts the statuses that come before a mark, which it sends itself.
func (v *viewer) expectNothingBefore(s *Server, mark string) int {
	v.t.Helper()
	v.expect("advertise") // the announcements have begun: the client is known
	s.Status(Info, mark, "")
	for count := 0; ; count++ {
		if v.expect("status")["message"] == mark {
			return count
		}
	}
}

func TestCloseDisconnectsEverybodyAndRefusesNewClients(t *testing.T) {
	s, h := start(t, Options{})
	friendly, silent := connect(t, h, sdkProtocol), connect(t, h, sdkProtocol)
	friendly.expect("advertise")
	silent.expect("advertise") // and reads no more
	type end struct {
		code  websocket.StatusCode
		count int // of messages before it
	}
	closed := make(chan end)
	go func() {
		for count := 0; ; count++ {
			if _, _, err := friendly.conn.Read(friendly.ctx); err != nil {
				closed <- end{websocket.CloseStatus(err), count}
				return
			}
		}
	}()
	for range 100 {
		s.Status(Info, "one of the last words", "")
	}
	s.Close()
	if got := <-closed; got.code != websocket.StatusGoingAway || got.count != 100 {
		t.Errorf("closed with %v after %d messages, want going away after 100", got.code, got.count)
	}
	_, answer, err := websocket.Dial(friendly.ctx, h.URL, &websocket.DialOptions{Subprotocols: []string{sdkProtocol}})
	if err == nil || answer == nil || answer.StatusCode != http.StatusServiceUnavailable {
		t.Errorf("after Close a client got %v, %v", answer, err)
	}
}

var errRefused = errors.New("run with --control and use the printed address")
