package mutant

// runtimeMutants are the defects of the runtime: links, incarnations and the fence around hung
// actors.
var runtimeMutants = []Mutant{
	{
		Name: "hang_unfenced", Wrong: "a hung actor is not fenced off from its drives",
		Part: Runtime, Breaks: []string{"V5"},
		Patches: []Patch{{"actors/hung.go", `c.sys.fences.start(c, messages.CauseHang)`, `_ = messages.CauseHang`}},
	},
	{
		Name: "inputs_survive", Wrong: "an actor that restarts reads values that were sent before",
		Part: Runtime, Breaks: []string{"V8", "V5"},
		Patches: []Patch{{"actors/incarnation.go", `if incarnation > 1 {`, `if false {`}},
	},
	{
		Name: "incarnation_not_sent", Wrong: "values sent after a restart carry the first incarnation",
		Part: Runtime, Breaks: []string{"V8", "V19"},
		Patches: []Patch{{"actors/outlet.go", `Sequence: p.sequence.Load(), Incarnation: o.incarnation}`, `Sequence: p.sequence.Load(), Incarnation: 1}`}},
	},
	{
		Name: "age_since_arrival", Wrong: "the age of a value counts from its arrival instead of its stamp",
		Part: Runtime, Breaks: []string{"V9"},
		Patches: []Patch{{"actors/inlet.go", `now.Sub(min(p.stamp.Time, p.arrived))`, `now.Sub(p.arrived)`}},
	},
	{
		Name: "withdrawal_lost", Wrong: "a link does not carry the withdrawal of a value",
		Part: Runtime, Breaks: []string{"V3"},
		Patches: []Patch{{"actors/link.go", `func (l *link) deliver(value unsafe.Pointer, h slot.Header) {`,
			"func (l *link) deliver(value unsafe.Pointer, h slot.Header) {\n\tif h.Withdrawn {\n\t\treturn\n\t}"}},
	},
	{
		Name: "overtaken_taken", Wrong: "a link delivers a value that a newer one has overtaken",
		Part: Runtime, Breaks: []string{"V3"},
		Patches: []Patch{
			{"actors/inlet.go", `e != nil && e.Stamp.Sequence > p.seen {`, `e != nil {`},
			{"actors/linklate.go", `case v.Stamp.Sequence > seen:`, `case true:`},
		},
	},
	{
		Name: "replaced_sender_kept", Wrong: "a link keeps the last value of an incarnation that was replaced",
		Part: Runtime, Breaks: []string{"V9", "V8", "V5", "V46"}, Application: fleet,
		Patches: []Patch{{"actors/inlet.go", `if p.have && l.sender.Incarnation() != p.stamp.Incarnation {`, `if false {`}},
	},
	{
		Name: "bucket_survives", Wrong: "releases missed before a restart count after it",
		Part: Runtime, Breaks: []string{"V40"}, Application: fleet,
		Patches: []Patch{{"actors/incarnation.go", `c.grid.bucket, c.grid.withheld = 0, 0`, `c.grid.withheld = 0`}},
	},
	{
		Name: "releases_drift", Wrong: "a late release shifts all later ones",
		Part: Runtime, Breaks: []string{"V22"}, Application: fleet,
		Patches: []Patch{{"actors/release.go", `g.next, g.sequence = at+p, sequence+1`, `g.next, g.sequence = max(at, start)+p, sequence+1`}},
	},
	{
		Name: "recording_without_its_end", Wrong: "a recording lacks what came after its last whole block",
		Part: Runtime, Breaks: []string{"V18"}, Application: fleet,
		Patches: []Patch{{"actors/record/write.go", "if w.stopped == nil {\n\t\tw.stopped = w.closeChunk()\n\t}\n\tw.closed = true", "w.closed = true"}},
	},
	{
		Name: "step_of_one_period", Wrong: "a tick after missed releases says that one period has passed",
		Part: Runtime, Breaks: []string{"V45"}, Application: fleet,
		Patches: []Patch{{"actors/release.go", `t.Step = time.Duration(p * (missed + 1))`, `t.Step = time.Duration(p)`}},
	},
	{
		Name: "measured_since_release", Wrong: "a tick measures the time since the release before, not since the tick before",
		Part: Runtime, Breaks: []string{"V45"}, Application: fleet,
		Patches: []Patch{{"actors/release.go", `t.Measured = start.Sub(l.lastTick)`, `t.Measured = at.Sub(l.lastTick)`}},
	},
}
