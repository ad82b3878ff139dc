package rigidbody

import "errors"

var errNotBuilt = errors.New("rigidbody: not built yet")

// Model is a constant description of the tree.
type Model struct{}

// Workspace answers questions about one state of the robot.
type Workspace struct{}

// Option changes how New builds a model.
type Option func(*Model)

// WithGravity sets the gravity vector in world axes, m/s2. The default is (0, 0, -9.81).
func WithGravity(g [3]float64) Option { return func(m *Model) {} }

func New(bodies []Body, options ...Option) (*Model, error)                { return nil, errNotBuilt }
func (m *Model) NQ() int                                                  { return 0 }
func (m *Model) NV() int                                                  { return 0 }
func (m *Model) NumBodies() int                                           { return 0 }
func (m *Model) Body(i int) Body                                          { return Body{} }
func (m *Model) BodyIndex(name string) (int, error)                       { return 0, errNotBuilt }
func (m *Model) JointIndex(name string) (int, error)                      { return 0, errNotBuilt }
func (m *Model) PositionRange(body int) (start, length int)               { return 0, 0 }
func (m *Model) VelocityRange(body int) (start, length int)               { return 0, 0 }
func (m *Model) Mass() float64                                            { return 0 }
func (m *Model) Gravity() [3]float64                                      { return [3]float64{} }
func (m *Model) Neutral(q []float64) error                                { return errNotBuilt }
func (m *Model) Check(q, v []float64) error                               { return errNotBuilt }
func (m *Model) Integrate(out, q, v []float64, dt float64) error          { return errNotBuilt }
func (m *Model) Difference(out, q0, q1 []float64) error                   { return errNotBuilt }
func (m *Model) RandomPosition(q []float64, uniform func() float64) error { return errNotBuilt }
func (m *Model) NewWorkspace() *Workspace                                 { return &Workspace{} }

func (w *Workspace) SetPosition(q []float64) error                         { return errNotBuilt } // v = 0, a = 0
func (w *Workspace) SetState(q, v []float64) error                         { return errNotBuilt } // a = 0
func (w *Workspace) SetAcceleration(a []float64) error                     { return errNotBuilt } // for the acceleration queries only
func (w *Workspace) Pose(body int) Pose                                    { return Pose{} }
func (w *Workspace) Velocity(body int, ref Reference) Motion               { return Motion{} }
func (w *Workspace) SpatialAcceleration(body int, ref Reference) Motion    { return Motion{} }
func (w *Workspace) ClassicalAcceleration(body int, ref Reference) Motion  { return Motion{} }
func (w *Workspace) Drift(body int, ref Reference) Motion                  { return Motion{} }    // dJ/dt v
func (w *Workspace) Jacobian(dst []float64, body int, ref Reference) error { return errNotBuilt } // 6 x nv
func (w *Workspace) PointPosition(body int, point [3]float64) [3]float64   { return point }
func (w *Workspace) PointVelocity(body int, point [3]float64) [3]float64   { return point }
func (w *Workspace) PointDrift(body int, point [3]float64) [3]float64      { return point }
func (w *Workspace) PointJacobian(dst []float64, body int, point [3]float64) error {
	return errNotBuilt
}                                                                              // 3 x nv, world axes
func (w *Workspace) RelativePose(body, reference int) Pose                     { return Pose{} }
func (w *Workspace) RelativeVelocity(body, reference int) Motion               { return Motion{} }
func (w *Workspace) RelativeJacobian(dst []float64, body, reference int) error { return errNotBuilt } // 6 x nv, at body's origin, in reference's axes
func (w *Workspace) RelativeDrift(body, reference int) Motion                  { return Motion{} }
func (w *Workspace) InverseDynamics(tau, a []float64, external []Wrench) error { return errNotBuilt } // external: nil, or one a body
func (w *Workspace) ForwardDynamics(a, tau []float64, external []Wrench) error { return errNotBuilt }
func (w *Workspace) ExternalForces(tau []float64, external []Wrench) error     { return errNotBuilt } // sum of J^T wrench
func (w *Workspace) GravityForces(g []float64) error                           { return errNotBuilt }
func (w *Workspace) Bias(h []float64) error                                    { return errNotBuilt } // M a + h = tau + J^T f
func (w *Workspace) MassMatrix(dst []float64) error                            { return errNotBuilt } // nv x nv, full
func (w *Workspace) MassMatrixInverse(dst []float64) error                     { return errNotBuilt }
func (w *Workspace) Solve(x, b []float64) error                                { return errNotBuilt } // M x = b; x may be b
func (w *Workspace) HalfSolve(y, b []float64) error                            { return errNotBuilt } // |y|^2 = b^T M^-1 b
func (w *Workspace) CentreOfMass() [3]float64                                  { return [3]float64{} }
func (w *Workspace) CentreOfMassVelocity() [3]float64                          { return [3]float64{} }
func (w *Workspace) CentreOfMassDrift() [3]float64                             { return [3]float64{} }
func (w *Workspace) CentreOfMassJacobian(dst []float64) error                  { return errNotBuilt } // 3 x nv
func (w *Workspace) CentroidalMomentum() Momentum                              { return Momentum{} }
func (w *Workspace) CentroidalMomentumMatrix(dst []float64) error              { return errNotBuilt } // 6 x nv
func (w *Workspace) CentroidalMomentumDrift() Momentum                         { return Momentum{} }
func (w *Workspace) KineticEnergy() float64                                    { return 0 }
func (w *Workspace) PotentialEnergy() float64                                  { return 0 }
