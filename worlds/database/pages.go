package database

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"io/fs"
	"os"
)

// The layout of a bbolt file, little-endian as on every machine that this module supports:
//
//	page    id uint64, flags uint16, count uint16, overflow uint32, then its elements
//	meta    magic uint32, version uint32, page size uint32, flags uint32, root of buckets (page
//	        uint64, sequence uint64), free list uint64, pages uint64, transaction uint64, checksum
//	        (FNV-1a) uint64; in the first two pages
//	branch  elements of position uint32, key size uint32, page uint64
//	leaf    elements of flags uint32, position uint32, key size uint32, value size uint32
//
// bbolt trusts these numbers once a file is mapped into memory, so a damaged page ends the process.
// They are checked beforehand, by reading.
const (
	pageHeader    = 16
	metaSize      = 64
	branchElement = 16
	leafElement   = 16
	branchFlag    = 0x01
	leafFlag      = 0x02
	metaFlag      = 0x04
	freeFlag      = 0x10
	bucketFlag    = 0x01
	boltMagic     = 0xED0CDAED
	boltVersion   = 2
	noFreelist    = ^uint64(0)
	mostDepth     = 64
	mostPages     = 1 << 24
)

var order = binary.LittleEndian

// pages is a file while it is checked.
type pages struct {
	file  io.ReaderAt
	size  int64  // bytes of a page
	count uint64 // pages in use or free
	seen  map[uint64]bool
}

// checkFile refuses a file that bbolt must not open. A file that does not exist or is empty passes
// where it can be created.
func checkFile(path string, readOnly bool) error {
	refuse := func(p Problem, detail string, err error) error {
		return &FileError{Path: path, Problem: p, Detail: detail, Err: err}
	}
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist) && !readOnly:
		return nil
	case err != nil:
		return refuse(Unreadable, "", err)
	case !info.Mode().IsRegular():
		return refuse(Unreadable, "it is no regular file", nil)
	case info.Size() == 0 && !readOnly:
		return nil
	}
	file, err := os.Open(path)
	if err != nil {
		return refuse(Unreadable, "", err)
	}
	defer file.Close()
	m, ok := newestMeta(file, info.Size())
	if !ok {
		return refuse(Foreign, "it is no bbolt file, or both of its first pages are damaged", nil)
	}
	p := &pages{file: file, size: int64(m.pageSize), count: m.pages, seen: map[uint64]bool{}}
	if m.pages > mostPages || int64(m.pages)*p.size > info.Size() {
		return refuse(Damaged, fmt.Sprintf("it has %d bytes, and its pages need %d", info.Size(), int64(m.pages)*p.size), nil)
	}
	if err := p.check(m); err != nil {
		return refuse(Damaged, err.Error(), nil)
	}
	return nil
}

// meta is the content of one of the first two pages.
type meta struct {
	pageSize                           uint32
	root, freelist, pages, transaction uint64
}

// newestMeta returns the valid meta page of the newest transaction.
func newestMeta(file io.ReaderAt, size int64) (newest meta, ok bool) {
	if m, valid := readMeta(file, 0); valid {
		newest, ok = m, true
	}
	// The second page is known by its place, which depends on the size of pages.
	for pageSize := int64(1 << 10); pageSize <= 1<<16 && pageSize < size; pageSize *= 2 {
		if m, valid := readMeta(file, pageSize); valid && int64(m.pageSize) == pageSize && (!ok || m.transaction > newest.transaction) {
			newest, ok = m, true
		}
	}
	return newest, ok
}

func readMeta(file io.ReaderAt, at int64) (m meta, ok bool) {
	var b [pageHeader + metaSize]byte
	if _, err := file.ReadAt(b[:], at); err != nil {
		return m, false
	}
	v := b[pageHeader:]
	sum := fnv.New64a()
	sum.Write(v[:metaSize-8])
	m = meta{order.Uint32(v[8:]), order.Uint64(v[16:]), order.Uint64(v[32:]), order.Uint64(v[40:]), order.Uint64(v[48:])}
	ok = order.Uint16(b[8:])&metaFlag != 0 && order.Uint32(v) == boltMagic && order.Uint32(v[4:]) == boltVersion &&
		sum.Sum64() == order.Uint64(v[metaSize-8:]) && m.pageSize >= 1<<10 && m.pageSize <= 1<<16 && m.pageSize&(m.pageSize-1) == 0
	return m, ok
}

// check walks over all pages that are in use.
func (p *pages) check(m meta) error {
	if err := p.tree(m.root, 0); err != nil {
		return err
	}
	if m.freelist == noFreelist {
		return nil
	}
	return p.free(m.freelist)
}

// read returns a page with its overflow, and marks it as in use.
func (p *pages) read(id uint64) ([]byte, error) {
	var head [pageHeader]byte
	if id < 2 || id >= p.count {
		return nil, fmt.Errorf("page %d is outside the file of %d pages", id, p.count)
	}
	if _, err := p.file.ReadAt(head[:], int64(id)*p.size); err != nil {
		return nil, fmt.Errorf("page %d: %w", id, err)
	}
	own, overflow := order.Uint64(head[:]), uint64(order.Uint32(head[12:]))
	if own != id {
		return nil, fmt.Errorf("page %d calls itself %d", id, own)
	}
	if overflow >= p.count-id {
		return nil, fmt.Errorf("page %d goes on for %d pages, beyond the end of the file", id, overflow)
	}
	for i := id; i <= id+overflow; i++ {
		if p.seen[i] {
			return nil, fmt.Errorf("page %d is in use twice", i)
		}
		p.seen[i] = true
	}
	b := make([]byte, p.size*int64(1+overflow))
	if _, err := p.file.ReadAt(b, int64(id)*p.size); err != nil {
		return nil, fmt.Errorf("page %d: %w", id, err)
	}
	return b, nil
}

// tree checks a page of a tree and those below it.
func (p *pages) tree(id uint64, depth int) error {
	if depth > mostDepth {
		return fmt.Errorf("page %d is more than %d deep", id, mostDepth)
	}
	b, err := p.read(id)
	if err != nil {
		return err
	}
	return p.elements(b, fmt.Sprintf("page %d", id), depth)
}

// elements checks what a branch or leaf holds.
func (p *pages) elements(b []byte, name string, depth int) error {
	flags, count := order.Uint16(b[8:]), int(order.Uint16(b[10:]))
	if flags != branchFlag && flags != leafFlag {
		return fmt.Errorf("%s is neither branch nor leaf: flags %#x", name, flags)
	}
	if pageHeader+count*leafElement > len(b) || flags == branchFlag && count == 0 {
		return fmt.Errorf("%s has %d elements", name, count)
	}
	for i := range count {
		at := pageHeader + i*leafElement
		e := b[at:]
		position, key, value := uint64(order.Uint32(e)), uint64(order.Uint32(e[4:])), uint64(0)
		if flags == leafFlag {
			position, key, value = uint64(order.Uint32(e[4:])), uint64(order.Uint32(e[8:])), uint64(order.Uint32(e[12:]))
		}
		start := uint64(at) + position
		if start < uint64(pageHeader+count*leafElement) || start+key+value > uint64(len(b)) {
			return fmt.Errorf("element %d of %s is outside its page", i, name)
		}
		var err error
		switch {
		case flags == branchFlag:
			err = p.tree(order.Uint64(e[8:]), depth+1)
		case order.Uint32(e) == bucketFlag:
			err = p.bucket(b[start+key:start+key+value], fmt.Sprintf("bucket %d of %s", i, name), depth)
		case order.Uint32(e) != 0:
			err = fmt.Errorf("element %d of %s has unknown flags %#x", i, name, order.Uint32(e))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// bucket checks a bucket: a root page, or a small page of its own within the value.
func (p *pages) bucket(value []byte, name string, depth int) error {
	const size = 16 // root page and sequence
	if len(value) < size {
		return fmt.Errorf("%s has %d bytes", name, len(value))
	}
	if root := order.Uint64(value); root != 0 {
		return p.tree(root, depth+1)
	}
	if len(value) < size+pageHeader || depth >= mostDepth {
		return fmt.Errorf("%s has no page", name)
	}
	return p.elements(value[size:], name, depth+1)
}

// free checks the list of free pages.
func (p *pages) free(id uint64) error {
	b, err := p.read(id)
	if err != nil {
		return err
	}
	if flags := order.Uint16(b[8:]); flags != freeFlag {
		return fmt.Errorf("page %d is no list of free pages: flags %#x", id, flags)
	}
	count, ids := uint64(order.Uint16(b[10:])), b[pageHeader:]
	if count == 0xFFFF { // the count is too large for its place
		count, ids = order.Uint64(ids), ids[8:]
	}
	if count > uint64(len(ids))/8 {
		return fmt.Errorf("page %d lists %d free pages, more than it has room for", id, count)
	}
	for i := range count {
		free := order.Uint64(ids[8*i:])
		if free < 2 || free >= p.count || p.seen[free] {
			return fmt.Errorf("free page %d is in use, listed twice or outside the file", free)
		}
		p.seen[free] = true
	}
	return nil
}
