package view

import (
	"fmt"
	"slices"

	"github.com/robo-actors/robo-actors/actors/view/draw"
	"github.com/robo-actors/robo-actors/internal/foxglove"
)

// meetParts draws the application anew after parts of it were opened or closed. If it cannot be
// drawn, the view stays as it is.
func (l *Live) meetParts() {
	config := l.subject.Config()
	if config == l.config {
		return
	}
	l.config = config
	drawing, err := draw.New(config, draw.NewMeshes(l.folder))
	if err != nil {
		l.fox.Status(foxglove.Warning, fmt.Sprintf("the parts are not drawn: %v", err), "parts")
		return
	}
	drawing.Replaces()
	l.use(drawing)
	for _, o := range l.outputs {
		if l.connect(o); o.has {
			l.draws(o)
		}
	}
	l.mu.Lock()
	l.modes = l.modes.with(config)
	l.mu.Unlock()
	l.named = false
}

// use makes a drawing the present one. Topics that the last one had too keep their channels.
func (l *Live) use(drawing *draw.Drawing) {
	before := l.derived
	l.drawing, l.derived = drawing, nil
	l.assets.Store(drawing)
	for _, t := range drawing.Topics() {
		d := &derived{Topic: t, changed: t.Constant}
		if i := slices.IndexFunc(before, func(b *derived) bool { return b.Name == t.Name }); i >= 0 {
			d.id = before[i].id
			before = slices.Delete(before, i, i+1)
		} else {
			c := foxglove.Protobuf(t.Name, t.Prototype.ProtoReflect().Descriptor())
			c.Latched = t.Constant
			d.id = l.fox.Advertise(c)
		}
		l.derived = append(l.derived, d)
	}
	for _, gone := range before {
		l.fox.Unadvertise(gone.id)
	}
}

// connect finds out what of the drawing an output changes.
func (l *Live) connect(o *published) {
	o.source, o.feeds = -1, nil
	if id, topics, reads := l.drawing.Source(o.topic, o.output.value); reads {
		o.source, o.feeds = id, topics
		if o.decoded == nil {
			o.decoded = o.codec.New()
		}
	}
}
