package record_test

import (
	"bytes"
	"fmt"
	"log"
	"os"

	"github.com/robo-actors/robo-actors/actors/record"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/messages/pb"
)

// A recording is written message by message, and read back as typed values or printed.
func Example() {
	codec, err := pb.CodecOf[messages.JointState]()
	if err != nil {
		log.Fatal(err)
	}
	var file bytes.Buffer
	w, err := record.NewWriter(&file, record.Options{Entries: []record.Entry{{Key: "seed", Value: "7"}}})
	if err != nil {
		log.Fatal(err)
	}
	topic, err := w.Channel("arm/driver.state", codec, record.Names([]string{"shoulder", "elbow"}))
	if err != nil {
		log.Fatal(err)
	}
	for i := range 3 {
		at := messages.Instant(i * 1_000_000)
		value := messages.JointState{Position: []float64{0.5, 0.1 * float64(i)}}
		if err := w.Write(topic, at, messages.Stamp{Time: at, Sequence: uint64(i + 1), Incarnation: 1}, &value); err != nil {
			log.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		log.Fatal(err)
	}

	r, err := record.NewReader(bytes.NewReader(file.Bytes()), int64(file.Len()))
	if err != nil {
		log.Fatal(err)
	}
	states, err := record.Series[messages.JointState](r, "arm/driver.state")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(len(states), "states, the last with the elbow at", states[2].Value.Position[1], "rad")
	if err := record.Cat(r, os.Stdout, record.CatOptions{Filter: record.Filter{From: 2_000_000}}); err != nil {
		log.Fatal(err)
	}
	if err := record.ExportCSV(r, os.Stdout, "arm/driver.state", record.Filter{}); err != nil {
		log.Fatal(err)
	}
	// Output:
	// 3 states, the last with the elbow at 0.2 rad
	// 0.002000000 arm/driver.state #1.3 at 0.002000000 position=[0.5 0.2]
	// log_time_s,stamp_time_s,sequence,incarnation,position[shoulder],position[elbow]
	// 0.000000000,0.000000000,1,1,0.5,0
	// 0.001000000,0.001000000,2,1,0.5,0.1
	// 0.002000000,0.002000000,3,1,0.5,0.2
}
