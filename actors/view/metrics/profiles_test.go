package metrics

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

func TestProfilesAreThoseOfTheRuntime(t *testing.T) {
	get := func(path string) *httptest.ResponseRecorder {
		w := httptest.NewRecorder()
		Profiles().ServeHTTP(w, httptest.NewRequest("GET", path, nil))
		return w
	}
	if list := get("/debug/pprof/").Body.String(); !strings.Contains(list, "goroutine\n") || !strings.Contains(list, "profile\n") {
		t.Errorf("the list is %q", list)
	}
	if text := get("/debug/pprof/goroutine?debug=1").Body.String(); !strings.Contains(text, "TestProfilesAreThoseOfTheRuntime") {
		t.Errorf("the profile of goroutines is %.200q", text)
	}
	zipped, err := gzip.NewReader(bytes.NewReader(get("/debug/pprof/profile?seconds=0.01").Body.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.ReadAll(zipped); err != nil {
		t.Error(err)
	}
	for path, want := range map[string]int{
		"/debug/pprof/profile?seconds=1e9": http.StatusBadRequest, "/debug/pprof/profile?seconds=NaN": http.StatusBadRequest,
		"/debug/pprof/profile?seconds=-1": http.StatusBadRequest, "/debug/pprof/none": http.StatusNotFound,
	} {
		if w := get(path); w.Code != want {
			t.Errorf("%s: %d, want %d", path, w.Code, want)
		}
	}
}

func TestTheProgramServesNoProfilesByItself(t *testing.T) {
	if _, pattern := http.DefaultServeMux.Handler(httptest.NewRequest("GET", "/debug/pprof/heap", nil)); pattern != "" {
		t.Errorf("http.DefaultServeMux serves %s; a package that this one imports has put it there", pattern)
	}
}
