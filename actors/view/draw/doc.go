// Package draw turns what the outputs of an application send into the messages that viewers of
// robots understand: Foxglove's frames, scenes, joint states and log lines.
//
//	topic                      message          content
//	/tf                        FrameTransforms  pose of every link of every robot in the frame world
//	/scene/robots              SceneUpdate      shapes of every link; changes with the application only
//	/scene/targets             SceneUpdate      axes at the references of bodies
//	/scene/contacts            SceneUpdate      an arrow for each contact force
//	/WORLD/joint_states        JointStates      state of each joint of a world
//	/WORLD/joint_commands      JointStates      commands of the controllers of a world
//	/log                       Log              a sentence for each event
//
// A robot is a world, drawn as its perception estimates it, or a plant, drawn as it truly is. The
// frame of a link is ROBOT/LINK. ROBOT is the name of the world, or the name of the plant with the
// prefix true/. Frames follow REP 103; quaternions of the messages are x, y, z, w as Foxglove has
// them.
//
// A [Drawing] keeps the newest values and makes messages on demand. It reads no clock, starts no
// goroutine, and is for one goroutine. The same values give the same messages.
package draw
