// Package spheres checks robots for collisions by spheres that cover their links.
//
// It is a fast and conservative filter: where the spheres cover the links and are free, the links
// are free. The reverse does not hold; package geometry has the exact shapes. Obstacles are boxes,
// cylinders and balls; other shapes enter as boxes or balls that enclose them.
//
// A space of package environment uses it so, and asks the exact shapes where it leaves a contact
// open.
//
// A [Model] is the robot, a [Scene] adds the obstacles, and a [Checker] is a space for planners
// that belongs to one worker. Models and scenes never change and can be shared. Checkers do not
// allocate.
//
// SI units: m, rad. Poses of obstacles and of links without a parent are in the frame of the world.
package spheres
