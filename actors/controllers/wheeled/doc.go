// Package wheeled is the shared base of the controllers of wheeled robots: ports, options without
// geometry, and the tick, which turns the twist of a planar virtual joint into wheel speeds and the
// measured motion of the wheels into the state of that joint. A kind of base embeds Base and gives
// it its Law.
package wheeled
