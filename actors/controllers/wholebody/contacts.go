package wholebody

import (
	"slices"

	"github.com/robo-actors/robo-actors/actors/controllers/internal/taskspace/hierarchy"
	"github.com/robo-actors/robo-actors/worlds/rigidbody"
)

// settling is the rate, 1/s, at which a contact that slips comes to rest.
const settling = 20

// contacts are bodies that do not move, as motions that the exact hierarchy is forbidden.
type contacts struct {
	list                          []contact
	n                             int
	followers                     rigidbody.Followers
	jacobian, drift, acceleration []float64
}

type contact struct {
	body    int
	point   [3]float64 // of a contact that holds a position only
	surface bool
}

func (k *contact) rows() int {
	if k.surface {
		return 6
	}
	return 3
}

// newContacts finds the bodies, which were checked.
func newContacts(m *rigidbody.Model, followers rigidbody.Followers, options []ContactOptions) *contacts {
	c := &contacts{n: m.NV(), followers: followers}
	for i := range options {
		o := &options[i]
		body, err := m.BodyIndex(o.Frame)
		if err != nil || len(o.Points) == 0 {
			continue // reported by the check of the constraints
		}
		c.list = append(c.list, contact{body: body, point: o.Points[0], surface: len(o.Points) > 1})
	}
	rows := c.rows()
	c.jacobian, c.drift, c.acceleration = make([]float64, rows*c.n), make([]float64, rows), make([]float64, rows)
	return c
}

// rows is the number of rows of all contacts.
func (c *contacts) rows() (rows int) {
	for i := range c.list {
		rows += c.list[i].rows()
	}
	return rows
}

// fill writes the motions that are forbidden at the state of a problem.
func (c *contacts) fill(to *hierarchy.Contacts, p *problem) error {
	rows, n := 0, c.n
	for i := range c.list {
		if !p.touching[i] {
			continue
		}
		k := &c.list[i]
		count := k.rows()
		j, d, a := c.jacobian[rows*n:(rows+count)*n], c.drift[rows:rows+count], c.acceleration[rows:rows+count]
		var err error
		if k.surface {
			err = p.at.Jacobian(j, k.body, rigidbody.LocalWorldAligned)
			drift, speed := p.at.Drift(k.body, rigidbody.LocalWorldAligned), p.measured.Velocity(k.body, rigidbody.LocalWorldAligned)
			for r := range 3 {
				d[r], d[3+r] = drift.Linear[r], drift.Angular[r]
				a[r], a[3+r] = -settling*speed.Linear[r], -settling*speed.Angular[r]
			}
		} else {
			err = p.at.PointJacobian(j, k.body, k.point)
			drift, speed := p.at.PointDrift(k.body, k.point), p.measured.PointVelocity(k.body, k.point)
			for r := range 3 {
				d[r], a[r] = drift[r], -settling*speed[r]
			}
		}
		if err != nil {
			return err
		}
		c.followers.Jacobian(j, n)
		rows += count
	}
	*to = hierarchy.Contacts{Rows: rows, Jacobian: c.jacobian[:rows*n], Drift: c.drift[:rows], Acceleration: c.acceleration[:rows]}
	return nil
}

// touching reports which contacts exist while a set is active.
func touching(options []ContactOptions, lifted []string) []bool {
	exist := make([]bool, len(options))
	for i := range options {
		exist[i] = !slices.Contains(lifted, options[i].Name)
	}
	return exist
}
