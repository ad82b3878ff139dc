package app

// view reads the section view.
func (l *loader) view(top fields) {
	section, found := top.get("view")
	if !found {
		return
	}
	v := &l.config.View
	v.Enabled, v.At = true, section.at()
	f := section.fields(keyNames(viewKeys)...)
	if enabled, found := f.get("enabled"); found {
		v.Enabled, _ = enabled.boolean()
	}
	if control, found := f.get("control"); found {
		v.Control, _ = control.boolean()
	}
	for _, text := range []struct {
		key, expected string
		to            *string
	}{
		{"address", "HOST:PORT, a port, or unix:PATH", &v.Address},
		{"certificate", "the path of a PEM file", &v.Certificate},
		{"key", "the path of a PEM file", &v.Key},
	} {
		if c, found := f.get(text.key); found {
			*text.to, _ = c.str(text.expected)
		}
	}
	for _, list := range []struct {
		key, expected string
		to            *[]string
	}{
		{"hosts", "a list of host names", &v.Hosts},
		{"origins", "a list of origins, as https://app.foxglove.dev", &v.Origins},
	} {
		if c, found := f.get(list.key); found {
			*list.to, _ = c.strs(list.expected)
		}
	}
	if (v.Certificate == "") != (v.Key == "") {
		section.refuse("there is one of certificate and key", "both or none of them", "")
	}
}
