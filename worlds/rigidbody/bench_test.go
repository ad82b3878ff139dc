package rigidbody_test

import (
	"path/filepath"
	"testing"
)

// BenchmarkReferenceRobots times the main operations on the robots of testdata; package rigidbench has more.
func BenchmarkReferenceRobots(b *testing.B) {
	for _, path := range goldenPaths(b, filepath.Join("testdata", "golden")) {
		file := readGolden(b, path)
		if file.Fixed != nil {
			b.Run(file.Robot+"/fixed", func(b *testing.B) { benchmarkRobot(b, file.Fixed, false) })
		}
		if file.Floating != nil {
			b.Run(file.Robot+"/floating", func(b *testing.B) { benchmarkRobot(b, file.Floating, true) })
		}
	}
}

func benchmarkRobot(b *testing.B, v *goldenVariant, floating bool) {
	m, _ := v.model(b)
	w, s := m.NewWorkspace(), &v.Samples[0]
	q, x, mass := s.position(floating), make([]float64, m.NV()), make([]float64, m.NV()*m.NV())
	for _, c := range []struct {
		name string
		run  func() error
	}{
		{"poses", func() error { w.Pose(0); return nil }},
		{"inverse dynamics", func() error { return w.InverseDynamics(x, s.A, nil) }},
		{"mass matrix", func() error { return w.MassMatrix(mass) }},
		{"forward dynamics", func() error { return w.ForwardDynamics(x, s.TauIn, nil) }},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if err := w.SetState(q, s.V); err != nil {
					b.Fatal(err)
				}
				if err := c.run(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
