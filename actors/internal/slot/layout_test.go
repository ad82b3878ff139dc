package slot

import (
	"reflect"
	"testing"
	"unsafe"

	"github.com/robo-actors/robo-actors/internal/testkit"
	"github.com/robo-actors/robo-actors/messages"
)

// Values that fill arrays of the same sizes are copied at once, whatever array they lie in; all
// others field by field.
func TestWholeValuesAreCopiedAtOnceAndOthersToo(t *testing.T) {
	p := mustPlan[messages.DriveState](t)
	filled := func(v *messages.DriveState, from int) {
		for i := range v.Position {
			k := from + i
			v.Position[i], v.Velocity[i], v.Effort[i] = float64(k), float64(2*k), float64(-k)
			v.Mode[i], v.Fault[i], v.Answered[i], v.Arm[i] = messages.Mode(k%7), uint16(k), k%2 == 0, uint32(3*k)
		}
	}
	for drives := range 12 {
		sizes := map[string]int{"drives": drives}
		var own messages.DriveState
		p.allocate(unsafe.Pointer(&own), sizes)
		l, e := p.layoutOf(sizes), p.newValues(1, sizes).entry(0)
		filled(&own, 1)
		numbers := make([]float64, 3*drives)
		scattered := messages.DriveState{Position: numbers[2*drives:], Velocity: numbers[drives : 2*drives], Effort: numbers[:drives:drives],
			Mode: make([]messages.Mode, drives), Fault: make([]uint16, drives), Answered: make([]bool, drives), Arm: make([]uint32, drives),
			Temperature: []float64{}, Voltage: []float64{}, Current: []float64{}, FaultWord: []uint32{}}
		filled(&scattered, 2)
		short := own
		short.Mode, short.Arm = own.Mode[:drives/2], own.Arm[:0]
		shifted := own
		shifted.Velocity, shifted.Effort = own.Effort, own.Velocity
		for _, c := range []struct {
			name  string
			value messages.DriveState
			block bool
		}{{"its own arrays", own, drives > 0}, {"other arrays", scattered, false}, {"shorter ones", short, false}, {"ones in another order", shifted, false}, {"its own again", own, drives > 0}} {
			if block := l.block(unsafe.Pointer(&c.value)) != nil; block != c.block {
				t.Errorf("%d drives, %s: copied at once is %v, want %v", drives, c.name, block, c.block)
			}
			l.copy(&e, unsafe.Pointer(&c.value))
			to := (*messages.DriveState)(e.Value)
			if !reflect.DeepEqual(*to, c.value) {
				t.Errorf("%d drives, %s: copied %+v, want %+v", drives, c.name, *to, c.value)
			}
			if drives > 0 && (&to.Position[0] == &c.value.Position[0] || cap(to.Arm) != drives) {
				t.Errorf("%d drives, %s: the copy's arrays are not its own", drives, c.name)
			}
		}
	}
}

// A value goes through the same entries whole and cut in any order, as a sender that names fewer
// elements for a while has it.
func TestAnEntryTakesWholeAndCutValuesInAnyOrder(t *testing.T) {
	p, sizes := mustPlan[everything](t), map[string]int{"joints": 5, "contacts": 3}
	r := testkit.Random(t)
	l, e := p.layoutOf(sizes), p.newValues(2, sizes).entry(1)
	got := (*everything)(e.Value)
	whole, cut := 0, 0
	for range testkit.Scaled(400) {
		var v everything
		p.allocate(unsafe.Pointer(&v), sizes)
		v.When = messages.Instant(r.Int64())
		for i := range v.Joints {
			v.Joints[i], v.Modes[i] = r.Float64(), messages.Mode(r.IntN(7))
		}
		for i := range v.Inner.Forces {
			v.Inner.Forces[i] = pose{r.Float64(), r.Float64(), r.Float64()}
		}
		if whole++; r.IntN(2) == 0 {
			v.Joints, v.Inner.Forces = v.Joints[:r.IntN(6)], v.Inner.Forces[r.IntN(3):]
			cut++
		}
		l.copy(&e, unsafe.Pointer(&v))
		if !reflect.DeepEqual(*got, v) {
			t.Fatalf("copied %+v, want %+v", *got, v)
		}
		if cap(got.Joints) != 5 || cap(got.Inner.Forces) != 3 || cap(got.Modes) != 5 {
			t.Fatalf("the arrays of the copy have become shorter: %d, %d, %d", cap(got.Joints), cap(got.Inner.Forces), cap(got.Modes))
		}
	}
	if cut == 0 || whole == cut {
		t.Fatalf("%d of %d values were cut; expected some", cut, whole)
	}
}
