// Package view serves a running application, or a recording, to viewers: the web page of this
// project, Foxglove, Lichtblick and every other program that speaks Foxglove's protocol.
//
// # What listens
//
// Nothing listens unless it is asked to. A loopback address or a Unix socket needs nothing more.
// Any other address needs a certificate, and every viewer needs the token, also to read. A server
// that lacks them does not start.
//
// # Rights
//
// Whoever reaches a loopback address or may open the socket reads. To operate (stop, re-arm, goals,
// parameters, faults) the options must allow it, and the viewer must show the token: the page posts
// it to /login and gets a cookie, other programs add it to the address as ?token=. A token has 128
// bits and holds until the server ends.
//
// # Browsers
//
// Web pages of other sites cannot use the server: it answers to its own host names only, which ends
// DNS rebinding, and accepts requests of its own origin only, also for WebSockets. No GET changes
// anything. Headers, bodies, connections and times are bounded.
//
// # Monitoring
//
// A running application has /metrics for Prometheus and /healthz; see package metrics. Profiles of
// the process, at /debug/pprof/, are off unless the options ask for them.
//
// # Control loops
//
// No viewer delays a control loop. The recorder's goroutine hands values to a [Hub], which encodes
// the newest one of each wanted output under a lock of its own; a second goroutine converts and
// publishes at most 30 times a second, and only what somebody subscribes to.
package view
