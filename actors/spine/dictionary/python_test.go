package dictionary

import (
	"bytes"
	"encoding/json"
	"math"
	"os/exec"
	"strings"
	"testing"
)

// python runs a script with the input, in an interpreter that has msgpack.
func python(t *testing.T, script string, input []byte) []byte {
	t.Helper()
	for _, interpreter := range []string{"/usr/bin/python3", "python3"} {
		if exec.Command(interpreter, "-c", "import msgpack").Run() != nil {
			continue
		}
		c := exec.Command(interpreter, "-c", script)
		c.Stdin = bytes.NewReader(input)
		out, err := c.Output()
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	t.Skip("no interpreter of Python has msgpack; Debian's package is python3-msgpack")
	return nil
}

// The options of the unpacker and of the packer are those of Upkie's client.
func TestPythonReadsAnObservation(t *testing.T) {
	o := wholeObservation()
	out := python(t, `import json, msgpack, sys
u = msgpack.Unpacker(raw=False)
u.feed(sys.stdin.buffer.read())
(o,) = list(u)
assert type(o["servo"]["left_hip"]["mode"]) is int and type(o["servo"]["left_hip"]["voltage"]) is float
json.dump(o, sys.stdout)`, o.Append(nil))
	var got any
	if err := json.Unmarshal(out, &got); err != nil {
		t.Fatal(err)
	}
	want, err := json.Marshal((&plainReader{t, o.Append(nil)}).value())
	if err != nil {
		t.Fatal(err)
	}
	have, err := json.Marshal(got)
	if err != nil || string(have) != string(want) {
		t.Errorf("%v: Python reads %s\nexpected %s", err, have, want)
	}
}

func TestAnActionOfPythonIsMerged(t *testing.T) {
	a := newUpkieAction()
	out := python(t, `import msgpack, sys
p = msgpack.Packer(use_bin_type=True)
sys.stdout.buffer.write(p.pack({
  "servo": {"left_hip": {"position": float("nan"), "velocity": 2, "kp_scale": 0.5, "maximum_torque": 16}},
  "env": {"step": 3, "reward": -1.5, "log": [1, 2, 3], "frame": b"\x00\xff"}}))`, nil)
	if err := a.Merge(out); err != nil {
		t.Fatal(err)
	}
	want := newUpkieAction()
	want.Servos[0].Position = a.Servos[0].Position // a NaN with the bits of Python
	want.Servos[0].Velocity, want.Servos[0].KpScale, want.Servos[0].MaximumTorque = 2, 0.5, 16
	want.Env = a.Env
	if !math.IsNaN(a.Servos[0].Position) || !same(a, want) || !strings.Contains(string(a.Env), "reward") {
		t.Errorf("%+v, %q", a.Servos[0], a.Env)
	}
}
