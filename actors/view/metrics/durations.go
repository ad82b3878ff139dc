package metrics

import (
	"math"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	dto "github.com/prometheus/client_model/go"

	"github.com/robo-actors/robo-actors/actors"
)

// schema of the native histograms: 8 buckets an octave, each 9 % wider than the one before. The
// runtime's own buckets are narrower than 1/16, so that each falls into one or two of them.
const schema = 3

// zeroThreshold is the bound below which durations count as zero, s.
const zeroThreshold = 1e-9

// classic are the bounds of the classic buckets, s. Scrapers that do not know native histograms get
// these.
var classic = []float64{10e-6, 20e-6, 50e-6, 100e-6, 200e-6, 500e-6, 1e-3, 2e-3, 5e-3, 10e-3, 20e-3, 50e-3, 0.1, 0.2, 0.5, 1}

// durations is a histogram with native and classic buckets.
type durations struct {
	prometheus.Metric // with native buckets
	distribution      actors.Distribution
}

// newDurations converts a distribution. A bucket counts at its middle, which is within 1/32 of
// every duration in it; so is the sum.
func newDurations(desc *prometheus.Desc, d actors.Distribution, began time.Time, labels ...string) prometheus.Metric {
	positive := map[int]int64{}
	var count, zero uint64
	var sum float64
	for _, b := range d {
		count += b.Count
		m := middle(b)
		sum += float64(b.Count) * m
		if m <= zeroThreshold/2 {
			zero += b.Count
			continue
		}
		positive[nativeBucket(m)] += int64(b.Count)
	}
	return durations{prometheus.MustNewConstNativeHistogram(desc, count, sum, positive, nil, zero, schema, zeroThreshold, began, labels...), d}
}

// middle is the middle of a bucket, s.
func middle(b actors.Bucket) float64 { return (b.Low.Seconds() + b.High.Seconds()) / 2 }

// nativeBucket is the index of the native bucket that holds v, in s: bucket i ends at 2^(i/8).
func nativeBucket(v float64) int { return int(math.Ceil(math.Log2(v) * (1 << schema))) }

// Write implements prometheus.Metric.
func (d durations) Write(m *dto.Metric) error {
	if err := d.Metric.Write(m); err != nil {
		return err
	}
	next, count := 0, uint64(0)
	for _, bound := range classic {
		for ; next < len(d.distribution) && middle(d.distribution[next]) <= bound; next++ {
			count += d.distribution[next].Count
		}
		m.Histogram.Bucket = append(m.Histogram.Bucket, &dto.Bucket{CumulativeCount: new(count), UpperBound: new(bound)})
	}
	return nil
}
