package mutant

// truthMutants are the defects that show only in where the robot truly is and what its drives
// deliver.
var truthMutants = []Mutant{
	{
		Name: "sideways_mirrored", Wrong: "odometry has the wrong sign sideways",
		Part: Truth, Breaks: []string{"V27"},
		Patches: []Patch{{"actors/controllers/mecanum/odometry.go", `o.Advance(moved.Over(1), l.config.Noise)`,
			`o.Advance(planar.Twist{X: moved.X, Y: -moved.Y, Omega: moved.Omega}.Over(1), l.config.Noise)`}},
	},
	{
		Name: "late_turns_lost", Wrong: "odometry drops what wheels turned before a state that arrives late",
		Part: Truth, Breaks: []string{"V27"},
		Patches: []Patch{{"actors/controllers/planar/encoders.go", `reach := jumpFactor * (greatest*period + min(math.Abs(speeds[i]), greatest)*stampUncertaintyS)`,
			`reach := jumpFactor * greatest * min(period, stampUncertaintyS/8)`}},
	},
	{
		Name: "pose_forgotten", Wrong: "the odometry of a world that has restarted begins at the origin",
		Part: Truth, Breaks: []string{"V27"},
		Patches: []Patch{{"actors/controllers/wheeled/actor.go", `if at == 0 {`, `if at != 0 || pose.Finite() {`}},
	},
	{
		Name: "wheel_too_small", Wrong: "odometry takes wheels for one per cent smaller than they are",
		Part: Truth, Breaks: []string{"V27"},
		Patches: []Patch{{"actors/controllers/mecanum/kinematics.go", `quarter := k.radius / 4`, `quarter := 0.99 * k.radius / 4`}},
	},
	{
		Name: "position_of_last_time", Wrong: "a snapshot has the position of a drive of the cycle before, and its newest stamp",
		Part: Truth, Breaks: []string{"V27"},
		Patches: []Patch{
			{perception, `leaders  []int`, "older    [64]float64\n\tleaders  []int"},
			{perception, `s.Time[j] = stamp.Time`, "s.Position[p.position], a.older[p.position%64] = a.older[p.position%64], position\n\t\ts.Time[j] = stamp.Time"},
		},
	},
	{
		Name: "ramp_from_standstill", Wrong: "a servo's ramp begins at standstill instead of at the motion of its joint",
		Part: Truth, Breaks: []string{"V28"},
		Patches: []Patch{{servoLaw, `s.reference = reference{position: s.encoder.position, velocity: s.encoder.velocity, effort: s.load}`,
			`s.reference = reference{position: s.encoder.position, effort: s.load}`}},
	},
	{
		Name: "reference_kept", Wrong: "a servo that is re-armed keeps the set-point of before its stop",
		Part: Truth, Breaks: []string{"V28"},
		Patches: []Patch{{servoLaw, `s.reference = reference{position: s.encoder.position, velocity: s.encoder.velocity}`,
			`s.reference.velocity = s.encoder.velocity`}},
	},
	{
		Name: "rearm_at_command", Wrong: "after re-arm the first velocity is the commanded one",
		Part: Truth, Breaks: []string{"V28", "V2"}, Application: fleet,
		Patches: []Patch{{gateMove, `measured := setpoint.Within(m.velocity[i], share*j.Limits[i].Velocity)`,
			`measured := setpoint.Within(a.velocity[i], share*j.Limits[i].Velocity)`}},
	},
	{
		Name: "velocity_not_ramped", Wrong: "a servo takes a new velocity at once, whatever its acceleration",
		Part: Truth, Breaks: []string{"V28"},
		Patches: []Patch{{servoLaw, `r, most := &s.reference, acceleration*s.dt`, `r, most := &s.reference, 1e3*acceleration*s.dt`}},
	},
	{
		Name: "limits_of_another_joint", Wrong: "a joint-space controller looks limits up by joint instead of by velocity, and so has those of another joint beside a base",
		Part: Truth, Breaks: []string{"V41"}, Application: fleet,
		Patches: []Patch{{"actors/controllers/jointspace/actor.go", `limit := world.Reduction().Limits()[x.slot.Velocity]`, `limit := world.Reduction().Limits()[joint]`}},
	},
	{
		Name: "mode_of_the_first_wheel", Wrong: "the mode of a base is that of its first wheel, not the most severe one",
		Part: Truth, Breaks: []string{"V20"}, Application: fleet,
		Patches: []Patch{{"actors/controllers/wheeled/actor.go", `worst = messages.MoreSevere(worst, s.Mode[j])`, `_ = j`}},
	},
	{
		Name: "exported_mode_of_the_first", Wrong: "exported joints have the mode of the first joint of their world",
		Part: Truth, Breaks: []string{"V20"}, Application: fleet,
		Patches: []Patch{{"actors/controllers/exportedjoints/actor.go", `v.Mode = s.Mode[x.joint]`, `v.Mode = s.Mode[0]`}},
	},
	{
		Name: "follower_always_valid", Wrong: "a joint that mimics another one stays valid when that one does not",
		Part: Truth, Breaks: []string{"V42"}, Application: fleet,
		Patches: []Patch{{perception, `s.Valid[j], s.Mode[j], s.Time[j] = s.Valid[leader], s.Mode[leader], s.Time[leader]`,
			`s.Valid[j], s.Mode[j], s.Time[j] = s.Valid[j] || s.Valid[leader], s.Mode[leader], s.Time[leader]`}},
	},
	{
		Name: "follower_offset_reversed", Wrong: "a joint that mimics another one has the offset of the other sign, in the worlds and in the simulated robot",
		Part: Truth, Breaks: []string{"V42"}, Application: fleet,
		Patches: []Patch{{"worlds/rigidbody/followers.go", `q[x.Position] = x.Multiplier*q[x.LeaderPosition] + x.Offset`,
			`q[x.Position] = x.Multiplier*q[x.LeaderPosition] - x.Offset`}},
	},
	{
		Name: "rejoin_jumps", Wrong: "a joint that comes back to a trajectory jumps onto it",
		Part: Truth, Breaks: []string{"V44"}, Application: fleet,
		Patches: []Patch{{"actors/controllers/trajectory/actor.go", `x.rejoin.Begin(offset, a.Rejoin`, `x.rejoin.Begin(0*offset, a.Rejoin`}},
	},
	{
		Name: "stray_joint_left_behind", Wrong: "a trajectory goes on without a joint that does not follow it",
		Part: Truth, Breaks: []string{"V44"}, Application: fleet,
		Patches: []Patch{{"actors/controllers/trajectory/follower.go", `onPath = f.within(i, "position", off, f.tolerances.Path[i])`, `onPath = true`}},
	},
}
