package app_test

import (
	"fmt"
	"testing/fstest"

	"github.com/robo-actors/robo-actors/actors/kinds"
	"github.com/robo-actors/robo-actors/worlds/app"
)

// All errors are reported at once, each with its position and the nearest known name.
func ExampleLoad() {
	registry, err := kinds.Standard()
	if err != nil {
		fmt.Println(err)
		return
	}
	files := fstest.MapFS{
		"arm.urdf": {Data: []byte(`<robot name="arm"><link name="base"/><link name="hand"/>
<joint name="wrist" type="continuous"><parent link="base"/><child link="hand"/><axis xyz="0 0 1"/></joint></robot>`)},
		"app.yaml": {Data: []byte(`worlds:
  arm:
    rate: 100
    models: [{path: arm.urdf}]
    processors:
      model: {type: kinematics, options: {frames: [hnd]}}
    drives:
      bus: {type: simulated, joints: [wrist]}
    on_overrun: {mised: 5}
`)},
	}
	_, err = app.Load(files, "app.yaml", registry)
	fmt.Println(err)
	// Output:
	// app.yaml:3:11: worlds.arm.rate: the value "100" is not a rate: it has no unit
	//     3 |     rate: 100
	//       |           ^
	//     expected: a rate with its unit, as 100Hz or 1kHz
	// app.yaml:6:52: worlds.arm.processors.model.options.frames[0]: world "arm" has no body named "hnd"
	//     6 |       model: {type: kinematics, options: {frames: [hnd]}}
	//       |                                                    ^
	//     expected: one of "base", "hand"
	//     hint: did you mean "hand"?
	// app.yaml:9:18: worlds.arm.on_overrun.mised: the key "mised" is unknown
	//     9 |     on_overrun: {mised: 5}
	//       |                  ^
	//     expected: one of "missed", "recover_per", "hang_after"
	//     hint: did you mean "missed"?
}
