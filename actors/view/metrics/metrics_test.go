package metrics

import (
	"io"
	"math"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/testutil/promlint"
	dto "github.com/prometheus/client_model/go"
	"github.com/prometheus/common/expfmt"
	"github.com/prometheus/common/model"
	"pgregory.net/rapid"

	"github.com/robo-actors/robo-actors/actors"
)

// scrape gets the metrics of a subject in a form of Prometheus, by name.
func scrape(t *testing.T, s Subject, accept string) map[string]*dto.MetricFamily {
	t.Helper()
	r := httptest.NewRequest("GET", "/metrics", nil)
	r.Header.Set("Accept", accept)
	w := httptest.NewRecorder()
	Handler(s).ServeHTTP(w, r)
	if w.Code != http.StatusOK {
		t.Fatalf("%d: %s", w.Code, w.Body)
	}
	families := map[string]*dto.MetricFamily{}
	decoder := expfmt.NewDecoder(w.Body, expfmt.ResponseFormat(w.Result().Header))
	for {
		var f dto.MetricFamily
		if err := decoder.Decode(&f); err == io.EOF {
			return families
		} else if err != nil {
			t.Fatal(err)
		}
		families[f.GetName()] = &f
	}
}

const protobufForm = "application/vnd.google.protobuf;proto=io.prometheus.client.MetricFamily;encoding=delimited"

func TestTheTextParsesAndHasEveryMetric(t *testing.T) {
	families := scrape(t, rich(), "text/plain;version=0.0.4")
	var missing []string
	for _, name := range names(t) {
		if families[name] == nil {
			missing = append(missing, name)
		}
	}
	if len(missing) > 0 {
		t.Errorf("the scrape has no %s", strings.Join(missing, ", "))
	}
	if families["go_goroutines"] == nil || families["process_open_fds"] == nil {
		t.Error("the scrape has nothing of the process")
	}
}

// names lists the metrics that the package declares.
func names(t *testing.T) (all []string) {
	t.Helper()
	descriptions := make(chan *prometheus.Desc, 100)
	(&collector{}).Describe(descriptions)
	NewEvents().Describe(descriptions)
	close(descriptions)
	for d := range descriptions {
		_, rest, _ := strings.Cut(d.String(), `fqName: "`)
		name, _, _ := strings.Cut(rest, `"`)
		if !model.LegacyValidation.IsValidMetricName(name) {
			t.Errorf("the name of %v is not valid", d)
		}
		all = append(all, name)
	}
	return all
}

func TestTheValuesAreThoseOfTheSystem(t *testing.T) {
	families := scrape(t, rich(), "text/plain")
	for _, c := range []struct {
		series string
		want   float64
	}{
		{`robo_actors_application_info{application="pick & place"}`, 1},
		{`robo_actors_application_time_seconds{}`, 90},
		{`robo_actors_actor_info{actor="arm/controller",domain="main",phase="control",world="arm"}`, 1},
		{`robo_actors_actor_running{actor="arm/controller"}`, 1},
		{`robo_actors_actor_period_seconds{actor="arm/controller"}`, 0.001},
		{`robo_actors_ticks_missed_total{actor="arm/controller"}`, 7},
		{`robo_actors_queue_length{actor="arm/controller"}`, 3},
		{`robo_actors_queue_dropped_total{actor="arm/controller"}`, 4},
		{`robo_actors_input_max_age_seconds{actor="arm/controller",from="arm/drive.state",port="state"}`, 0.004},
		{`robo_actors_input_stale{actor="arm/controller",from="arm/drive.state",port="state"}`, 0},
		{`robo_actors_link_values_overwritten_total{from="arm/drive.state",to="arm/controller.state"}`, 3},
		{`robo_actors_jobs_total{result="failed"}`, 1},
		{`robo_actors_gate_up{world="arm"}`, 1},
		{`robo_actors_gate_up{world="base"}`, 0},
		{`robo_actors_joint_mode{joint="elbow",world="arm"}`, 3},
		{`robo_actors_joint_mode{joint="wrist",world="arm"}`, 0},
		{`robo_actors_joints_stopped{cause="drive",world="arm"}`, 1},
		{`robo_actors_restarts_total{actor="arm/controller",cause="panic"}`, 1},
		{`robo_actors_failures_total{actor="arm/controller",cause="panic"}`, 1},
		{`robo_actors_joint_stops_total{cause="stale",joint="elbow",world="arm"}`, 1},
		{`robo_actors_viewers{}`, 2},
		{`robo_actors_viewer_messages_waiting{}`, 11},
		{`robo_actors_viewer_messages_dropped_total{}`, 77},
	} {
		name, labels, _ := strings.Cut(c.series, "{")
		found := false
		for _, m := range families[name].GetMetric() {
			if labelText(m) == "{"+labels {
				found = true
				if got := m.GetGauge().GetValue() + m.GetCounter().GetValue() + m.GetUntyped().GetValue(); got != c.want {
					t.Errorf("%s is %g, want %g", c.series, got, c.want)
				}
			}
		}
		if !found {
			t.Errorf("there is no %s", c.series)
		}
	}
	if stops := families["robo_actors_joint_stops_total"].GetMetric(); len(stops) != 1 {
		t.Errorf("a return to run counts as a stop: %v", stops)
	}
}

func labelText(m *dto.Metric) string {
	var parts []string
	for _, l := range m.GetLabel() {
		parts = append(parts, l.GetName()+`="`+l.GetValue()+`"`)
	}
	slices.Sort(parts)
	return "{" + strings.Join(parts, ",") + "}"
}

func TestTheNamesFollowTheConventionsOfPrometheus(t *testing.T) {
	for form, accept := range map[string]string{"text": "text/plain", "protobuf": protobufForm} {
		var own []*dto.MetricFamily
		for name, f := range scrape(t, rich(), accept) {
			if strings.HasPrefix(name, namespace) {
				own = append(own, f)
			}
		}
		problems, err := promlint.NewWithMetricFamilies(own).Lint()
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range problems {
			t.Errorf("%s: %s: %s", form, p.Metric, p.Text)
		}
	}
}

func TestHistogramsAreNativeInTheProtobufForm(t *testing.T) {
	h := scrape(t, rich(), protobufForm)["robo_actors_tick_lateness_seconds"].GetMetric()[0].GetHistogram()
	if h.GetSampleCount() != 1000 || h.GetZeroCount() != 2 || h.GetSchema() != schema || math.Abs(h.GetSampleSum()-998*51e-6) > 1e-12 {
		t.Errorf("%d samples with a sum of %g s, %d zeros, schema %d", h.GetSampleCount(), h.GetSampleSum(), h.GetZeroCount(), h.GetSchema())
	}
	if len(h.GetPositiveSpan()) != 1 || h.GetPositiveSpan()[0].GetLength() != 1 || h.GetPositiveDelta()[0] != 998 {
		t.Fatalf("spans %v with %v", h.GetPositiveSpan(), h.GetPositiveDelta())
	}
	i := float64(h.GetPositiveSpan()[0].GetOffset())
	if low, high := math.Exp2((i-1)/8), math.Exp2(i/8); low >= 51e-6 || high < 51e-6 {
		t.Errorf("51 us are in the bucket from %g s to %g s", low, high)
	}
}

// TestEveryDurationKeepsItsSize converts distributions of known durations; the buckets must be
// where the durations are, to the width of a bucket.
func TestEveryDurationKeepsItsSize(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var d actors.Distribution
		low := time.Duration(0)
		for range rapid.IntRange(0, 30).Draw(t, "buckets") {
			low += 1 + time.Duration(rapid.Int64Range(0, int64(low)).Draw(t, "gap"))
			d = append(d, actors.Bucket{Low: low, High: low + low/16, Count: uint64(rapid.IntRange(1, 1000).Draw(t, "count"))})
			low += low / 16
		}
		var m dto.Metric
		if err := newDurations(lateness, d, time.Unix(1, 0), "a").Write(&m); err != nil {
			t.Fatal(err)
		}
		h := m.GetHistogram()
		var total uint64
		for _, b := range d {
			total += b.Count
		}
		if h.GetSampleCount() != total {
			t.Fatalf("%d samples, want %d", h.GetSampleCount(), total)
		}
		for _, b := range h.GetBucket() {
			var least, most uint64 // what is surely below the bound, and what may be
			for _, from := range d {
				if from.High.Seconds() <= b.GetUpperBound() {
					least += from.Count
				}
				if from.Low.Seconds() <= b.GetUpperBound() {
					most += from.Count
				}
			}
			if got := b.GetCumulativeCount(); got < least || got > most {
				t.Fatalf("%d are up to %g s, want %d to %d", got, b.GetUpperBound(), least, most)
			}
		}
		counts := nativeCounts(h)
		for _, b := range d {
			first, last := nativeBucket(math.Max(b.Low.Seconds(), zeroThreshold)), nativeBucket(b.High.Seconds())
			found := h.GetZeroCount() > 0 && b.Low <= 1
			for i := first; i <= last; i++ {
				found = found || counts[i] >= int64(b.Count)
			}
			if !found {
				t.Fatalf("%d from %v to %v are in none of the buckets %d to %d: %v", b.Count, b.Low, b.High, first, last, counts)
			}
		}
	})
}

// nativeCounts decodes spans and deltas, as the protobuf form has them.
func nativeCounts(h *dto.Histogram) map[int]int64 {
	counts := map[int]int64{}
	index, at, count := 0, 0, int64(0)
	for _, span := range h.GetPositiveSpan() {
		index += int(span.GetOffset())
		for range span.GetLength() {
			count += h.GetPositiveDelta()[at]
			counts[index] = count
			index++
			at++
		}
	}
	return counts
}
