// Package page holds the page of the live view as files: HTML, one script and one style sheet. The
// sources are in src; `npm run build` bundles them into dist, which is embedded.
//
// The page needs no other host. It runs under the content security policy "default-src 'self'",
// and it takes everything it shows from the WebSocket at /ws beside it.
package page

import (
	"embed"
	"io/fs"
)

//go:embed dist
var dist embed.FS

// Files returns the files of the page: index.html, page.js, page.css, icon.svg, licenses.txt.
func Files() fs.FS {
	files, err := fs.Sub(dist, "dist")
	if err != nil {
		panic(err) // dist is a valid path, which is all that Sub checks
	}
	return files
}
