// Package metrics shows the condition of a running system to programs that monitor it.
//
//	/metrics   Prometheus metrics, with native histograms of lateness, execution time and ages
//	/healthz   200 while everything runs, 503 with reasons otherwise, as JSON
//	/debug/pprof/  profiles of the process; off unless a program asks for them
//
// Everything is read when a request comes: counters and histograms that the runtime fills anyway,
// by atomic operations. No request takes a lock that a tick takes. Names follow
// https://prometheus.io/docs/practices/naming/. The folder holds a dashboard for Grafana,
// dashboard.json.
package metrics
