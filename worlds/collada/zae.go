package collada

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"path"
	"strings"

	"github.com/robo-actors/robo-actors/worlds/internal/strictxml"
	"github.com/robo-actors/robo-actors/worlds/source"
)

// mostEntries is the number of files that an archive may have.
const mostEntries = 1024

// Extract returns the document of a .zae archive, and its name within the archive: the one that
// manifest.xml names as dae_root, or the only .dae file. Nothing is unpacked beyond [MaxBytes],
// whatever sizes the archive declares.
func Extract(data []byte) (name string, document []byte, err error) {
	if len(data) > MaxBytes {
		return "", nil, fmt.Errorf("the archive has %d bytes, at most %d are read", len(data), MaxBytes)
	}
	archive, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return "", nil, fmt.Errorf("this is not a zip archive: %w", err)
	}
	if len(archive.File) > mostEntries {
		return "", nil, fmt.Errorf("the archive has %d files, at most %d are accepted", len(archive.File), mostEntries)
	}
	name, err = mainDocument(archive)
	if err != nil {
		return "", nil, err
	}
	document, err = unpack(archive, name, MaxBytes)
	return name, document, err
}

// mainDocument returns the name of the document of an archive.
func mainDocument(archive *zip.Reader) (string, error) {
	const manifest = "manifest.xml"
	documents := 0
	only := ""
	for _, f := range archive.File {
		switch {
		case f.Name == manifest:
			text, err := unpack(archive, manifest, 1<<16)
			if err != nil {
				return "", err
			}
			var list source.Diagnostics
			root := strictxml.Parse(source.NewText(manifest, text), strictxml.Limits{Bytes: 1 << 16, Elements: 100, Attributes: 100, Depth: 8}, &list)
			if root == nil {
				return "", list.Err()
			}
			if root.Name == "dae_root" && root.Text().Text != "" {
				return path.Clean(root.Text().Text), nil
			}
		case strings.EqualFold(path.Ext(f.Name), ".dae"):
			documents++
			only = f.Name
		}
	}
	if documents != 1 {
		return "", fmt.Errorf("the archive has %d .dae files and no manifest.xml that names one; expected one", documents)
	}
	return only, nil
}

// unpack returns the content of a file of an archive.
func unpack(archive *zip.Reader, name string, most int64) ([]byte, error) {
	for _, f := range archive.File {
		if path.Clean(f.Name) != name || !f.Mode().IsRegular() {
			continue
		}
		opened, err := f.Open()
		if err != nil {
			return nil, fmt.Errorf("%s cannot be unpacked: %w", source.Quote(name), err)
		}
		defer opened.Close()
		data, err := io.ReadAll(io.LimitReader(opened, most+1))
		if err != nil {
			return nil, fmt.Errorf("%s cannot be unpacked: %w", source.Quote(name), err)
		}
		if int64(len(data)) > most {
			return nil, fmt.Errorf("%s has more than %d bytes", source.Quote(name), most)
		}
		return data, nil
	}
	return nil, errors.New("the archive has no file " + source.Quote(name))
}
