package mutant

// strategies is the application whose supervisors use one_for_all and degrade.
const strategies = "app_strategies.yaml"

// supervisionMutants are the defects of supervisors, their restart policies and their strategies.
var supervisionMutants = []Mutant{
	{
		Name: "restarts_miscounted", Wrong: "a supervisor allows one restart more than its policy",
		Part: Supervision, Breaks: []string{"V11"},
		Patches: []Patch{{supervisor, `if failures > s.Max {`, `if failures > s.Max+1 {`}},
	},
	{
		Name: "window_halved", Wrong: "failures expire after half of the declared window",
		Part: Supervision, Breaks: []string{"V11"},
		Patches: []Patch{{supervisor, `if f.Time.Sub(o.at) >= s.Within {`, `if f.Time.Sub(o.at) >= s.Within/2 {`}},
	},
	{
		Name: "policy_panics", Wrong: "the policy of a supervisor panics at its first failure",
		Part: Supervision, Breaks: []string{"V31"},
		Patches: []Patch{{supervisor, `make([]occurrence, 0, len(h.counted)+1)`, `make([]occurrence, 0, len(h.counted)-1)`}},
	},
	{
		Name: "backoff_skipped", Wrong: "failed actors restart without a back-off",
		Part: Supervision, Breaks: []string{"V11"},
		Patches: []Patch{{"supervision/restart.go", `if r.BackoffMin <= 0 {`, `if true {`}},
	},
	{
		Name: "backoff_never_grows", Wrong: "the back-off does not grow with repeated failures",
		Part: Supervision, Breaks: []string{"V11"},
		Patches: []Patch{{supervisor, `h, failures, length := s.count(h, f)`, "h, failures, length := s.count(h, f)\n\tlength = 1"}},
	},
	{
		Name: "never_counted", Wrong: "a supervisor counts each failure as the first one",
		Part: Supervision, Breaks: []string{"V11"},
		Patches: []Patch{{supervisor, `h, failures, length := s.count(h, f)`, "h, failures, length := s.count(h, f)\n\tfailures = 1"}},
	},
	{
		Name: "escalation_lost", Wrong: "a failure beyond the restart limit does not reach the parent supervisor",
		Part: Supervision, Breaks: []string{"V11", "V19"},
		Patches: []Patch{{"actors/group.go", `func (g *group) escalate(f *Failure) {`, "func (g *group) escalate(f *Failure) {\n\tif f != nil {\n\t\treturn\n\t}"}},
	},
	{
		Name: "one_for_one_takes_all", Wrong: "one_for_one restarts the siblings too",
		Part: StrategyPart, Breaks: []string{"V11"},
		Patches: []Patch{{supervisor, `affected := i == at ||`, `affected := i == at || s.Strategy == OneForOne ||`}},
	},
	{
		Name: "one_for_all_takes_one", Wrong: "one_for_all restarts only the actor that failed",
		Part: StrategyPart, Breaks: []string{"V11"}, Application: strategies,
		Patches: []Patch{{supervisor, `affected := i == at || s.Strategy == OneForAll ||`, `affected := i == at ||`}},
	},
	{
		Name: "rest_for_one_takes_before", Wrong: "rest_for_one restarts the actors started earlier instead of those started later",
		Part: StrategyPart, Breaks: []string{"V11"},
		Patches: []Patch{{supervisor, `s.Strategy == RestForOne && i > at`, `s.Strategy == RestForOne && i < at`}},
	},
	{
		Name: "degrade_restarts", Wrong: "degrade restarts the actor that failed",
		Part: StrategyPart, Breaks: []string{"L2", "V11"}, Application: strategies,
		Patches: []Patch{{supervisor, `case s.Strategy == Degrade:`, `case false:`}},
	},
	{
		Name: "siblings_run_on", Wrong: "healthy actors that restart with a failed one run on during the back-off",
		Part: StrategyPart, Breaks: []string{"V37"},
		Patches: []Patch{{"actors/group.go", `if c.current() == before[i] {`, `if c.current() == before[i] && len(all) == 1 {`}},
	},
}

const supervisor = "supervision/supervisor.go"
