package spatial

// Pose is the position and orientation of a frame B in a frame A: x_A = R x_B + P.
type Pose struct {
	R Rotation   // its columns are the axes of B in A
	P [3]float64 // m, origin of B in A
}

// IdentityPose returns the pose of a frame in itself.
func IdentityPose() Pose { return Pose{R: IdentityRotation()} }

// PoseFromRPY returns the pose at xyz (m) with the orientation RotationFromRPY(rpy) (rad).
func PoseFromRPY(xyz, rpy [3]float64) Pose { return Pose{R: RotationFromRPY(rpy), P: xyz} }

// Apply returns the point x of frame B in frame A.
func (p *Pose) Apply(x Vec) Vec { return p.R.Apply(x).Add(VecOf(p.P)) }

// ApplyInverse returns the point x of frame A in frame B.
func (p *Pose) ApplyInverse(x Vec) Vec { return p.R.ApplyInverse(x.Sub(VecOf(p.P))) }

// Times returns the pose of C in A, for the pose p of B in A and the pose c of C in B.
func (p *Pose) Times(c *Pose) Pose {
	return Pose{R: p.R.Times(&c.R), P: p.Apply(VecOf(c.P)).Array()}
}

// InverseTimes returns the pose of C in B, for the poses p of B and c of C, both in A.
func (p *Pose) InverseTimes(c *Pose) Pose {
	return Pose{R: p.R.InverseTimes(&c.R), P: p.ApplyInverse(VecOf(c.P)).Array()}
}

// Inverse returns the pose of A in B.
func (p *Pose) Inverse() Pose {
	return Pose{R: p.R.Inverse(), P: p.R.ApplyInverse(VecOf(p.P)).Neg().Array()}
}
