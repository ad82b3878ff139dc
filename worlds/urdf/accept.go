package urdf

// accepted are the options under which a reader accepts what is an error otherwise, by the words
// that files and commands have for them.
var accepted = []struct {
	word   string
	option func(*Options) *bool
}{
	{"boundless_revolute", func(o *Options) *bool { return &o.BoundlessRevoluteIsContinuous }},
	{"any_mesh_uri", func(o *Options) *bool { return &o.AnyMeshURI }},
	{"indefinite_inertia", func(o *Options) *bool { return &o.IndefiniteInertia }},
}

// AcceptWords returns the words that [Options.Accept] knows.
func AcceptWords() []string {
	words := make([]string, len(accepted))
	for i := range accepted {
		words[i] = accepted[i].word
	}
	return words
}

// Accept sets the option of a word: boundless_revolute sets BoundlessRevoluteIsContinuous,
// any_mesh_uri sets AnyMeshURI, and indefinite_inertia sets IndefiniteInertia. It returns false for
// any other word.
func (o *Options) Accept(word string) bool {
	for i := range accepted {
		if accepted[i].word == word {
			*accepted[i].option(o) = true
			return true
		}
	}
	return false
}

// acceptHint says how an application file, a command and a program set an option.
func acceptHint(word, option string) string {
	return "accept: [" + word + "] beside the path of the model in an application file, --accept " + word + " for check, the option " + option + " in Go"
}
