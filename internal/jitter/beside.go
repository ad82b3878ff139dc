package jitter

import (
	"context"
	"fmt"
	"strings"
)

// Beside is one slice with company beside the actors and one without.
type Beside struct {
	With, Without         Lateness
	WithLoad, WithoutLoad Load
}

// BesideMedians compare the slices of pairs.
type BesideMedians struct {
	// With and Without are medians over the slices; their ticks are sums.
	With, Without Lateness
	// The medians of the ratios of the pairs, with to without.
	RatioP50, RatioP99, RatioP999 float64
	// LostMore is the median over the pairs of the share of ticks lost beyond those without company.
	LostMore float64
}

// measureBeside measures with company first in even pairs and without first in odd ones.
func measureBeside(ctx context.Context, o Options, beside company, i int) (p Beside, m Machine, err error) {
	with := func() error {
		before := readCPUTime()
		s, err := runSystem(ctx, o, beside)
		if err != nil {
			return err
		}
		p.With, p.WithLoad, m = s.lateness(), readCPUTime().since(before), machine(s.grants)
		return nil
	}
	without := func() error {
		before := readCPUTime()
		s, err := runSystem(ctx, o, nil)
		if err != nil {
			return err
		}
		p.Without, p.WithoutLoad = s.lateness(), readCPUTime().since(before)
		return nil
	}
	first, second := with, without
	if i%2 == 1 {
		first, second = second, first
	}
	if err := first(); err != nil {
		return p, m, err
	}
	return p, m, second()
}

// compare returns the medians over pairs.
func compare[P any](pairs []P, of func(P) *Beside) (r BesideMedians) {
	each := func(f func(*Beside) float64) float64 {
		return medianOf(pairs, func(p P) float64 { return f(of(p)) })
	}
	r.With = medianLateness(pairs, func(p P) Lateness { return of(p).With })
	r.Without = medianLateness(pairs, func(p P) Lateness { return of(p).Without })
	r.RatioP50 = each(func(p *Beside) float64 { return ratio(p.With.P50, p.Without.P50) })
	r.RatioP99 = each(func(p *Beside) float64 { return ratio(p.With.P99, p.Without.P99) })
	r.RatioP999 = each(func(p *Beside) float64 { return ratio(p.With.P999, p.Without.P999) })
	r.LostMore = each(func(p *Beside) float64 { return p.With.LostShare() - p.Without.LostShare() })
	return r
}

// lines prints the medians; what names the company.
func (r *BesideMedians) lines(m Machine, what string) string {
	var b strings.Builder
	without := fmt.Sprintf("%-*s", len("with ")+len(what), "without")
	fmt.Fprintf(&b, "  %s\n  medians\n    with %s %s\n    %s %s\n", m, what, r.With, without, r.Without)
	fmt.Fprintf(&b, "  median ratios  p50 %.2f  p99 %.2f  p99.9 %.2f  lost more %+.3f %%", r.RatioP50, r.RatioP99, r.RatioP999, 100*r.LostMore)
	return b.String()
}
