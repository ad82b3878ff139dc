package remote

import (
	"encoding/hex"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/hardware"
	"github.com/robo-actors/robo-actors/messages"
)

// examples are the frames that the document of this package shows.
func examples(t *testing.T) (frames []string) {
	t.Helper()
	text, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	digits := regexp.MustCompile(`(?m)^//\t[0-9a-f ]+$`).FindAllString(string(text), -1)
	all := strings.NewReplacer("//", "", "\t", "", " ", "").Replace(strings.Join(digits, ""))
	begin := hex.EncodeToString([]byte("RAD2"))
	for _, rest := range strings.Split(all, begin)[1:] {
		frames = append(frames, begin+rest)
	}
	return frames
}

// Whoever writes the other side has the document only.
func TestTheFramesOfTheDocumentAreThoseThatAreSent(t *testing.T) {
	command, state := hardware.NewCommand(1), newMeasuredState([]hardware.DriveInfo{{Measures: hardware.Measurements{Temperature: true}}})
	command.KpScale, command.KdScale, command.MaxEffort = nil, nil, nil
	command.Mode[0], command.Control[0], command.Velocity[0], command.Arm[0] = messages.ModeRun, messages.ControlVelocity, 0.5, 1
	state.Mode[0], state.Position[0], state.Velocity[0], state.Answered[0], state.Arm[0], state.Temperature[0] = messages.ModeRun, 0.25, 0.5, true, 1, 40
	answer := head{kind: stateKind, session: 99, sequence: 2, time: messages.Instant(2 * time.Millisecond)}
	sent := [][]byte{
		seal(appendText(begin(nil, head{kind: hello, session: 5, sequence: 1}), "arm")),
		exchangeFrame(99, 2, messages.Instant(time.Millisecond), command),
		seal(testPayload().appendState(testPayload().appendReadings(begin(nil, answer), nil), state)),
	}
	shown := examples(t)
	if len(shown) != len(sent) {
		t.Fatalf("%d frames are shown, want %d", len(shown), len(sent))
	}
	for i, frame := range sent {
		if want := hex.EncodeToString(frame); shown[i] != want {
			t.Errorf("frame %d is %s, the document has %s", i, want, shown[i])
		}
	}
}
