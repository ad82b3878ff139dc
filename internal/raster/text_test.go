package raster

import (
	"fmt"
	"image"
	"testing"
)

// written is where the ink of a text is.
func written(t *testing.T, attributes, words string) (image.Rectangle, int) {
	t.Helper()
	picture := decoded(t, fmt.Appendf(nil, `<svg width="200" height="200" fill="#000000"><text x="100" y="100" %s>%s</text></svg>`, attributes, words))
	return box(picture), picture.Bounds().Dx()*picture.Bounds().Dy() - pixels(picture, "#ffffff")
}

func TestTextsStandWhereTheirAnchorSays(t *testing.T) {
	start, _ := written(t, "", "HHHH")
	middle, _ := written(t, `text-anchor="middle"`, "HHHH")
	end, _ := written(t, `text-anchor="end"`, "HHHH")
	if start.Min.X < 150 || start.Min.X > 152 || start.Max.Y != 151 || start.Dx() < 25 || start.Dx() > 32 {
		t.Errorf("from its place on: %v", start)
	}
	if middle != start.Sub(image.Pt(16, 0)) || end != start.Sub(image.Pt(32, 0)) {
		t.Errorf("about its place %v, before it %v; expected %v moved by 16 and 32", middle, end, start)
	}
}

func TestATextFromBelowHasTheSameLettersTurned(t *testing.T) {
	level, ink := written(t, `text-anchor="middle"`, "gL")
	turned, same := written(t, `text-anchor="middle" transform="rotate(-90 100 100)"`, "gL")
	if ink != same || ink == 0 {
		t.Errorf("%d pixels have ink, turned %d", ink, same)
	}
	if turned.Dx() != level.Dy() || turned.Dy() != level.Dx() {
		t.Errorf("%v turned is %v", level, turned)
	}
	if level.Max.Y <= 150 || turned.Max.X <= 150 {
		t.Errorf("the g reaches to %v, turned to %v; expected below the line at 150", level.Max, turned.Max)
	}
}

func TestTitlesAreBoldAndAllLettersAreSeen(t *testing.T) {
	_, plain := written(t, "", "title")
	_, bold := written(t, `font-weight="500"`, "title")
	if bold <= plain {
		t.Errorf("%d pixels of ink when bold, %d when not", bold, plain)
	}
	for _, letter := range "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789()/|_-.,:;+*=#µ²°−…×" {
		if box(rendered(t, `<text x="10" y="12">`+string(letter)+`</text>`)).Empty() {
			t.Errorf("%q leaves no ink", letter)
		}
	}
	if box(rendered(t, `<text x="10" y="12">`+"\u4e16</text>")).Empty() {
		t.Error("a letter that the font has not leaves no mark")
	}
}
