// Package plotting draws recordings as SVG or PNG: values of joints, the error of a body against
// its reference, errors of tasks, ages of inputs, modes as lanes over time, and any other numbers.
//
// [Joints], [Tracking], [Tasks], [Ages], [Modes] and [Values] read a recording and return a
// [Figure] of plain numbers; [Figure.SVG] and [Figure.PNG] draw it with gonum.org/v1/plot. The same
// recording gives the same bytes. Angles are in degrees and lengths in mm, except in the figures of
// Values, which have the recorded units. The colours are those of Okabe and Ito,
// which people with any colour vision can tell apart. Values that are not finite are gaps, and the
// legend counts them. Long series are thinned such that every extreme stays.
package plotting
