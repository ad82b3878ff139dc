//go:build !linux

package sharedmemory

import "time"

func claim(string, int) (*region, bool, error) { return nil, false, ErrUnsupported }

func open(string, bool) (*region, error) { return nil, ErrUnsupported }

func (r *region) wake(int) {}

func (r *region) wait(int, uint32, time.Duration) {}

func (r *region) intact() error { return ErrUnsupported }

func (r *region) abandoned() bool { return true }

func (r *region) remove() {}

func (r *region) close() error { return nil }

func monotonic() uint64 { return 0 }
