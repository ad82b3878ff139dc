// Package raster turns the pictures of package plotting into PNG files (W3C, Portable Network Graphics). It reads as much of
// SVG as they are made of: rectangles, lines, circles, paths of straight strokes, texts and groups. Other elements it refuses,
// so that no picture is quietly less than its original.
package raster
