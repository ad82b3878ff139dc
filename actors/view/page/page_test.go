package page

import (
	"io/fs"
	"regexp"
	"testing"
)

func TestThePageHasItsFiles(t *testing.T) {
	for _, name := range []string{"index.html", "page.js", "page.css", "icon.svg", "licenses.txt"} {
		if data, err := fs.ReadFile(Files(), name); err != nil || len(data) == 0 {
			t.Errorf("%s: %d bytes, error %v; expected a file with content", name, len(data), err)
		}
	}
}

// The server sends the page with the policy "default-src 'self'", which forbids these.
func TestThePageHasNoInlineScriptOrStyle(t *testing.T) {
	html, err := fs.ReadFile(Files(), "index.html")
	if err != nil {
		t.Fatal(err)
	}
	for _, forbidden := range []string{`<script[^>]*>\s*[^<\s]`, `<style`, `\sstyle=`, `\son[a-z]+=`, `https?://`, `data:`} {
		if found := regexp.MustCompile(forbidden).Find(html); found != nil {
			t.Errorf("index.html has %q, which the policy forbids", found)
		}
	}
}
