package mutant

// pickPlace is the application whose arm moves along planned motions.
const pickPlace = "../pick_place/app.yaml"

// elasticPlan is the one whose arm moves along an elastic plan.
const elasticPlan = "../pick_place/elastic.yaml"

// plannerMutants are the defects of an actor that moves an arm along planned motions.
var plannerMutants = []Mutant{
	{
		Name: "motion_unchecked", Wrong: "the motion of a planner is executed whatever its check finds",
		Part: Planner, Breaks: []string{"V35", "V33", "V36"}, Application: pickPlace,
		Patches: []Patch{{"actors/planners/pickplace/arm.go", `case m.Name == "verify" && why != "":`, `case m.Name == "verify" && why == "never":`}},
	},
	{
		Name: "motion_unwatched", Wrong: "what comes into the way of a motion does not stop it",
		Part: Planner, Breaks: []string{"V33"}, Application: pickPlace,
		Patches: []Patch{{"actors/planners/pickplace/arm.go", `case why != "" && a.state == executing && !a.motion.fingers:`, `case why == "never":`}},
	},
	{
		Name: "waits_untold", Wrong: "an actor that waits for another attempt says that its arm moves",
		Part: Planner, Breaks: []string{"V34"}, Application: pickPlace,
		Patches: []Patch{{"actors/planners/pickplace/actor.go", `Stopping, Waiting, Finished}[a.state]`, `Stopping, Moving, Finished}[a.state]`}},
	},
	{
		Name: "plan_unbent", Wrong: "an elastic plan does not give way to the bodies that it keeps away from",
		Part: Planner, Breaks: []string{"V33"}, Application: elasticPlan,
		Patches: []Patch{{"actors/planners/elasticplan/course.go", `fields, err = append(fields, one), errors.Join(err, wrong)`, `_, err = one, errors.Join(err, wrong)`}},
	},
}
