package bench

import (
	"context"
	"os"
	"strconv"
	"testing"
	"time"
)

func TestX(t *testing.T) {
	n, _ := strconv.Atoi(os.Getenv("PAIRS"))
	prio, _ := strconv.Atoi(os.Getenv("PRIO"))
	gb, _ := strconv.Atoi(os.Getenv("GARBAGE"))
	if n == 0 {
		t.Skip()
	}
	r, err := Jitter(context.Background(), JitterOptions{Pairs: n, Slice: time.Second, Priority: prio, Garbage: gb, Progress: func(s string) { t.Log(s) }})
	if err != nil {
		t.Fatal(err)
	}
	t.Log("\n" + r.String())
}
