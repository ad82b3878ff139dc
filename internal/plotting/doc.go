// Package plotting draws recordings: positions, velocities and efforts of joints, the error with which a body tracks its
// reference, errors of tasks, the ages of inputs, and modes as lanes over time. Each function returns the bytes of an SVG
// picture; the same recording gives the same bytes.
//
// The drawing itself ([DrawPanels], [DrawLanes]) takes plain series. Colours are those of Okabe and Ito, which people
// with any colour vision tell apart, and dashes tell lines apart beyond seven of them. Every axis has its unit. Values
// that are not finite are gaps, and the legend counts them. Long series are thinned so that every extreme stays.
//
// The drawing is our own, in a few hundred lines, since the diagrams are of two kinds only and a library for all kinds is
// dear: gonum.org/v1/plot brought 76 packages of fonts, images, PDF, EPS and LaTeX into the robo-actors command, a tenth
// of the work of building it from nothing. SVG needs none of them: who shows the picture has the fonts, it is sharp at
// every size, and its texts can be searched and read aloud. Package raster makes a PNG of it.
package plotting
