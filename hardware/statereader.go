package hardware

// StateReader is implemented by kinds of actors that read what every bus of their world answers:
// the link to an agent, for one. An application joins their inputs with the buses.
//
// Such an actor has a BusList among its resources, and adds an input of messages.DriveState for
// each bus in Configure, named StatePort(bus).
type StateReader interface{ ReadsDriveStates() }

// StatePort is the name of the input of a StateReader for the states of a bus.
func StatePort(bus string) string { return "state_" + bus }

// BusList lists the buses of a world.
type BusList []BusJoints

// BusJoints is one bus.
type BusJoints struct {
	// Name is the bus's name in its world.
	Name string
	// Joints has the index in the world of each drive's joint, in the order of the drives.
	Joints []int
}
