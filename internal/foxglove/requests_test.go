package foxglove

import (
	"context"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math"
	"net/http"
	"net/http/httptest"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
)

// table holds parameters.
type table struct {
	mu     sync.Mutex
	values []Parameter
}

func (p *table) Get(_ context.Context, names []string) ([]Parameter, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	var got []Parameter
	for _, v := range p.values {
		if len(names) == 0 || slices.Contains(names, v.Name) {
			got = append(got, v)
		}
	}
	return got, nil
}

func (p *table) Set(_ context.Context, changes []Parameter) ([]Parameter, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	var changed []Parameter
	for _, c := range changes {
		at := slices.IndexFunc(p.values, func(v Parameter) bool { return v.Name == c.Name })
		if at < 0 {
			return changed, fmt.Errorf("unknown parameter %q", c.Name)
		}
		p.values[at].Value = c.Value
		changed = append(changed, p.values[at])
	}
	return changed, nil
}

func TestParametersAreReadSetAndReportedToThoseWhoWantThem(t *testing.T) {
	_, h := start(t, Options{Parameters: &table{values: []Parameter{{"gain", "float64", 2.}, {"name", "", "arm"}}}})
	one, other, bystander := connect(t, h, sdkProtocol), connect(t, h, legacyProtocol), connect(t, h, sdkProtocol)
	one.send(`{"op":"getParameters","parameterNames":[],"id":"all"}`)
	values := func(v *viewer) string {
		t.Helper()
		text, err := json.Marshal(v.expect("parameterValues"))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	if got, want := values(one), `{"id":"all","op":"parameterValues","parameters":[{"name":"gain","type":"float64","value":2},{"name":"name","value":"arm"}]}`; got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
	one.send(`{"op":"getParameters","parameterNames":["no such"],"id":"none"}`)
	if got, want := values(one), `{"id":"none","op":"parameterValues","parameters":[]}`; got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
	other.send(`{"op":"subscribeParameterUpdates","parameterNames":["gain"]}`)
	bystander.send(`{"op":"subscribeParameterUpdates","parameterNames":[]}`)
	bystander.send(`{"op":"unsubscribeParameterUpdates","parameterNames":[]}`)
	for _, v := range []*viewer{other, bystander} { // their subscriptions are known once this is answered
		v.send(`{"op":"getParameters","parameterNames":["name"],"id":"known"}`)
		values(v)
	}
	one.send(`{"op":"setParameters","parameters":[{"name":"gain","value":3.5},{"name":"name","value":"leg"}],"id":"set"}`)
	if got, want := values(one), `{"id":"set","op":"parameterValues","parameters":[{"name":"gain","type":"float64","value":3.5},{"name":"name","value":"leg"}]}`; got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
	if got, want := values(other), `{"op":"parameterValues","parameters":[{"name":"gain","type":"float64","value":3.5}]}`; got != want {
		t.Errorf("the subscriber got %s\nwant %s", got, want)
	}
	one.send(`{"op":"setParameters","parameters":[{"name":"gian","value":1}]}`)
	if got := one.expect("status")["message"]; got != `unknown parameter "gian"` {
		t.Errorf("got %v", got)
	}
	bystander.send(`{"op":"getParameters","parameterNames":["gain"],"id":"end"}`)
	if got := bystander.expect("parameterValues")["id"]; got != "end" {
		t.Errorf("a client without subscription got values before its own answer: %v", got)
	}
}

// viewerKey is the key of a right that the HTTP layer puts into the context of a request.
type viewerKey struct{}

func TestAServiceAnswersWithTheRightsOfTheRequest(t *testing.T) {
	s := New(Options{Services: []Service{
		{Name: "rearm", Type: "rearm", Request: `{"type":"object","required":["target"]}`, Call: func(ctx context.Context, request []byte) ([]byte, error) {
			if ctx.Value(viewerKey{}) != "may operate" {
				return nil, errRefused
			}
			return append([]byte("done: "), request...), nil
		}},
	}})
	h := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Query().Get("token") == "t" {
			r = r.WithContext(context.WithValue(r.Context(), viewerKey{}, "may operate"))
		}
		s.ServeHTTP(w, r)
	}))
	defer h.Close()
	defer s.Close()
	guest := connect(t, h, sdkProtocol)
	h.URL += "/?token=t"
	operator := connect(t, h, legacyProtocol)

	service := operator.expect("advertiseServices")["services"].([]any)[0].(map[string]any)
	if service["name"] != "rearm" || service["id"] != 1. || service["request"].(map[string]any)["schema"] != `{"type":"object","required":["target"]}` ||
		service["response"].(map[string]any)["encoding"] != "json" {
		t.Errorf("announced as %v", service)
	}
	operator.call(1, 7, "json", `{"target":"arm"}`)
	want := "01000000" + "07000000" + "04000000" + hex.EncodeToString([]byte(`jsondone: {"target":"arm"}`))
	if got := hex.EncodeToString(operator.expectBinary(opServiceAnswer)); got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
	guest.call(1, 8, "json", `{}`)
	if got := guest.expect("serviceCallFailure"); got["message"] != errRefused.Error() || got["callId"] != 8. || got["serviceId"] != 1. {
		t.Errorf("a viewer without rights got %v", got)
	}
	for _, c := range []struct {
		service        uint32
		encoding, want string
	}{
		{2, "json", "there is no service 2"},
		{0, "json", "there is no service 0"},
		{math.MaxUint32, "json", "there is no service 4294967295"},
		{1, "protobuf", `unknown encoding "protobuf"; expected json`},
	} {
		guest.call(c.service, 9, c.encoding, `{}`)
		if got := guest.expect("serviceCallFailure")["message"]; got != c.want {
			t.Errorf("service %d in %s: %v, want %s", c.service, c.encoding, got, c.want)
		}
	}
}

func TestAPanicInWhatIsOfferedIsAnErrorOfItsClient(t *testing.T) {
	broken := func() { panic("a nil map") }
	_, h := start(t, Options{
		Parameters: failing{}, Playback: failing{},
		Services: []Service{{Name: "stop", Call: func(context.Context, []byte) ([]byte, error) { broken(); return nil, nil }}},
		Asset:    func(context.Context, string) ([]byte, error) { broken(); return nil, nil },
	})
	v := connect(t, h, sdkProtocol)
	v.call(1, 1, "json", "{}")
	if got := v.expect("serviceCallFailure")["message"].(string); !strings.Contains(got, "a nil map") {
		t.Errorf("got %q", got)
	}
	v.send(`{"op":"fetchAsset","uri":"x","requestId":1}`)
	if got := string(v.expectBinary(opAsset)); !strings.Contains(got, "a nil map") {
		t.Errorf("got %q", got)
	}
	for _, message := range []string{`{"op":"getParameters","parameterNames":[]}`, `{"op":"setParameters","parameters":[{"name":"gain","value":1}]}`} {
		v.send(message)
		if got := v.expect("status")["message"].(string); !strings.Contains(got, "a nil map") {
			t.Errorf("%s: got %q", message, got)
		}
	}
	v.sendBinary(playbackBytes(0, 1, 0, 0, "x"))
	if got := v.expect("status")["message"].(string); !strings.Contains(got, "a nil map") {
		t.Errorf("got %q", got)
	}
}

// failing panics.
type failing struct{}

func (failing) Get(context.Context, []string) ([]Parameter, error)    { panic("a nil map") }
func (failing) Set(context.Context, []Parameter) ([]Parameter, error) { panic("a nil map") }
func (failing) Range() (uint64, uint64)                               { return 0, 1 }
func (failing) State() PlaybackState                                  { return PlaybackState{} }
func (failing) Control(context.Context, PlaybackRequest, func(PlaybackState)) error {
	panic("a nil map")
}

func TestCallsThatHangNeitherDelayOtherServicesNorPileUp(t *testing.T) {
	ended := make(chan error, 2)
	_, h := start(t, Options{Limits: Limits{RunningCalls: 2}, Services: []Service{
		{Name: "goal", Call: func(ctx context.Context, _ []byte) ([]byte, error) {
			<-ctx.Done()
			ended <- ctx.Err()
			return nil, ctx.Err()
		}},
		{Name: "stop", Call: func(context.Context, []byte) ([]byte, error) { return []byte("{}"), nil }},
	}})
	v := connect(t, h, sdkProtocol)
	for call := range uint32(3) {
		v.call(1, call, "json", "{}")
	}
	if got := v.expect("serviceCallFailure"); got["callId"] != 2. || got["message"] != "2 calls of this service are still running" {
		t.Errorf("got %v", got)
	}
	v.call(2, 9, "json", "{}")
	if got := binary.LittleEndian.Uint32(v.expectBinary(opServiceAnswer)[4:]); got != 9 {
		t.Errorf("call %d answered, want 9", got)
	}
	v.conn.CloseNow()
	for range 2 {
		if err := <-ended; err == nil {
			t.Error("a call outlives its client")
		}
	}
}

func TestAssetsComeWithTheirContentOrAReason(t *testing.T) {
	_, h := start(t, Options{Limits: Limits{ControlBytes: 2000}, Asset: func(_ context.Context, uri string) ([]byte, error) {
		if uri == "large" {
			return make([]byte, 1001), nil
		}
		if uri == "package://arm/link.stl" {
			return []byte("solid"), nil
		}
		return nil, fmt.Errorf("there is no asset %q", uri)
	}})
	v := connect(t, h, sdkProtocol)
	v.send(`{"op":"fetchAsset","uri":"package://arm/link.stl","requestId":5}`)
	if got, want := hex.EncodeToString(v.expectBinary(opAsset)), "05000000"+"00"+"00000000"+hex.EncodeToString([]byte("solid")); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	v.send(`{"op":"fetchAsset","uri":"large","requestId":7}`)
	if got := string(v.expectBinary(opAsset)); !strings.Contains(got, "the asset has 1001 bytes; at most 1000 are served") {
		t.Errorf("got %q", got)
	}
	v.send(`{"op":"fetchAsset","uri":"file:///etc/passwd","requestId":6}`)
	text := `there is no asset "file:///etc/passwd"`
	if got, want := hex.EncodeToString(v.expectBinary(opAsset)), "06000000"+"01"+"26000000"+hex.EncodeToString([]byte(text)); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// tape plays nothing; it carries out requests at once.
type tape struct {
	mu          sync.Mutex
	first, last uint64
	state       PlaybackState
	jumped      func(at uint64) // publishes after a jump; may be nil
}

func (p *tape) Range() (uint64, uint64) { return p.first, p.last }

func (p *tape) State() PlaybackState {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.state
}

func (p *tape) Control(_ context.Context, r PlaybackRequest, answer func(PlaybackState)) error {
	p.mu.Lock()
	if r.Seek && r.SeekTime > p.last {
		p.mu.Unlock()
		return fmt.Errorf("the recording ends at %d ns", p.last)
	}
	p.state = PlaybackState{Status: Paused, Time: p.state.Time, Speed: r.Speed, DidSeek: r.Seek}
	if r.Play {
		p.state.Status = Playing
	}
	if r.Seek {
		p.state.Time = r.SeekTime
	}
	state := p.state
	p.mu.Unlock()
	answer(state)
	if p.jumped != nil {
		p.jumped(state.Time)
	}
	return nil
}

func TestAfterAJumpAViewerGetsTheStateAndThenMessagesOfTheNewTimeOnly(t *testing.T) {
	p := &tape{last: 1000}
	s, h := start(t, Options{Playback: p})
	id := s.Advertise(JSON("/a", "", ""))
	p.jumped = func(at uint64) { s.Publish(id, at, []byte("new")) }
	v := connect(t, h, sdkProtocol)
	v.send(`{"op":"subscribe","subscriptions":[{"id":1,"channelId":1}]}`)
	subscribed(t, s, id, 1)
	large := make([]byte, 3<<20) // the viewer does not read yet: most of these wait in its queue
	for range 8 {
		s.Publish(id, 1, large)
	}
	s.Publish(id, 2, []byte("old"))
	v.sendBinary(playbackBytes(0, 1, 1, 500, "jump"))
	eventually(t, "the new message waits or is sent", func() bool { return p.State().Time == 500 })
	v.expectBinary(opPlaybackState) // of the connection
	v.expectBinary(opPlaybackState)
	for _, bytes := v.message(); ; _, bytes = v.message() {
		if len(bytes) == 0 {
			continue
		}
		if at := binary.LittleEndian.Uint64(bytes[5:]); bytes[0] != opMessage || at != 500 {
			t.Errorf("after the state came opcode %d of %d ns", bytes[0], at)
		}
		return
	}
}

func playbackBytes(command byte, speed float32, seek byte, at uint64, id string) []byte {
	b := binary.LittleEndian.AppendUint32([]byte{opPlaybackControl, command}, math.Float32bits(speed))
	b = binary.LittleEndian.AppendUint64(append(b, seek), at)
	return append(binary.LittleEndian.AppendUint32(b, uint32(len(id))), id...)
}

func TestPlaybackFollowsItsViewersAndTellsAllOfThem(t *testing.T) {
	s, h := start(t, Options{Playback: &tape{last: 1000, state: PlaybackState{Status: Paused, Time: 10, Speed: 1}}})
	id := s.Advertise(JSON("/a", "", ""))
	one, other, old := connect(t, h, sdkProtocol), connect(t, h, sdkProtocol), connect(t, h, legacyProtocol)
	state := func(v *viewer) string { t.Helper(); return hex.EncodeToString(v.expectBinary(opPlaybackState)) }
	for _, v := range []*viewer{one, other} {
		if got, want := state(v), "01"+"0a00000000000000"+"0000803f"+"00"+"00000000"; got != want {
			t.Errorf("first state %s, want %s", got, want)
		}
	}
	one.sendBinary(playbackBytes(0, 2, 1, 500, "seek"))
	for _, v := range []*viewer{one, other} {
		if got, want := state(v), "00"+"f401000000000000"+"00000040"+"01"+"04000000"+hex.EncodeToString([]byte("seek")); got != want {
			t.Errorf("state %s, want %s", got, want)
		}
	}
	one.sendBinary(playbackBytes(0, 1, 1, 5000, "late"))
	if got := one.expect("status")["message"]; got != "the recording ends at 1000 ns" {
		t.Errorf("got %v", got)
	}
	s.PlaybackChanged(PlaybackState{Status: Ended, Time: 1000, Speed: 1})
	if got, want := state(other), "03"+"e803000000000000"+"0000803f"+"00"+"00000000"; got != want {
		t.Errorf("state %s, want %s", got, want)
	}
	old.send(`{"op":"subscribe","subscriptions":[{"id":1,"channelId":1}]}`)
	subscribed(t, s, id, 1)
	s.Publish(id, 1, nil)
	for {
		if _, bytes := old.message(); len(bytes) > 0 {
			if bytes[0] != opMessage {
				t.Errorf("a client of the old protocol got the binary opcode %d, which it does not know", bytes[0])
			}
			break
		}
	}
}

func TestTheGraphIsSentWholeAndThenByItsChanges(t *testing.T) {
	s, h := start(t, Options{Graph: true})
	s.SetGraph(Graph{Published: map[string][]string{"a": {"x"}, "b": {"x"}}, Subscribed: map[string][]string{"a": {"y"}}, Services: map[string][]string{"stop": {"x"}}})
	v := connect(t, h, sdkProtocol)
	v.send(`{"op":"subscribeConnectionGraph"}`)
	update := func() string {
		t.Helper()
		fields := v.expect("connectionGraphUpdate")
		delete(fields, "op")
		text, _ := json.Marshal(fields)
		return string(text)
	}
	if got, want := update(), `{"advertisedServices":[{"name":"stop","providerIds":["x"]}],"publishedTopics":[{"name":"a","publisherIds":["x"]},{"name":"b","publisherIds":["x"]}],"removedServices":[],"removedTopics":[],"subscribedTopics":[{"name":"a","subscriberIds":["y"]}]}`; got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
	s.SetGraph(Graph{Published: map[string][]string{"a": {"x", "z"}}})
	if got, want := update(), `{"advertisedServices":[],"publishedTopics":[{"name":"a","publisherIds":["x","z"]}],"removedServices":["stop"],"removedTopics":["b"],"subscribedTopics":[{"name":"a","subscriberIds":[]}]}`; got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
	v.send(`{"op":"unsubscribeConnectionGraph"}`)
	v.send(`{"op":"nonsense"}`)
	if got := v.expect("status")["message"]; got != `unknown op "nonsense"` {
		t.Errorf("got %v", got)
	}
	s.SetGraph(Graph{})
	s.Status(Info, "end", "")
	if fields, _ := v.message(); !reflect.DeepEqual(fields["message"], "end") {
		t.Errorf("after its end the subscription still brought %v", fields)
	}
}

func TestWhatTheServerDoesNotOfferIsAnsweredAndHarmless(t *testing.T) {
	_, h := start(t, Options{})
	v := connect(t, h, sdkProtocol)
	for message, want := range map[string]string{
		`{"op":"getParameters","parameterNames":[]}`:             noParameters,
		`{"op":"setParameters","parameters":[]}`:                 noParameters,
		`{"op":"subscribeParameterUpdates","parameterNames":[]}`: noParameters,
		`{"op":"subscribeConnectionGraph"}`:                      "this server has no connection graph",
		`{"op":"fetchAsset","uri":"x","requestId":1}`:            "this server has no assets",
		`{"op":"advertise","channels":[]}`:                       errNoPublishing.Error(),
	} {
		v.send(message)
		if got := v.expect("status"); got["message"] != want || got["level"] != 2. {
			t.Errorf("%s: got %v, want %s", message, got, want)
		}
	}
	v.sendBinary(playbackBytes(0, 1, 0, 0, "x"))
	if got := v.expect("status")["message"]; got != "this server plays nothing back" {
		t.Errorf("got %v", got)
	}
}
