package sharedmemory

import (
	"os"
	"runtime/debug"
	"sync/atomic"
	"unsafe"
)

// A region is a file that is mapped into memory. Other processes change it, truncate it and remove
// it at any time: every access returns an error instead of ending the process.
type region struct {
	path   string
	file   *os.File
	memory []byte
	lost   error // returned where the memory has no file behind it any more
	// faulted says that an access found no file behind the memory.
	faulted bool
}

func newRegion(path string, file *os.File, memory []byte) *region {
	return &region{path: path, file: file, memory: memory, lost: &FileError{path, ErrLost}}
}

func (r *region) word(offset int) *uint32   { return (*uint32)(unsafe.Pointer(&r.memory[offset])) }
func (r *region) double(offset int) *uint64 { return (*uint64)(unsafe.Pointer(&r.memory[offset])) }

// load reads a word, with acquire semantics.
func (r *region) load(offset int) (value uint32, err error) {
	defer r.guard(&err, debug.SetPanicOnFault(true))
	return atomic.LoadUint32(r.word(offset)), nil
}

// store writes a word, with release semantics.
func (r *region) store(offset int, value uint32) (err error) {
	defer r.guard(&err, debug.SetPanicOnFault(true))
	atomic.StoreUint32(r.word(offset), value)
	return nil
}

// load64 reads a double word, with acquire semantics.
func (r *region) load64(offset int) (value uint64, err error) {
	defer r.guard(&err, debug.SetPanicOnFault(true))
	return atomic.LoadUint64(r.double(offset)), nil
}

// store64 writes a double word, with release semantics.
func (r *region) store64(offset int, value uint64) (err error) {
	defer r.guard(&err, debug.SetPanicOnFault(true))
	atomic.StoreUint64(r.double(offset), value)
	return nil
}

// read copies bytes out of the region.
func (r *region) read(offset int, into []byte) (err error) {
	defer r.guard(&err, debug.SetPanicOnFault(true))
	copy(into, r.memory[offset:])
	return nil
}

// write copies bytes into the region.
func (r *region) write(offset int, data []byte) (err error) {
	defer r.guard(&err, debug.SetPanicOnFault(true))
	copy(r.memory[offset:], data)
	return nil
}

// guard ends an access: it turns a fault in the region into an error. was is what SetPanicOnFault
// returned.
func (r *region) guard(err *error, was bool) {
	debug.SetPanicOnFault(was)
	p := recover()
	if p == nil {
		return
	}
	fault, is := p.(interface{ Addr() uintptr })
	if !is {
		panic(p)
	}
	if at := fault.Addr() - uintptr(unsafe.Pointer(&r.memory[0])); at >= uintptr(len(r.memory)) {
		panic(p)
	}
	r.faulted = true
	*err = r.lost
}
