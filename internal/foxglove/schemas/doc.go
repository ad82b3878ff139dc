// Package schemas holds Go types of those Foxglove schemas that viewers of robots understand:
// frames, joint states, logs and scenes. The sources are ours; names, field numbers and types are
// those of Foxglove's package of the same name, so that Foxglove and Lichtblick show the messages
// in their panels without configuration. See https://docs.foxglove.dev/docs/sdk/schemas.
package schemas
