// Package tasks operates controllers with tasks, such as whole_body and joint_space: it lists
// tasks, sets parameters, and changes the state of a behaviour while the system runs.
//
//	arm := tasks.Of(system, "arm/controller")
//	_, err := arm.Set(ctx, "reach", "gains.proportional", 150)
//	_, err = arm.Event(ctx, "grasped")
//
// GoalsOf gives goals and trajectories to a controller, waits for their results and cancels them:
//
//	goals := tasks.GoalsOf(system, "arm/controller")
//	elbow := []messages.GoalValue{{Name: "elbow", Numbers: []float64{0.8}}}
//	goal, err := goals.Send(ctx, messages.Goal{Values: elbow})
//	goal, err = goals.Wait(ctx, goal.ID, nil)
//
// Every request expires with its context: what nobody waits for is not carried out later. A
// controller that has taken an event or a state may still end its transition afterwards. A rejected
// request is a *[RejectedError].
package tasks
