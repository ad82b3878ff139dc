package foxglove

import (
	"maps"
	"slices"
)

// Graph names the nodes that publish and subscribe each topic and provide each service.
type Graph struct {
	Published, Subscribed, Services map[string][]string
}

type graphUpdate struct {
	Op              string            `json:"op"`
	Published       []graphPublished  `json:"publishedTopics"`
	Subscribed      []graphSubscribed `json:"subscribedTopics"`
	Services        []graphService    `json:"advertisedServices"`
	RemovedTopics   []string          `json:"removedTopics"`
	RemovedServices []string          `json:"removedServices"`
}

type graphPublished struct {
	Name string   `json:"name"`
	IDs  []string `json:"publisherIds"`
}

type graphSubscribed struct {
	Name string   `json:"name"`
	IDs  []string `json:"subscriberIds"`
}

type graphService struct {
	Name string   `json:"name"`
	IDs  []string `json:"providerIds"`
}

// SetGraph replaces the connection graph; subscribers get what changed. The server keeps the maps.
func (s *Server) SetGraph(g Graph) {
	s.mu.Lock()
	defer s.mu.Unlock()
	update := mustText(s.graph.changes(g))
	s.graph = g
	for c := range s.clients {
		if c.graph {
			c.box.send(update)
		}
	}
}

func (c *client) subscribeGraph() {
	if !c.server.options.Graph {
		c.fail("this server has no connection graph")
		return
	}
	c.server.mu.Lock()
	defer c.server.mu.Unlock()
	if !c.graph {
		c.graph = true
		c.box.send(mustText(Graph{}.changes(c.server.graph)))
	}
}

// changes returns the update that leads from g to next.
func (g Graph) changes(next Graph) graphUpdate {
	u := graphUpdate{
		Op: "connectionGraphUpdate", Published: []graphPublished{}, Subscribed: []graphSubscribed{}, Services: []graphService{},
		RemovedTopics: []string{}, RemovedServices: []string{},
	}
	topics := next.topics()
	for _, name := range changed(g.Published, next.Published) {
		if topics[name] {
			u.Published = append(u.Published, graphPublished{name, orEmpty(next.Published[name])})
		}
	}
	for _, name := range changed(g.Subscribed, next.Subscribed) {
		if topics[name] {
			u.Subscribed = append(u.Subscribed, graphSubscribed{name, orEmpty(next.Subscribed[name])})
		}
	}
	for _, name := range slices.Sorted(maps.Keys(g.topics())) {
		if !topics[name] {
			u.RemovedTopics = append(u.RemovedTopics, name)
		}
	}
	for _, name := range changed(g.Services, next.Services) {
		if nodes, left := next.Services[name]; left {
			u.Services = append(u.Services, graphService{name, orEmpty(nodes)})
		} else {
			u.RemovedServices = append(u.RemovedServices, name)
		}
	}
	return u
}

// topics is the set of all topics.
func (g Graph) topics() map[string]bool {
	all := map[string]bool{}
	for name := range g.Published {
		all[name] = true
	}
	for name := range g.Subscribed {
		all[name] = true
	}
	return all
}

// changed lists the names whose nodes differ, sorted.
func changed(old, next map[string][]string) []string {
	var names []string
	for name, nodes := range next {
		if before, there := old[name]; !there || !slices.Equal(before, nodes) {
			names = append(names, name)
		}
	}
	for name := range old {
		if _, there := next[name]; !there {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

func orEmpty(nodes []string) []string {
	if nodes == nil {
		return []string{}
	}
	return nodes
}
