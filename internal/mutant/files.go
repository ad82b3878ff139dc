package mutant

// fileMutants are the defects of the reader of application files.
var fileMutants = []Mutant{
	{
		Name: "window_of_milliseconds", Wrong: "the default window of restarts is 10 ms instead of 10 s",
		Part: File, Breaks: []string{"V43"}, Application: fleet,
		Patches: []Patch{{"supervision/restart.go", `Max: 3, Within: 10 * time.Second`, `Max: 3, Within: 10 * time.Millisecond`}},
	},
	{
		Name: "settle_only_shortens", Wrong: "a time to settle of a file is taken only if it is shorter than the default",
		Part: File, Breaks: []string{"V43"}, Application: fleet,
		Patches: []Patch{{"worlds/app/parse_rules.go", `j.Settle = *r.settle`, `j.Settle = min(j.Settle, *r.settle)`}},
	},
	{
		Name: "state_ages_of_one_world", Wrong: "the default age of a state that comes through another world is that of one world",
		Part: File, Breaks: []string{"V43"}, Application: fleet,
		Patches: []Patch{{"worlds/app/check_age.go", `before = l.config.Couplings[k].State.MaxAge`, `before = 0 * l.config.Couplings[k].State.MaxAge`}},
	},
}
