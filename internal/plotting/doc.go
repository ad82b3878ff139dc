// Package plotting draws recordings: positions, velocities and efforts of joints, the error with which a body tracks its
// reference, the ages of inputs, and modes as lanes over time. Each function returns the bytes of a PNG or SVG picture;
// the same recording gives the same bytes.
//
// The drawing itself ([DrawPanels], [DrawLanes]) takes plain series. Colours are those of Okabe and Ito, which people
// with any colour vision tell apart, and dashes tell lines apart beyond seven of them. Every axis has its unit. Values
// that are not finite are gaps, and the legend counts them. Long series are thinned so that every extreme stays.
package plotting
