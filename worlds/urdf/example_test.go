package urdf_test

import (
	"fmt"
	"os"

	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/urdf"
)

func ExampleLoad() {
	description, err := urdf.Load(os.DirFS("testdata"), "mobile_arm.urdf", urdf.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	world, err := worlds.Build(description)
	if err != nil {
		fmt.Println(err)
		return
	}
	for i, joint := range world.Joints() {
		fmt.Printf("%-14s %-10v position %d\n", joint.Name, joint.Type, world.Slot(i).Position)
	}
	// Output:
	// base_planar    planar     position 0
	// lift           prismatic  position 3
	// shoulder       revolute   position 4
	// elbow          continuous position 5
	// finger_l_joint prismatic  position 6
	// finger_r_joint prismatic  position 7
}

func ExampleParse() {
	_, err := urdf.Parse("a.urdf", []byte(`<robot name="arm">
  <link name="base_link"/>
  <link name="upper"/>
  <joint name="shoulder" type="revolute">
    <parent link="bse_link"/>
    <child link="upper"/>
    <limit lower="1" upper="-1" velocity="2" effort="20"/>
  </joint>
</robot>`), urdf.Options{})
	fmt.Println(err)
	// Output:
	// a.urdf:5:19: arm.joints[shoulder].parent: no link is named "bse_link"
	//     5 |     <parent link="bse_link"/>
	//       |                   ^
	//     expected: one of "base_link", "upper"
	//     hint: did you mean "base_link"?
	// a.urdf:7:19: arm.joints[shoulder].limit.lower: the lower bound 1 is above the upper bound -1
	//     7 |     <limit lower="1" upper="-1" velocity="2" effort="20"/>
	//       |                   ^
	//     expected: lower <= upper
	//     hint: swap them
}

func ExampleWrite() {
	description, err := urdf.Parse("door.urdf.yaml", []byte(`robot:
  name: door
  links: [{name: frame}, {name: leaf}]
  joints:
    - {name: hinge, type: continuous, parent: frame, child: leaf, axis: [0, 0, 1], dynamics: {damping: 0.5}}
`), urdf.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	text, err := urdf.Write(description)
	fmt.Printf("%s%v\n", text, err)
	// Output:
	// <?xml version="1.0"?>
	// <robot name="door">
	//   <link name="frame"/>
	//   <link name="leaf"/>
	//   <joint name="hinge" type="continuous">
	//     <parent link="frame"/>
	//     <child link="leaf"/>
	//     <axis xyz="0 0 1"/>
	//     <dynamics damping="0.5" friction="0"/>
	//   </joint>
	// </robot>
	// <nil>
}
