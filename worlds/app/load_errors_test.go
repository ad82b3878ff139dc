package app

import (
	"strings"
	"testing"
	"testing/fstest"
)

// mistake is one edit of the good application, and what is said about it: parts of each diagnostic,
// in the order of their places.
type mistake struct {
	edit []string // old, new, old, new
	want []string
}

// checkMistakes loads the good application with one mistake after the other.
func checkMistakes(t *testing.T, mistakes map[string]mistake) {
	t.Helper()
	r := testRegistry(t)
	for name, m := range mistakes {
		t.Run(name, func(t *testing.T) {
			_, err := Load(edited(t, "app.yaml", m.edit...), "app.yaml", r)
			list := problems(t, err)
			wantErrors(t, list, m.want...)
			for _, d := range list.All() {
				if d.Excerpt == "" || d.Line == 0 || d.Column == 0 {
					t.Errorf("%s has no place or no excerpt", d.Summary())
				}
			}
		})
	}
}

func TestMistakesOfTheSmallSectionsAreNamed(t *testing.T) {
	checkMistakes(t, map[string]mistake{
		"section":           {[]string{"recording:", "recroding:"}, []string{`did you mean "recording"?`}},
		"app key":           {[]string{"seed: 7", "sed: 7"}, []string{`app.yaml:1:34: app.sed: the key "sed" is unknown`}},
		"job threads":       {[]string{"job_threads: 3", "job_threads: 65"}, []string{"app.job_threads: the value 65 is out of range"}},
		"seed":              {[]string{"seed: 7", "seed: -7"}, []string{"a whole number from 0"}},
		"faults":            {[]string{"faults: allowed", "faults: alowed"}, []string{`did you mean "allowed"?`}},
		"clock":             {[]string{"clock: virtual", "clock: sundial"}, []string{`one of "wall", "virtual"`}},
		"endless by chance": {[]string{"duration: 10s", "duration: 0.5ns"}, []string{`the value "0.5ns" is not a time: it is shorter than a nanosecond; zero, where it is meant, is 0s`}},
		"duration":          {[]string{"duration: 10s", "duration: 10"}, []string{"it has no unit"}},
		"name":              {[]string{"{name: test,", "{name: a/b,"}, []string{"contains '/'"}},
		"priority":          {[]string{"priority: 80", "priority: 100"}, []string{"from 0 to 99"}},
		"spin":              {[]string{"spin: 20us", "spin: 20"}, []string{"it has no unit"}},
		"spin before now":   {[]string{"spin: 20us", "spin: -20us"}, []string{"the time -20µs is too short"}},
		"domain":            {[]string{"domain: fast", "domain: fats"}, []string{`did you mean "fast"?`}},
		"recording":         {[]string{"enabled: true", "enabled: yes"}, []string{"true or false"}},
		"pattern":           {[]string{"top/model.*", "top/[model"}, []string{`the pattern "top/[model" is malformed`}},
		"view":              {[]string{"control: true", "control: maybe"}, []string{"true or false"}},
		"key of the view":   {[]string{"address: 127", "adress: 127"}, []string{`did you mean "address"?`}},
		"half a pair":       {[]string{"control: true", "certificate: view.pem"}, []string{"one of certificate and key"}},
		"supervised world":  {[]string{"  top: {strategy", "  tpo: {strategy"}, []string{`did you mean "top"?`}},
		"strategy":          {[]string{"strategy: rest_for_one", "strategy: rest_for_two"}, []string{`did you mean "rest_for_one"?`}},
		"max":               {[]string{"max: 2}", "max: 2.5}"}, []string{"no whole number"}},
		"within":            {[]string{"within: 20s", "within: 0s"}, []string{"too short"}},
		"back-off":          {[]string{"{min: 1s}", "{min: 1s, max: 500ms}"}, []string{"the longest back-off 500ms is shorter"}},
		"back-off factor":   {[]string{"{min: 1s}", "{factor: 0.5}"}, []string{"a number from 1 to 100"}},
		"jitter":            {[]string{"{min: 1s}", "{jitter: 2}"}, []string{"a number from 0 to 1"}},
		"escalation":        {[]string{"max: 2}", "max: 2, escalate: world}"}, []string{`one of "application"`}},
		"strategy of a drive": {[]string{"policy: one_for_all", "strategy: one_for_all"},
			[]string{`the key "strategy" is unknown`}},
	})
}

func TestMistakesOfWorldsAreNamed(t *testing.T) {
	checkMistakes(t, map[string]mistake{
		"not a rate":       {[]string{"    period: 20ms\n", ""}, []string{"worlds.low: neither a rate nor a period"}},
		"two rates":        {[]string{"    period: 20ms\n", "    period: 20ms\n    rate: 50Hz\n"}, []string{"both a rate and a period"}},
		"key of a world":   {[]string{"    period: 20ms\n", "    perod: 20ms\n"}, []string{"neither a rate", `did you mean "period"?`}},
		"overrun":          {[]string{"missed: 10", "missed: 0"}, []string{"from 1 to"}},
		"renamed key":      {[]string{"recover_per: 20", "leak: 20"}, []string{`worlds.low.on_overrun.leak: the key "leak" is now named "recover_per"`}},
		"hang":             {[]string{"hang_after: 60ms", "hang_after: 60"}, []string{`worlds.low.on_overrun.hang_after: the value "60" is not a time: it has no unit`}},
		"hang of a step":   {[]string{"plant:\n", "plant:\n  hang_after: 900us\n"}, []string{"plant.hang_after: the time 900µs is too short"}},
		"hang in a period": {[]string{"hang_after: 60ms", "hang_after: 19ms"}, []string{"worlds.low.on_overrun.hang_after: the time 19ms is too short"}},
		"joint of a group": {[]string{"a_j1, a_j2]\n    limits", "a_j1, a_j3]\n    limits"}, []string{`worlds.top.joint_groups.all[2]: no joint is named "a_j3"`}},
		"joint twice":      {[]string{"a_j1, a_j2]\n    limits", "a_j1, a_j1]\n    limits"}, []string{"is in the group already"}},
		"fixed joint":      {[]string{"a_j1, a_j2]\n    limits", "a_j1, a_tip_mount]\n    limits"}, []string{"is fixed: it has no state"}},
		"empty group":      {[]string{"all: [m_planar, a_j1, a_j2]", "all: [m_planar, a_j1, a_j2]\n      none: []"}, []string{"the joint group is empty"}},
		"group twice":      {[]string{"    models:\n      - include: wheels.urdf.yaml", "    joint_groups: {m_wheels: [m_wheel]}\n    models:\n      - include: wheels.urdf.yaml"}, []string{"declared by a model already"}},
		"limited joint":    {[]string{"a_j1: {acceleration", "a_j7: {acceleration"}, []string{`no joint is named "a_j7"`}},
		"limit":            {[]string{"acceleration: 10 rad/s^2", "aceleration: 10"}, []string{`did you mean "acceleration"?`}},
		"unit of a limit":  {[]string{"acceleration: 10 rad/s^2", "acceleration: 10 m/s^2"}, []string{`the unit of "10 m/s^2" is "m/s^2"`}},
		"looser limit":     {[]string{"velocity: 0.3 m/s", "velocity: 0.5 m/s"}, []string{"0.5 m/s is looser than that of the model, 0.4 m/s"}},
		"looser bound":     {[]string{"velocity: 0.3 m/s", "lower: -0.1"}, []string{"-0.1 m is looser than that of the model, 0 m"}},
		"bounds reversed":  {[]string{"velocity: 0.3 m/s", "lower: 0.4, upper: 0.3"}, []string{"the lower bound 0.4 is above the upper bound 0.3"}},
		"zero limit":       {[]string{"velocity: 0.3 m/s", "velocity: 0"}, []string{"is not positive"}},
		"limits of one":    {[]string{"a_j2: {velocity: 0.3 m/s}", "a_j2: [{velocity: 0.3}, {velocity: 0.3}]"}, []string{"limits of 2 degrees of freedom"}},
		"limits of three":  {[]string{"a_j2: {velocity: 0.3 m/s}", "m_planar: {velocity: 0.3}"}, []string{"a list of 3 mappings"}},
		"safe mode":        {[]string{"safe_mode: brake", "safe_mode: breake"}, []string{`did you mean "brake"?`}},
		"running safe":     {[]string{"safe_mode: brake", "safe_mode: limited"}, []string{`the value "limited" is unknown`}},
		"setting's joint":  {[]string{"a_j2: {safe_mode", "a_j4: {safe_mode"}, []string{`no joint is named "a_j4"`}},
		"reserved world":   {[]string{"  low:\n", "  plant:\n"}, []string{"stands for something else", `"low"`, `"low"`}},
		"models missing":   {[]string{"    models:\n      - include: wheels.urdf.yaml\n        namespace: m\n", ""}, []string{`the key "models" is missing`}},
	})
}

func TestMistakesOfModelsAreNamed(t *testing.T) {
	attached := "joint: {parent: m_body, origin: {xyz: [0, 0, 0.5 m], rpy: [0, 0, 1.5 rad]}}"
	checkMistakes(t, map[string]mistake{
		"neither":         {[]string{"      - include: base.urdf.yaml\n        namespace: m\n", "      - namespace: m\n"}, []string{"neither include nor path is given"}},
		"both":            {[]string{"path: arm.urdf", "path: arm.urdf\n        include: base.urdf.yaml"}, []string{"both include and path are given"}},
		"no such file":    {[]string{"path: arm.urdf", "path: amr.urdf"}, []string{`"amr.urdf": the file does not exist`}},
		"near file":       {[]string{"path: arm.urdf", "path: amr.urdf"}, []string{`did you mean "arm.urdf"?`}},
		"out of the root": {[]string{"path: arm.urdf", "path: ../arm.urdf"}, []string{"leads out of the folder"}},
		"absolute":        {[]string{"path: arm.urdf", "path: /etc/passwd"}, []string{"the path is not relative"}},
		"package":         {[]string{"path: arm.urdf", `path: "package://arm/arm.urdf"`}, []string{"addresses of packages"}},
		"included XML":    {[]string{"path: arm.urdf", "include: arm.urdf"}, []string{"named by path"}},
		"namespace":       {[]string{"namespace: a\n", "namespace: a/b\n"}, []string{"contains '/'"}},
		"parent":          {[]string{"parent: m_body", "parent: m_bdy"}, []string{`did you mean "m_body"?`}},
		"no parent":       {[]string{"{parent: m_body, origin", "{origin"}, []string{`the key "parent" is missing`}},
		"loose model":     {[]string{"        " + attached + "\n", ""}, []string{"only the first model of a list may have no joint"}},
		"type":            {[]string{"{parent: m_body,", "{parent: m_body, type: rotating,"}, []string{`joint.type: the value "rotating" is unknown`}},
		"child":           {[]string{"{parent: m_body,", "{parent: m_body, child: a_bse,"}, []string{`did you mean "a_base"?`}},
		"vector":          {[]string{"xyz: [0, 0, 0.5 m]", "xyz: [0, 0.5 m]"}, []string{"the list has 2 elements"}},
		"unit":            {[]string{"xyz: [0, 0, 0.5 m]", "xyz: [0, 0, 500 mm]"}, []string{`the unit of "500 mm" is "mm"`}},
		"twice": {[]string{attached, attached + "\n      - path: arm.urdf\n        namespace: a\n        joint: {parent: m_body}"},
			[]string{`app.yaml:14:16: top.joints[m_body_to_a_base]: "top" has a joint named "m_body_to_a_base" already`, `link named "a_base" already (at arm.urdf:2:3)`,
				`"a_j1" already`, `"a_l1" already`, `"a_j2" already`, `"a_l2" already`, `"a_tip_mount" already`, `"a_tip" already`}},
		"attached to nothing": {[]string{"      - include: base.urdf.yaml\n        namespace: m\n", "      - include: base.urdf.yaml\n        namespace: m\n        joint: {parent: floor}\n"},
			[]string{"nothing to be attached to but the room"}},
	})
}

func TestMistakesOfActorsAndDrivesAreNamed(t *testing.T) {
	checkMistakes(t, map[string]mistake{
		"no type":         {[]string{"path: {type: planner}", "path: {rate: 100Hz}"}, []string{`the key "type" is missing`}},
		"type":            {[]string{"path: {type: planner}", "path: {type: planer}"}, []string{`did you mean "planner"?`}},
		"role":            {[]string{"path: {type: planner}", "path: {type: sim}"}, []string{`the type "sim" is a plant`}},
		"name":            {[]string{"path: {type: planner}", "path/2: {type: planner}"}, []string{"contains '/'", `no actor named "path"`}},
		"taken name":      {[]string{"      model: {type: kin", "      gate: {type: kin"}, []string{"is used by the gate of every world"}},
		"coupling's name": {[]string{"      model: {type: kin", "      coupling_x: {type: kin"}, []string{"is used by the receiving ends of couplings"}},
		"gate's port":     {[]string{"      arm:\n        type: sim", "      arm_state:\n        type: sim"}, []string{"is used by the ports of the gate"}},
		"drive's name":    {[]string{"      arm:\n        type: sim", "      snapshot:\n        type: sim"}, []string{"is used by the snapshot"}},
		"commands nothing": {[]string{"path: {type: planner}", "path: {type: planner}\n      idle: {type: idle, options: {joint_group: all}}", "\n        options: {joint_group: all}", "\n        options: {joint_group: none}", "all: [m_planar, a_j1, a_j2]", "all: [m_planar, a_j1, a_j2]\n      none: [a_j1]"},
			[]string{"top/idle (idle) has no output named \"command\"", "is commanded by"}},
		"twice":           {[]string{"      arm:\n        type: sim", "      path:\n        type: sim"}, []string{`an actor of this world is named "path" too`}},
		"phase":           {[]string{"path: {type: planner}", "path: {type: planner, phase: plan}"}, []string{`the value "plan" is unknown`}},
		"rate":            {[]string{"rate: 50Hz,", "rate: 50,"}, []string{"it has no unit"}},
		"execution":       {[]string{"execution: 200us", "execution: {base: 200us, jiter: 1us}"}, []string{`did you mean "jitter"?`}},
		"input":           {[]string{"inputs: {reference:", "inputs: {refrence:"}, []string{`did you mean "reference"?`}},
		"age of no input": {[]string{"max_age: {reference:", "max_age: {refrence:"}, []string{`top/controller (tracker) has no input named "refrence"`}},
		"output":          {[]string{"path.reference", "path.refrence"}, []string{`has no output named "refrence"`}},
		"source":          {[]string{"path.reference", "pth.reference"}, []string{`did you mean "path"?`}},
		"type of a value": {[]string{"path.reference", "path.pose"}, []string{`output "pose" of top/path (planner) carries messages.BodyReference`}},
		"an input as output": {[]string{"path.reference", "path.snapshot"},
			[]string{`port "snapshot" of top/path (planner) is not an output`}},
		"no port":           {[]string{"path.reference", "path"}, []string{"has no port"}},
		"other world":       {[]string{"path.reference", "low/controller.state"}, []string{"declare a coupling"}},
		"no address":        {[]string{"path.reference", "a b.c"}, []string{"is not the address of a world or of a port"}},
		"short age":         {[]string{"{reference: 30ms}", "{reference: 3ms}"}, []string{"the age 3ms is below the period of the source, 10ms"}},
		"option":            {[]string{"options: {joint_group: all}", "options: {joint_grup: all}"}, []string{`the key "joint_group" is missing`, `did you mean "joint_group"?`}},
		"joint group":       {[]string{"options: {joint_group: all}", "options: {joint_group: al}"}, []string{`world "top" has no joint group named "al"`}},
		"frame":             {[]string{"frames: [a_tip]", "frames: [a_tip, a_top]"}, []string{`options.frames[1]: world "top" has no body named "a_top"`}},
		"virtual joint":     {[]string{"virtual_joint: m_planar", "virtual_joint: m_plana"}, []string{`did you mean "m_planar"?`}},
		"plant's joint":     {[]string{"joint: m_wheel}]}", "joint: m_weel}]}"}, []string{`plant.options.start[0].joint`}},
		"driven joint":      {[]string{"joints: [a_j1, a_j2]", "joints: [a_j1, a_j2, a_j3]"}, []string{`worlds.top.drives.arm.joints[2]: no joint is named "a_j3"`}},
		"joint twice":       {[]string{"joints: [a_j1, a_j2]", "joints: [a_j1, a_j2, a_j1]"}, []string{"is in the list already"}},
		"planar drive":      {[]string{"joints: [a_j1, a_j2]", "joints: [a_j1, a_j2, m_planar]"}, []string{"joint \"m_planar\" is planar and has 3 degrees of freedom"}},
		"no joints":         {[]string{"joints: [m_wheel]", "joints: []"}, []string{`nobody moves joint "m_wheel"`, "the bus has no joints"}},
		"command age":       {[]string{"max_age: 40ms", "max_age: 4ms"}, []string{"below the period of the world, 20ms"}},
		"slow drive":        {[]string{"        rate: 1kHz\n        joints", "        rate: 20Hz\n        joints"}, []string{"app.yaml:31:15: worlds.top.drives.arm.rate: the bus exchanges every 50ms, but values older than 30ms"}},
		"type of a drive":   {[]string{"wheels: {type: sim, joints", "wheels: {type: smi, joints"}, []string{`worlds.low.drives.wheels.type: no type of driver is named "smi"`}},
		"end of a coupling": {[]string{"controller: {type: tracker, options: {joint_group: m_wheels", "controller: {type: traker, options: {joint_group: m_wheels"}, []string{`did you mean "tracker"?`}},
		"two drives": {[]string{"      wheels: {type: sim, joints: [m_wheel],", "      others: {type: sim, joints: [m_wheel]}\n      wheels: {type: sim, joints: [m_wheel],"},
			[]string{`joint "m_wheel" is moved by drive "others" already`}},
		"driver of a plant": {[]string{"  type: sim\n  rate: 1kHz\n  models", "  type: planner\n  rate: 1kHz\n  models"}, []string{`the type "planner" is a planner, which is not valid here`}},
	})
}

func TestWhereAWorldHasNoJointGroupsAnErrorSaysWhereTheyAreDeclared(t *testing.T) {
	c := `
app: {name: bare}
world:
  rate: 100Hz
  models: [{path: arm.urdf}]
  processors: {controller: {type: tracker, options: {joint_group: all}}}
  drives: {arm: {type: sim, joints: [j1, j2]}}
`
	files := edited(t, "app.yaml")
	files["bare.yaml"] = &fstest.MapFile{Data: []byte(c)}
	_, err := Load(files, "bare.yaml", testRegistry(t))
	if err == nil || !strings.Contains(err.Error(), "bare.yaml:6:67: world.processors.controller.options.joint_group: ") ||
		!strings.Contains(err.Error(), "expected: a group that joint_groups of the world declares, as joint_groups: {all: [joint_1, joint_2]}: it has none") {
		t.Error(err)
	}
}

func TestWhoMovesAJointIsSettled(t *testing.T) {
	checkMistakes(t, map[string]mistake{
		"nobody":             {[]string{"joints: [a_j1, a_j2]", "joints: [a_j1]"}, []string{`worlds.top: nobody moves joint "a_j2", declared at arm.urdf:6:3`}},
		"passive and driven": {[]string{"a_j2: {safe_mode: brake, rearm: reset}", "a_j2: {passive: true}"}, []string{"options.joint_group", "declared passive, but the drive moves it"}},
		"two controllers": {[]string{"      path: {type: planner}", "      path: {type: planner}\n      other: {type: tracker, options: {joint_group: all}}"},
			[]string{`joint "a_j1" is commanded by "other" already`, `joint "a_j2" is commanded by "other" already`, `joint "m_planar" is commanded by "other" already`}},
		"commands that nobody carries": {[]string{"    command: {from: top, to: low/controller.target, mode: velocity}\n", ""},
			[]string{`no coupling carries the commands of virtual joint "m_planar"`}},
		"passive and coupled": {[]string{"    joints:\n      a_j2: {safe_mode: brake, rearm: reset}", "    joints: {m_planar: {passive: true}}"},
			[]string{`joint "m_planar" of world "top" is passive, but a coupling has it`}},
		"a realised joint in a group": {[]string{"joint_group: m_wheels", "joint_group: both"}, []string{`no joint group named "both"`}},
	})
	r := testRegistry(t)
	files := edited(t, "app.yaml", "    period: 20ms\n", "    period: 20ms\n    joint_groups: {both: [m_planar, m_wheel]}\n", "joint_group: m_wheels", "joint_group: both")
	_, err := Load(files, "app.yaml", r)
	wantErrors(t, problems(t, err), `joint "m_planar" has no drive: this world realises it by other joints`)

	files = edited(t, "app.yaml", "    period: 20ms\n", "    period: 20ms\n    joints: {m_caster: {passive: false}}\n")
	_, err = Load(files, "app.yaml", r)
	wantErrors(t, problems(t, err), `nobody moves joint "m_caster"`)
}

func TestAJointThatNobodyCommandsIsNoted(t *testing.T) {
	files := edited(t, "app.yaml", "all: [m_planar, a_j1, a_j2]", "all: [m_planar, a_j1]")
	c, err := Load(files, "app.yaml", testRegistry(t))
	if err != nil {
		t.Fatalf("\n%v", err)
	}
	if len(c.Notes) != 1 || !strings.Contains(c.Notes[0].Error(), `worlds.top.drives.arm: no controller commands joint "a_j2": it stays off`) || c.Notes[0].Line != 29 {
		t.Errorf("the notes are %v", c.Notes)
	}
}

func TestAMimicJointIsMovedByItsLeader(t *testing.T) {
	files := edited(t, "arm.urdf", `<joint name="j2" type="prismatic">`, `<joint name="j2" type="prismatic"><mimic joint="j1" multiplier="0.1"/>`)
	_, err := Load(files, "app.yaml", testRegistry(t))
	wantErrors(t, problems(t, err), `of the group follows joint "a_j1"`, `joint "a_j2" follows joint "a_j1"`)
	text := string(files["app.yaml"].Data)
	text = strings.Replace(text, "joints: [a_j1, a_j2]", "joints: [a_j1]", 1)
	text = strings.Replace(text, "all: [m_planar, a_j1, a_j2]", "all: [m_planar, a_j1]", 1)
	files["app.yaml"].Data = []byte(text)
	if _, err := Load(files, "app.yaml", testRegistry(t)); err != nil {
		t.Errorf("a mimic joint without a drive is refused:\n%v", err)
	}
}

func TestAllMistakesAreNamedAtOnce(t *testing.T) {
	files := edited(t, "app.yaml", "seed: 7", "seed: x", "rate: 100Hz\n    models", "rate: 100\n    models", "frames: [a_tip]", "frames: [a_tp]",
		"policy: one_for_all", "policy: none", "mode: velocity", "mode: speed", "enabled: true", "enabled: 1")
	files["arm.urdf"].Data = []byte(strings.Replace(armModel, `effort="10"`, `effort="-10"`, 1))
	_, err := Load(files, "app.yaml", testRegistry(t))
	wantErrors(t, problems(t, err),
		"app.yaml:1:40: app.seed", "app.yaml:5:11: worlds.top.rate", "app.yaml:35:27: worlds.top.drives.arm.restart.policy",
		"app.yaml:49:59: couplings[0].command.mode", "app.yaml:59:22: recording.enabled", "arm.urdf:4:56: arm.joints[j1].limit.effort")
}

// Worlds and plant read the same descriptions: each line that is worth a note is worth one.
func TestADescriptionThatIsReadTwiceIsNotedOnce(t *testing.T) {
	files := edited(t, "app.yaml", "models: [{include: wheels.urdf.yaml, namespace: m}]\n  options", "models: [{include: wheels.urdf.yaml, namespace: m}, {path: arm.urdf, namespace: a, joint: {parent: m_body}}]\n  options")
	files["arm.urdf"].Data = []byte(strings.Replace(armModel, "</robot>", "<gazebo/></robot>", 1))
	c, err := Load(files, "app.yaml", testRegistry(t))
	if err != nil {
		t.Fatal(err)
	}
	ignored := 0
	for _, n := range c.Notes {
		if strings.Contains(n.Problem, "<gazebo>") {
			ignored++
		}
	}
	if used := strings.Count(string(files["app.yaml"].Data), "arm.urdf"); ignored != 1 || used < 2 {
		t.Errorf("the description is named %d times, and what it has for others noted %d times", used, ignored)
	}
}

func TestAnAgeThatCannotBeReadIsNoAgeOfZero(t *testing.T) {
	_, err := Load(edited(t, "app.yaml", "max_age: 40ms", "rate: 1kHz, max_age: 40", "period: 20ms", "period: 20"), "app.yaml", testRegistry(t))
	wantErrors(t, problems(t, err), "worlds.low.period: the value", "worlds.low.drives.wheels.max_age: the value")
}

func TestAgesThatAreLongAreNoted(t *testing.T) {
	c, err := Load(edited(t, "app.yaml", "max_age: 40ms", "max_age: 1h", "mode: velocity}", "mode: velocity, max_age: 2s}"), "app.yaml", testRegistry(t))
	if err != nil {
		t.Fatal(err)
	}
	text := ""
	for _, n := range c.Notes {
		text += n.Summary() + "\n"
	}
	for _, want := range []string{"app.yaml:46:72: worlds.low.drives.wheels.max_age: commands of up to 1h0m0s still move the joints", "couplings[0].command.max_age: commands of up to 2s are still followed"} {
		if !strings.Contains(text, want) {
			t.Errorf("the notes are\n%s\nwant %q", text, want)
		}
	}
}
