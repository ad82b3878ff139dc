package app

import (
	"fmt"
	"strings"
	"time"
)

// graph is the picture of an application: a cluster for each world and one for the plant, and what
// flows between them.
type graph struct {
	name     string
	clusters []cluster
	edges    []edge
}

type cluster struct {
	id, label string
	nodes     []node
}

type node struct {
	id    string
	lines []string
	round bool // an actor that every world has, rather than one of the file
}

type edge struct {
	from, to, label string
	between         bool // of two worlds
}

// Mermaid returns the picture of an application as a Mermaid flow chart: worlds with their actors
// and drives, and the couplings between them. The same application gives the same text.
func (c *Config) Mermaid() string {
	g := c.graph()
	var b strings.Builder
	b.WriteString("flowchart LR\n")
	for _, cl := range g.clusters {
		fmt.Fprintf(&b, "  subgraph %s[%s]\n", cl.id, mermaidText(cl.label))
		for _, n := range cl.nodes {
			opening, closing := "[", "]"
			if n.round {
				opening, closing = "([", "])"
			}
			fmt.Fprintf(&b, "    %s%s%s%s\n", n.id, opening, mermaidText(strings.Join(n.lines, "<br>")), closing)
		}
		b.WriteString("  end\n")
	}
	for _, e := range g.edges {
		arrow := "-->"
		if e.between {
			arrow = "==>"
		}
		if e.label != "" {
			arrow += "|" + mermaidText(e.label) + "|"
		}
		fmt.Fprintf(&b, "  %s %s %s\n", e.from, arrow, e.to)
	}
	return b.String()
}

// mermaidText quotes a text for Mermaid, whose escapes are entities.
func mermaidText(s string) string {
	return `"` + strings.NewReplacer(`"`, "#quot;", "#", "#35;").Replace(s) + `"`
}

// DOT returns the same picture for Graphviz.
func (c *Config) DOT() string {
	g := c.graph()
	var b strings.Builder
	fmt.Fprintf(&b, "digraph %s {\n  rankdir=LR;\n  node [shape=box];\n", dotText(g.name))
	for _, cl := range g.clusters {
		fmt.Fprintf(&b, "  subgraph cluster_%s {\n    label=%s;\n", cl.id, dotText(cl.label))
		for _, n := range cl.nodes {
			style := ""
			if n.round {
				style = ", style=rounded"
			}
			fmt.Fprintf(&b, "    %s [label=%s%s];\n", n.id, dotText(strings.Join(n.lines, "\n")), style)
		}
		b.WriteString("  }\n")
	}
	for _, e := range g.edges {
		style := ""
		if e.between {
			style = ", style=bold"
		}
		fmt.Fprintf(&b, "  %s -> %s [label=%s%s];\n", e.from, e.to, dotText(e.label), style)
	}
	b.WriteString("}\n")
	return b.String()
}

// dotText quotes a text for Graphviz.
func dotText(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`).Replace(s) + `"`
}

// graph draws an application.
func (c *Config) graph() graph {
	g := graph{name: c.Name}
	for i := range c.Worlds {
		g.world(&c.Worlds[i], i)
	}
	for _, p := range c.Plants {
		g.clusters = append(g.clusters, cluster{id: p.clusterID(), label: "plant, " + rateOf(p.Period),
			nodes: []node{{id: plantID(p.Path), lines: []string{p.Name, p.Kind.Name, counted(p.Model.NumJoints(), "joint")}}}})
	}
	for i := range c.Couplings {
		g.coupling(c, &c.Couplings[i])
	}
	return g
}

// clusterID is the id of the cluster of a plant.
func (p *Plant) clusterID() string {
	if p.single {
		return "plant"
	}
	return "plant_of_" + p.Name
}

// plantID is the id of the plant with that path.
func plantID(path string) string { return strings.ReplaceAll(path, "/", "_") }

// Ids of what every world has.
func perceptionID(w int) string { return fmt.Sprintf("w%d_perception", w) }
func gateID(w int) string       { return fmt.Sprintf("w%d_gate", w) }
func actorID(w, p int) string   { return fmt.Sprintf("w%d_p%d", w, p) }
func driveID(w, d int) string   { return fmt.Sprintf("w%d_d%d", w, d) }

// world draws one world: drives, perception, actors, gate, drives.
func (g *graph) world(w *World, i int) {
	cl := cluster{id: fmt.Sprintf("w%d", i), label: w.Name + ", " + rateOf(w.Period)}
	cl.nodes = append(cl.nodes, node{id: perceptionID(i), lines: []string{"perception"}, round: true})
	for p := range w.Actors {
		proc := &w.Actors[p]
		cl.nodes = append(cl.nodes, node{id: actorID(i, p), lines: []string{proc.Name, proc.Kind.Name, rateOf(proc.Period)}})
	}
	cl.nodes = append(cl.nodes, node{id: gateID(i), lines: []string{"gate"}, round: true})
	for d := range w.Drives {
		drive := &w.Drives[d]
		cl.nodes = append(cl.nodes, node{id: driveID(i, d), lines: []string{drive.Name, drive.Kind.Name + ", " + counted(len(drive.Joints), "joint"), rateOf(drive.Period)}})
	}
	g.clusters = append(g.clusters, cl)
	for d := range w.Drives {
		g.edge(driveID(i, d), perceptionID(i), "states")
	}
	for p := range w.Actors {
		g.actor(w, i, p)
	}
	for j := range w.Joints {
		name, _, _ := strings.Cut(strings.TrimPrefix(w.Joints[j].State.From, w.Name+"/"), ".")
		for p := range w.Actors {
			if w.Actors[p].Name == name {
				g.edge(actorID(i, p), perceptionID(i), w.Joints[j].Name+" state")
			}
		}
	}
	for d := range w.Drives {
		g.edge(gateID(i), driveID(i, d), "commands, at most "+w.Drives[d].MaxAge.String()+" old")
	}
}

// actor draws what flows into an actor, and its commands.
func (g *graph) actor(w *World, i, p int) {
	proc := &w.Actors[p]
	linked := map[string]bool{}
	for _, in := range proc.Inputs {
		if in.From == "" {
			continue
		}
		linked[in.Port] = true
		name, port, _ := strings.Cut(strings.TrimPrefix(in.From, w.Name+"/"), ".")
		label := port
		if in.MaxAge > 0 {
			label += ", at most " + in.MaxAge.String() + " old"
		}
		if isSensor(in.From) {
			plant, _, _ := strings.Cut(in.From, ".")
			g.edges = append(g.edges, edge{from: plantID(plant), to: actorID(i, p), label: label, between: true})
		}
		for q := range w.Actors {
			if w.Actors[q].Name == name {
				g.edge(actorID(i, q), actorID(i, p), label)
			}
		}
		for d := range w.Drives {
			if w.Drives[d].Name == name {
				g.edge(driveID(i, d), actorID(i, p), label)
			}
		}
	}
	for _, port := range proc.Kind.Ports {
		switch carries := carriedType(port.Type); {
		case !port.Input || linked[port.Name]:
		case carries == "messages.Snapshot":
			g.edge(perceptionID(i), actorID(i, p), "snapshot")
		case carries == "messages.Model":
			for q := range w.Actors {
				if model := &w.Actors[q]; model == w.onlyModel() && q != p {
					g.edge(actorID(i, q), actorID(i, p), "model")
				}
			}
		}
	}
	if proc.Group != nil {
		g.edge(actorID(i, p), gateID(i), proc.Group.Name())
	}
}

// coupling draws the flows of a virtual joint.
func (g *graph) coupling(c *Config, k *Coupling) {
	s := k.State
	g.edges = append(g.edges, edge{from: actorID(s.From.World, s.From.Actor), to: perceptionID(s.To.World),
		label: k.Joint + " state, at most " + s.MaxAge.String() + " old", between: true})
	if f := k.Command; f != nil {
		g.edges = append(g.edges, edge{from: gateID(f.From.World), to: actorID(f.To.World, f.To.Actor),
			label: fmt.Sprintf("%s %s, at most %v old, then %v", k.Joint, f.Control, f.MaxAge, f.OnStale), between: true})
	}
}

func (g *graph) edge(from, to, label string) {
	g.edges = append(g.edges, edge{from: from, to: to, label: label})
}

// rateOf prints a period as people say it: 100 Hz, 2 kHz, 0.5 Hz.
func rateOf(period time.Duration) string {
	hertz := 1 / period.Seconds()
	if hertz >= 1000 {
		return fmt.Sprintf("%.4g kHz", hertz/1000)
	}
	return fmt.Sprintf("%.4g Hz", hertz)
}

func counted(n int, word string) string {
	if n == 1 {
		return "1 " + word
	}
	return fmt.Sprintf("%d %ss", n, word)
}
