package database

import (
	"context"
	"errors"
	"fmt"

	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/kinematics"
)

// Work is what the computation of an entry is given.
type Work struct {
	// Context ends the computation.
	Context context.Context
	// Parallel calls work(i) for i from 0 to n-1, and returns when all are done.
	Parallel func(n int, work func(i int))
	// Progress takes the share that is done, from any goroutine, and returns false once the
	// computation is to end.
	Progress func(share float64) bool
}

// Job computes an entry.
type Job struct {
	Key               Key
	Title, Parameters string
	// Compute returns the data. It returns an error that wraps the cause of the context where it
	// ends early.
	Compute func(w Work) ([]byte, error)
}

// BuildOptions say how entries are built.
type BuildOptions struct {
	// Force computes entries again that are there.
	Force bool
	// Parallel is what Work.Parallel is; nil for one after the other.
	Parallel func(n int, work func(i int))
	// Progress is called with the number of the job and the share of it that is done. Calls come
	// from the goroutines of Parallel. Nil: no report.
	Progress func(job int, share float64)
}

// BuildReport lists what a build did, in the order of the jobs.
type BuildReport struct {
	Built, Kept []Entry
}

// Build computes the entries that are not in the file, or are damaged there, and keeps each as soon
// as it is finished. It ends with the context; what is finished by then stays.
func (d *DB) Build(ctx context.Context, jobs []Job, o BuildOptions) (report BuildReport, err error) {
	if d.readOnly {
		return report, &FileError{Path: d.path, Problem: ReadOnly}
	}
	if o.Parallel == nil {
		o.Parallel = func(n int, work func(i int)) {
			for i := range n {
				work(i)
			}
		}
	}
	for i, job := range jobs {
		if err := context.Cause(ctx); err != nil {
			return report, fmt.Errorf("%s: the build ended before %q: %w", d.path, job.Title, err)
		}
		entry := Entry{Key: job.Key, Title: job.Title, Parameters: job.Parameters}
		data, err := d.Get(job.Key)
		var missing *EntryError
		if err == nil && !o.Force {
			entry.Size = len(data)
			report.Kept = append(report.Kept, entry)
			continue
		}
		if err != nil && !errors.As(err, &missing) {
			return report, err
		}
		data, err = job.Compute(Work{Context: ctx, Parallel: o.Parallel, Progress: func(share float64) bool {
			if o.Progress != nil {
				o.Progress(i, share)
			}
			return ctx.Err() == nil
		}})
		if cause := context.Cause(ctx); cause != nil && err != nil {
			return report, fmt.Errorf("%s: the build ended in %q: %w", d.path, job.Title, cause)
		}
		if err != nil {
			return report, fmt.Errorf("%s: %q cannot be built: %w", d.path, job.Title, err)
		}
		if err := d.Put(job.Key, job.Title, job.Parameters, data); err != nil {
			return report, err
		}
		entry.Size = len(data)
		report.Built = append(report.Built, entry)
	}
	return report, nil
}

// ReachabilityJobs returns the jobs of a manipulator's map of reachability and of its inverse. The
// spec's Parallel and Progress are those of the build. geometry is as in ReachabilityKey.
func ReachabilityJobs(title string, m *kinematics.Manipulator, geometry worlds.Hash, spec kinematics.ReachabilitySpec) []Job {
	var last *kinematics.Reachability
	compute := func(w Work) (*kinematics.Reachability, error) {
		if last != nil {
			return last, nil
		}
		spec := spec
		spec.Parallel, spec.Progress = w.Parallel, w.Progress
		var err error
		last, err = kinematics.NewReachability(m, spec)
		return last, err
	}
	spec = spec.WithDefaults()
	parameters := fmt.Sprintf("voxel %g m, %d directions, %d samples, seed %d", spec.Voxel, spec.Directions, spec.Samples, spec.Seed)
	return []Job{
		{Key: ReachabilityKey(m, geometry, spec), Title: title, Parameters: parameters, Compute: func(w Work) ([]byte, error) {
			r, err := compute(w)
			if err != nil {
				return nil, err
			}
			return r.Bytes(), nil
		}},
		{Key: InverseReachabilityKey(m, geometry, spec), Title: title, Parameters: parameters, Compute: func(w Work) ([]byte, error) {
			r, err := compute(w)
			if err != nil {
				return nil, err
			}
			return r.Inverse().Bytes(), nil
		}},
	}
}

// GraspsJob returns the job of the grasps of an object.
func GraspsJob(o Object, g kinematics.Gripper, options kinematics.GraspOptions) Job {
	return Job{Key: GraspsKey(o, g, options), Title: o.String(), Parameters: fmt.Sprintf("gripper opening %g m, depth %g m, pad %g m", g.Opening, g.Depth, g.Pad),
		Compute: func(Work) ([]byte, error) {
			grasps, err := o.Grasps(g, options)
			if err != nil {
				return nil, err
			}
			return kinematics.GraspBytes(grasps), nil
		}}
}

// Reachability returns the map of a manipulator from the file. The error is an *EntryError where
// there is none.
func (d *DB) Reachability(m *kinematics.Manipulator, geometry worlds.Hash, spec kinematics.ReachabilitySpec) (*kinematics.Reachability, error) {
	data, err := d.Get(ReachabilityKey(m, geometry, spec))
	if err != nil {
		return nil, err
	}
	return kinematics.ParseReachability(data)
}

// InverseReachability returns the inverse of the map of a manipulator from the file. The error is
// an *EntryError where there is none.
func (d *DB) InverseReachability(m *kinematics.Manipulator, geometry worlds.Hash, spec kinematics.ReachabilitySpec) (*kinematics.InverseReachability, error) {
	data, err := d.Get(InverseReachabilityKey(m, geometry, spec))
	if err != nil {
		return nil, err
	}
	return kinematics.ParseInverseReachability(data)
}

// Grasps returns the grasps of an object from the file. The error is an *EntryError where there are
// none.
func (d *DB) Grasps(o Object, g kinematics.Gripper, options kinematics.GraspOptions) ([]kinematics.Grasp, error) {
	data, err := d.Get(GraspsKey(o, g, options))
	if err != nil {
		return nil, err
	}
	return kinematics.ParseGrasps(data)
}
