package metrics

import (
	"encoding/json"
	"net/http"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// Limits of scrapes.
const (
	scrapesAtOnce = 2
	scrapeWithin  = 5 * time.Second
)

// registry returns the metrics of a system and of its process.
func registry(s Subject) *prometheus.Registry {
	r := prometheus.NewRegistry()
	r.MustRegister(&collector{s, time.Now()}, collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	if s.Events != nil {
		r.MustRegister(s.Events)
	}
	return r
}

// Handler serves /metrics, in the text and the protobuf form of Prometheus; only the latter has
// native histograms. Further scrapes get 503 while two are running.
func Handler(s Subject) http.Handler {
	return promhttp.HandlerFor(registry(s), promhttp.HandlerOpts{
		MaxRequestsInFlight: scrapesAtOnce, Timeout: scrapeWithin, ErrorHandling: promhttp.ContinueOnError,
	})
}

// Healthz serves /healthz: 200 and 503 with a Condition in JSON. A joint in a safe mode that
// nobody asked for, an actor that does not run, and a gate that does not answer are failures.
func Healthz(s Subject) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c := s.condition(r.Context())
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Cache-Control", "no-store")
		if c.Status != ok {
			w.WriteHeader(http.StatusServiceUnavailable)
		}
		e := json.NewEncoder(w)
		e.SetIndent("", "  ")
		_ = e.Encode(c) // the peer has gone
	})
}
