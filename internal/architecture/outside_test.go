package architecture

// outside has the rules for packages of other modules.
var outside = []struct {
	packages string   // import path, "/..." for everything below
	only     []string // the only folders that may import it; none if empty
	tests    []string // folders whose tests may import it too, where only is not nil
	not      []string // folders that may not import it; used where only is nil
	why      string
}{
	{packages: "github.com/asynkron/protoactor-go/...", only: []string{"internal/protoactor", "actors/protoactor", "examples/embed"}, tests: []string{"actors", "actors/actortest"},
		why: "Proto.Actor is plugged in at one place; one small public package names PIDs and ActorSystems, and one example is a program with an ActorSystem"},
	{packages: "github.com/prometheus/...", only: []string{"actors/view/metrics"},
		why: "metrics are read beside what runs; an actor counts with the runtime's own counters"},
	{packages: "github.com/coder/websocket", only: []string{"internal/foxglove", "actors/view/viewtest"}, tests: []string{"actors/view", "actors/session"},
		why: "viewers connect through the server of one protocol, which bounds what they may use"},
	{packages: "google.golang.org/protobuf/...", only: []string{"messages/pb", "internal/protogen", "internal/foxglove/...", "actors/view", "actors/view/draw", "actors/record/...", "actors/record"}, tests: []string{"actors/session"},
		why: "nothing is marshalled between actors of one process; protobuf is for logs, viewers and other processes"},
	{packages: "sync", not: kindsOfActors,
		why: "an actor's methods run one at a time and share nothing: a lock in one means that it is shared"},
	{packages: "sync/atomic", not: kindsOfActors,
		why: "an actor's methods run one at a time and share nothing: an atomic in one means that it is shared"},
	{packages: "net", not: append([]string{"worlds", "worlds/...", "actors", "messages/..."}, kindsOfActors...),
		why: "the network is at the edge of the process, never in what runs in a cycle"},
	{packages: "net/http", not: append([]string{"worlds", "worlds/...", "actors", "messages/..."}, kindsOfActors...),
		why: "the network is at the edge of the process, never in what runs in a cycle"},
	{packages: "os", not: append([]string{"messages", "messages/...", "worlds", "worlds/rigidbody", "worlds/urdf", "worlds/gate/...", "worlds/perception", "worlds/coupling", "supervision/modes", "internal/setpoint", "worlds/source/..."}, kindsOfActors...),
		why: "laws, parsers and actors take what they need as arguments: the program that starts the application opens files"},
}

// kindsOfActors are the folders whose actors run in cycles.
var kindsOfActors = []string{"actors/controllers/...", "actors/models", "actors/planners/...", "actors/observers/..."}

// shells are the names of the files in a folder of actors that may know the runtime; the others are
// laws.
var shells = []string{"actor.go", "kinds.go"}

// shellsElsewhere are files with other names that hold an actor, with the reason.
var shellsElsewhere = map[string]string{
	"actors/controllers/tasks/client.go": "it holds no actor: programs operate controllers with it",
	"actors/controllers/tasks/goals.go":  "it holds no actor: programs operate controllers with it",
	"actors/planners/pickplace/arm.go":   "the part of the actor that moves the arm",
	"actors/models/model.go":             "the model actor has no law of its own: it calls worlds/rigidbody",
}
