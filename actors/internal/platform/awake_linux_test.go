package platform

import (
	"encoding/binary"
	"errors"
	"io/fs"
	"os"
	"testing"
)

// idleLatency is the time within which the kernel promises that idle processors wake up, us.
func idleLatency(t *testing.T) uint32 {
	t.Helper()
	f, err := os.Open("/dev/cpu_dma_latency")
	if errors.Is(err, fs.ErrPermission) || errors.Is(err, fs.ErrNotExist) {
		t.Skip("only the owner of /dev/cpu_dma_latency may open it, and some machines have none")
	}
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var value [4]byte
	if _, err := f.Read(value[:]); err != nil {
		t.Fatal(err)
	}
	return binary.NativeEndian.Uint32(value[:])
}

func TestIdleProcessorsAreKeptAwakeUntilTheLastRequestEnds(t *testing.T) {
	before := idleLatency(t)
	if before == 0 {
		t.Skip("another program keeps the processors awake")
	}
	first, err := KeepAwake()
	if err != nil {
		t.Skip("the device may be read and not written: " + err.Error())
	}
	second, err := KeepAwake()
	if err != nil {
		t.Fatal(err)
	}
	if got := idleLatency(t); got != 0 {
		t.Errorf("the kernel promises %d us; expected 0", got)
	}
	first()
	if got := idleLatency(t); got != 0 {
		t.Errorf("with one of two requests it promises %d us; expected 0", got)
	}
	second()
	if got := idleLatency(t); got == 0 {
		t.Error("it still keeps the processors awake; expected that it lets them sleep")
	}
}
