// Package killtest tests an application whose process is killed, suspended and asked to end at
// random times while its drives live in another process. After each strike every drive must be in
// the mode of its watchdog in time, the recording must be readable up to its last chunk, a new
// process must start without manual steps, and nothing may move before an operator has re-armed the
// robot. A long campaign runs with
//
//	go test ./internal/killtest -run Random -kills 1000 -stops 200 -ends 60 -timeout 2h -v
package killtest
