// Package wheeled is what the controllers of mobile bases have in common, whatever their wheels:
// the ports, the options that are not about geometry, and the tick that turns the wanted twist of a
// planar virtual joint into wheel speeds, and what the wheels did into that joint's state. A kind
// of base embeds Base, and gives it its Law.
package wheeled
