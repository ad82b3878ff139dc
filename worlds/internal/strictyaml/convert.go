package strictyaml

import (
	"go.yaml.in/yaml/v4"

	"github.com/robo-actors/robo-actors/worlds/source"
)

// converter judges the nodes of the scanner and turns them into those of this package.
type converter struct {
	text    *source.Text
	limits  Limits
	list    *source.Diagnostics
	nodes   int                  // converted so far, aliases with all they stand for
	aliases int                  // met so far
	full    bool                 // a limit was passed and reported
	anchors map[*yaml.Node]*Node // nil while the anchored node is being converted
}

// offset returns where a node stands.
func (c *converter) offset(n *yaml.Node) int { return c.text.Offset(n.Line, n.Column) }

func (c *converter) add(n *yaml.Node, problem, expected, hint string) {
	if c.list.Full() { // only counted from here on
		c.list.Add(source.Diagnostic{Problem: problem})
		return
	}
	d := c.text.Diagnostic(c.offset(n), "", problem)
	d.Expected, d.Hint = expected, hint
	c.list.Add(d)
}

// tooMany reports, once, that a limit is passed.
func (c *converter) tooMany(n *yaml.Node, what string) {
	if !c.full {
		c.add(n, "the document has too many "+what, "", "")
	}
	c.full = true
}

// convert returns the node for n. It returns a null scalar where n is refused.
func (c *converter) convert(n *yaml.Node) *Node {
	out := &Node{Offset: c.offset(n)}
	if c.nodes++; c.nodes > c.limits.Nodes || c.full {
		c.tooMany(n, "values")
		return out
	}
	if n.Kind == yaml.AliasNode {
		return c.alias(n, out)
	}
	if n.Style&yaml.TaggedStyle != 0 {
		c.add(n, "the tag "+source.Quote(n.Tag)+" is not allowed", "plain values", "")
		return out
	}
	if n.Anchor != "" {
		if c.limits.Aliases == 0 {
			c.add(n, "the anchor "+source.Quote(n.Anchor)+" is not allowed here", "every value written out", "")
		}
		c.anchors[n] = nil
		defer func() { c.anchors[n] = out }()
	}
	switch n.Kind {
	case yaml.ScalarNode:
		out.Value = n.Value
		out.Quoted = n.Style&(yaml.SingleQuotedStyle|yaml.DoubleQuotedStyle|yaml.LiteralStyle|yaml.FoldedStyle) != 0
	case yaml.SequenceNode:
		out.Kind = Sequence
		for _, item := range n.Content {
			out.Items = append(out.Items, c.convert(item))
		}
	case yaml.MappingNode:
		out.Kind = Mapping
		c.convertEntries(n, out)
	}
	return out
}

// convertEntries fills the entries of a mapping, and refuses keys that are no scalars, merge keys
// and repetitions.
func (c *converter) convertEntries(n *yaml.Node, out *Node) {
	seen := make(map[string]*yaml.Node, len(n.Content)/2)
	for i := 0; i+1 < len(n.Content) && !c.full; i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		first, repeated := seen[key.Value]
		switch {
		case key.Kind != yaml.ScalarNode:
			c.add(key, "a key is not a plain word", "a scalar", "")
		case key.Tag == "!!merge":
			c.add(key, "the merge key << is not allowed", "every key written out", "")
		case repeated:
			c.add(key, "the key "+source.Quote(key.Value)+" stands twice", "each key once",
				"the first is at "+c.text.Position(c.offset(first)).String())
		default:
			seen[key.Value] = key
			out.Entries = append(out.Entries, Entry{c.convert(key), c.convert(value)})
		}
	}
}

// alias returns the node that an alias stands for: the same tree, counted again.
func (c *converter) alias(n *yaml.Node, refused *Node) *Node {
	c.aliases++
	target, known := c.anchors[n.Alias]
	switch {
	case c.limits.Aliases == 0:
		c.add(n, "the alias *"+source.Clip(n.Value, 40)+" is not allowed here", "every value written out", "")
	case c.aliases > c.limits.Aliases:
		c.tooMany(n, "aliases")
	case known && target == nil:
		c.add(n, "the alias *"+source.Clip(n.Value, 40)+" is within the value that it names", "", "")
	case known:
		if c.nodes += size(target, c.limits.Nodes); c.nodes > c.limits.Nodes {
			c.tooMany(n, "values")
			return refused
		}
		return target
	default:
		c.add(n, "the alias *"+source.Clip(n.Value, 40)+" names nothing", "", "")
	}
	return refused
}

// size returns the number of nodes of a tree, or a number above most if there are more.
func size(n *Node, most int) int {
	count := 1
	for _, item := range n.Items {
		if count > most {
			return count
		}
		count += size(item, most-count)
	}
	for _, entry := range n.Entries {
		if count > most {
			return count
		}
		count += 1 + size(entry.Value, most-count)
	}
	return count
}
