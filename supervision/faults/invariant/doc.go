// Package invariant checks a running application in virtual time against what a robot must never
// do.
//
// A [Watch] is an actors.Recorder. It reads every value that an output sends, in place, and every
// event. With a simulated robot it also reads the true state of each drive. It computes the
// expected behaviour from the application file and from what it has seen. It calls nothing of the
// gate, the supervisors or the drives, because they may be defective. Watching allocates nothing
// per cycle.
//
// The invariants are numbered from V1. Those that need one run are checked after every cycle. The
// others compare several runs or look at the whole process and belong to package campaign. [List]
// returns them all.
//
// # Model of links
//
// A recorder sees what was sent, but an injected fault may lose, delay or corrupt it. The watch
// keeps a model of each link that matters, driven by the events of faults that begin and end:
// dropped values do not arrive, delayed values arrive later, frozen values have old content, and so
// on. For a kind of fault without a model, the receiver may have received anything that was sent,
// and the watch judges it by the most favourable case.
//
// # Agents
//
// A spine asks its gate for re-arm when its agent starts the robot. Where the agent is an actor of
// the application, the watch sees its requests: a start that waits for its answer counts as an
// acknowledgement, never as a reset.
//
// V23 to V26 are about such robots. Their bounds are the options of the application: the lease and
// the ladder of the spine, start_within, damp_effort, the limits and watchdogs of the drives, and
// fall_pitch of the balancer on board. The lease counts from the newest action that the spine has
// accepted. What the base truly does is the output truth of the plant. A fall is excused by any
// fault of another part than the agent, until 2 s after its end, and by faults that change what the
// agent sends instead of silencing it. V24 holds for every drive.
//
// # Where the robot is
//
// V27 compares what worlds use with the true state of the simulated robot. A position of a drive
// may differ from the truth by the resolution of its encoder, six standard deviations of its noise
// and what the joint moved between measurement and stamp. Odometry has no absolute reference, so
// its motion since an anchor counts. Encoders count while values are late and actors restart, so
// both are no excuse; a fault of a wheel's drive, or one that changes numbers on their way, sets a
// new anchor. Wheels that may slip, with the option grip, are not compared.
//
// V42 holds in every snapshot, whatever fails: perception computes a mimic joint from the state
// that it has of the other one. The watch multiplies chains of mimic joints out itself, from their
// descriptions. V27 compares a mimic joint by the encoder of the drive that moves it, times the
// multiplier.
//
// # Planned motions
//
// V33 to V36 are about arms that an actor of the kind pick_and_place moves. Their links are where
// the plant truly is, and the bodies where the environment has them; collisions are computed here,
// with nothing of environment and planner. What a hand holds belongs to the arm, up to the arm's
// own links. Parts may touch as the options objects, hand, finger_links, shelf and box say.
//
// A body that comes nearer excuses a contact if it came by more than the motion's clearance, half
// of away in keep or else 2 mm, within the time in which the arm stops. That time is two periods of
// the environment, watch, a check of 5 ms, three periods of the work, two of the arm's controller,
// its slow_down, and five lags of the slowest servo. Faults of the jobs of the work add eight times
// watch: the environment and the check may each miss four looks. While nobody looks at the motion,
// because the work or the environment is dead, its beginning counts instead.
//
// An elastic plan gives way instead of stopping: within two periods of the environment, two of the
// plan's deformations, the duration of one and three periods of the plan's actor. A body excuses a
// contact if it came by more than away in keep within that time. Faults of the jobs of the actor
// add the periods in which it goes on without a deformation, and 1 s.
//
// The arm may rest without saying that it waits for a second, goal_time, slow_down and three
// periods of the work. Faults of planner, work, environment, their jobs and of bodies excuse
// nothing else. Any other fault excuses until 2 s after its end, and until the next motion that is
// planned then.
//
// # Supervision and buses
//
// V37 takes an actor as suspended from the instant after its supervisor's decision on: what it
// sent at that instant it may have sent before. V38 counts the answers that a bus publishes; the
// last exchange without an answer publishes nothing. A bus whose actor a fault has struck may
// fail for another reason from then on.
//
// V20 of velocities resamples the commands as the file declares, over the period of the sender from
// the stamp of the newest one, while no fault acts on the link and the receiver has read the newest
// two. The first command after an interruption counts by itself. A velocity elsewhere must change
// as fast as the joint's acceleration allows. V9 of what is passed on within a world has the
// default bound of a link there.
//
// V22 takes releases at multiples of an actor's period, later by the modelled time of all ticks at
// most, or by what the actor was late at the begin of the run. An actor beside its grid for a
// second has left it.
//
// V20 of states compares what an actor of kind exported_joints sends with the snapshot of the same
// cycle, and what arrives with what was sent. A mimic joint that a world receives is left out,
// because the world computes it, as V42 demands.
//
// V40 bounds missed releases by time: an incarnation misses at most one release in each period of
// its actor, and two around its start.
//
// # Controllers and sensors
//
// V41 is about the kinds joint_space, joint_trajectory, whole_body and those of wheeled bases. They
// hold a joint without bounds of position where it was measured, which a fault may have put
// anywhere. V44 compares a path with the snapshot that its controller reads, while no fault acts on
// the link between them. V2 expects a joint that enters mode limited to slow down by its
// acceleration in each cycle. V9 and V20 of sensors compare a world's snapshot with the samples
// that its buses sent.
//
// # Files
//
// V43 belongs to package campaign, and holds for drawn applications: the other invariants rely on
// the application as it was read. A second reader compares it with its files. Then the files get a
// mistake such as people make, drawn from the seed.
//
// # Drives
//
// V51 asks how a joint moves, and not what its drive calls its set-point. It grants a drive one
// second, five of its lags, 15 % of the joint's velocity limit, and what its damping yields to its
// effort. A velocity toward a limit of position (V2) is compared with the position of the newest
// snapshot, along the axes of the room for a planar joint.
//
// # The runtime
//
// V45 and V46 look at what the runtime gives to each actor before each tick. A fault that gives
// false times excuses V45. V46 compares the incarnation of a value with the newest one of its
// sender that has started. V47 takes a panic for a defect of the actor, whatever it has read. Once
// joints of a robot with a free base are stopped, it may fall: errors that follow are excused, and
// panics are not.
//
// # Observers
//
// V48 compares what observers send with the true state of the simulated robot. Odometry says the
// mean of what the wheels that its newest contacts call touching have truly rolled since they were
// measured; its bound is what their encoders may be off. Whether a contact is true is not checked:
// its law promises no bound. An orientation, and the angular velocity of a floating base, may be
// off by six standard deviations of the unit's noise, for each axis. The rest of a floating base
// also by what its filter makes of the noise of the poses and of the true motion, from its rates.
//
// V49 is about balancers without an input active. The modes of the wheels count, by the newest
// snapshot. The bound of the first command is the true motion of the wheels since they were
// measured, and what the options of the balancer make of the newest orientations and the odometry
// in one step. The other inputs of its law begin at zero then.
//
// V50 grants a path its slow_down, and three periods of its own or its world's, whichever is
// longer. The modes of the newest snapshot count as the path sends.
//
// A fault of a link that leads to the observer, balancer or path or to what it reads excuses it
// until 2 s after its end, and so do a false time, one of the inertial measurement unit and one of
// an agent, which may place a robot anew; for a filter that is slower, until it has forgotten. A
// fault of a wheel's drive excuses odometry. What ends, suspends or delays an actor excuses
// nothing.
//
// # Parts
//
// The worlds, simulated robots and couplings of a part are checked like those of the application,
// from the end of the change that adds their actors until their removal; see [Watch.Extend]. A
// world of which a change has removed an actor, or a coupling that commands its joints, is checked,
// but not expected to run.
//
// # Terms
//
// A joint passes when commands of its controller reach its drive (mode run or limited). Otherwise
// it stops. The truth of a drive is what hardware.GroundTruth reports.
//
// Nothing here is a safety-rated function.
package invariant
