package qp_test

import (
	"fmt"
	"math"

	"github.com/robo-actors/robo-actors/internal/qp"
)

// defects are the misses of the optimality conditions, each over the sizes of what is compared.
type defects struct {
	gradient, rows, sign, slackness float64
}

func (d defects) greatest() float64 { return max(d.gradient, d.rows, d.sign, d.slackness) }

func (d defects) max(e defects) defects {
	return defects{max(d.gradient, e.gradient), max(d.rows, e.rows), max(d.sign, e.sign), max(d.slackness, e.slackness)}
}

// coefficient returns one number of a row or bound.
func coefficient(p *qp.Problem, index, j int) float64 {
	if index < p.Rows() {
		return p.Row(index)[j]
	}
	if index-p.Rows() == j {
		return 1
	}
	return 0
}

// limits returns both limits of a row or bound.
func limits(p *qp.Problem, index int) (lower, upper float64) {
	if index < p.Rows() {
		return p.Lower[index], p.Upper[index]
	}
	return p.Min[index-p.Rows()], p.Max[index-p.Rows()]
}

// optimality measures a result by the Karush-Kuhn-Tucker conditions, in plain loops over the
// caller's data.
func optimality(p *qp.Problem, r *qp.Result) (d defects) {
	n, all := p.Size(), p.Size()+p.Rows()
	bump := func(to *float64, v float64) {
		if math.IsNaN(v) {
			v = math.Inf(1)
		}
		*to = max(*to, v)
	}
	length := 0.0
	for _, v := range r.X {
		length += v * v
	}
	length = math.Sqrt(length)
	for j := range n {
		sum, size := p.G[j], math.Abs(p.G[j])
		for k := range n {
			v := p.HessianRow(max(j, k))[min(j, k)] * r.X[k]
			if j == k {
				v += p.Regularisation * r.X[k]
			}
			sum, size = sum+v, size+math.Abs(v)
		}
		for i := range all {
			v := coefficient(p, i, j) * r.Multiplier[i]
			sum, size = sum-v, size+math.Abs(v)
		}
		bump(&d.gradient, math.Abs(sum)/(1+size))
	}
	for i := range all {
		value, norm := 0.0, 0.0
		for j := range n {
			value += coefficient(p, i, j) * r.X[j]
			norm = math.Hypot(norm, coefficient(p, i, j))
		}
		lower, upper := limits(p, i)
		bump(&d.rows, max(lower-value, 0)/(1+math.Abs(lower)+norm*length))
		bump(&d.rows, max(value-upper, 0)/(1+math.Abs(upper)+norm*length))
		switch l := r.Multiplier[i]; {
		case l == 0 || lower == upper:
		case l > 0:
			if math.IsInf(lower, -1) {
				bump(&d.sign, l)
			} else {
				bump(&d.slackness, min(l, math.Abs(value-lower)/(1+math.Abs(lower)+norm*length)))
			}
		case l < 0:
			if math.IsInf(upper, 1) {
				bump(&d.sign, -l)
			} else {
				bump(&d.slackness, min(-l, math.Abs(value-upper)/(1+math.Abs(upper)+norm*length)))
			}
		default:
			bump(&d.sign, math.NaN())
		}
	}
	return d
}

// checkProof checks a proof of infeasibility in plain loops: the weighted rows add up to nothing on
// the left, and to more than nothing on the right.
func checkProof(p *qp.Problem, r *qp.Result) error {
	if len(r.Clash) == 0 {
		return fmt.Errorf("no row is named")
	}
	gap, size := 0.0, 0.0
	for _, c := range r.Clash {
		if !(c.Weight > 0) {
			return fmt.Errorf("%s has the weight %g", p.Name(c.Row), c.Weight)
		}
		lower, upper := limits(p, c.Row)
		limit := lower
		if c.Side == qp.Upper {
			limit = upper
		}
		if math.IsInf(limit, 0) {
			return fmt.Errorf("%s has no %v limit", p.Name(c.Row), c.Side)
		}
		gap += c.Weight * float64(c.Side) * limit
		size += math.Abs(c.Weight * limit)
	}
	if !(gap > 1e-11*size) || math.Abs(gap-r.Gap) > 1e-8*(size+gap) {
		return fmt.Errorf("the limits add up to %g of %g, the gap is said to be %g", gap, size, r.Gap)
	}
	for j := range p.Size() {
		sum, size := 0.0, 0.0
		for _, c := range r.Clash {
			v := c.Weight * float64(c.Side) * coefficient(p, c.Row, j)
			sum, size = sum+v, size+math.Abs(v)
		}
		if math.Abs(sum) > 1e-9*size {
			return fmt.Errorf("the coefficients of variable %d add up to %g of %g", j, sum, size)
		}
	}
	return nil
}
