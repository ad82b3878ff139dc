package raster

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io"
	"strconv"
)

// Scale is how many pixels a px of CSS has: at 144 dots an inch the letters, of 8 by 16 pixels, are as large as the texts of
// the original.
const Scale = 1.5

// mostPixels bounds the memory of a picture to 256 MiB.
const mostPixels = 1 << 26

// ErrPicture is a picture that is not as those of package plotting are, or too large.
var ErrPicture = errors.New("picture")

// PNG renders an SVG picture of package plotting.
func PNG(svg []byte) ([]byte, error) {
	in := xml.NewDecoder(bytes.NewReader(svg))
	var p painter
	for {
		token, err := in.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, fmt.Errorf("%w: %w", ErrPicture, err)
		}
		switch t := token.(type) {
		case xml.StartElement:
			err = p.begin(in, t)
		case xml.EndElement:
			p.styles = p.styles[:len(p.styles)-1]
		}
		if err != nil {
			return nil, fmt.Errorf("%w: <%s>: %w", ErrPicture, token.(xml.StartElement).Name.Local, err)
		}
	}
	if p.image == nil {
		return nil, fmt.Errorf("%w: it has no <svg>", ErrPicture)
	}
	var out bytes.Buffer
	err := png.Encode(&out, p.image)
	return out.Bytes(), err
}

// painter draws one element after the other.
type painter struct {
	image  *image.RGBA
	styles []style // of the elements that are open, the innermost last
}

// begin draws an element, or enters a group.
func (p *painter) begin(in *xml.Decoder, e xml.StartElement) error {
	s := style{fill: color.RGBA{A: 255}, filled: true}
	if len(p.styles) > 0 {
		s = p.styles[len(p.styles)-1]
	}
	a, err := s.read(e.Attr)
	if err != nil {
		return err
	}
	p.styles = append(p.styles, s)
	if e.Name.Local != "svg" && p.image == nil {
		return errors.New("expected <svg> first")
	}
	switch e.Name.Local {
	case "g", "title", "desc":
		return nil
	case "svg":
		return p.paper(a)
	case "rect":
		p.rectangle(a, s)
	case "line":
		p.line(a, s)
	case "circle":
		p.dot(a, s)
	case "path":
		return p.path(a.d, s)
	case "text":
		words, err := content(in)
		if err != nil {
			return err
		}
		p.styles = p.styles[:len(p.styles)-1]
		p.text(a, s, words)
	default:
		return errors.New("expected an element of package plotting")
	}
	return nil
}

// content reads the text of an element, to its end.
func content(in *xml.Decoder) (text string, err error) {
	for {
		token, err := in.Token()
		if err != nil {
			return "", err
		}
		switch t := token.(type) {
		case xml.CharData:
			text += string(t)
		case xml.EndElement:
			return text, nil
		case xml.StartElement:
			return "", fmt.Errorf("expected nothing but text, got <%s>", t.Name.Local)
		}
	}
}

// paper makes the image, white.
func (p *painter) paper(a attributes) error {
	w, h := a.width*Scale, a.height*Scale
	if !(w >= 1 && h >= 1 && w*h <= mostPixels) {
		return fmt.Errorf("it has %g x %g px; expected a picture of at most %d pixels, %g a px: write it as SVG, which has no such bound", a.width, a.height, mostPixels, Scale)
	}
	p.image = image.NewRGBA(image.Rect(0, 0, int(w+0.5), int(h+0.5)))
	draw.Draw(p.image, p.image.Bounds(), image.White, image.Point{}, draw.Src)
	return nil
}

// parseColor reads #rrggbb.
func parseColor(text string) (c color.RGBA, err error) {
	n, err := strconv.ParseUint(text[min(1, len(text)):], 16, 32)
	if err != nil || len(text) != 7 || text[0] != '#' {
		return c, fmt.Errorf("colour %q; expected #rrggbb", text)
	}
	return color.RGBA{uint8(n >> 16), uint8(n >> 8), uint8(n), 255}, nil
}
