package foxglove

import (
	"fmt"

	"github.com/robo-actors/robo-actors/internal/usercode"
)

const noParameters = "this server has no parameters"

func (c *client) getParameters(r getParameters) {
	parameters := c.server.options.Parameters
	if parameters == nil {
		c.fail(noParameters)
		return
	}
	c.later(func() {
		var values []Parameter
		err := usercode.Call(func() (err error) { values, err = parameters.Get(c.ctx, r.Names); return err })
		if err != nil {
			c.fail(err.Error())
			return
		}
		c.sendParameters(values, r.ID)
	})
}

func (c *client) setParameters(r setParameters) {
	parameters := c.server.options.Parameters
	if parameters == nil {
		c.fail(noParameters)
		return
	}
	c.later(func() {
		var values []Parameter
		err := usercode.Call(func() (err error) { values, err = parameters.Set(c.ctx, r.Parameters); return err })
		if err != nil {
			c.fail(err.Error())
		}
		if r.ID != "" {
			c.sendParameters(values, r.ID)
		}
		c.server.ParametersChanged(values)
	})
}

// sendParameters sends values to the client; without values it sends an empty list, which answers
// the request.
func (c *client) sendParameters(values []Parameter, id string) {
	if values == nil {
		values = []Parameter{}
	}
	p, err := textMessage(parameterValues{"parameterValues", values, id})
	if err != nil {
		c.fail(err.Error())
		return
	}
	c.box.send(p)
}

// ParametersChanged sends values to the clients that subscribed to them. The server calls it after
// a client has set them; a caller reports changes of other causes.
func (s *Server) ParametersChanged(values []Parameter) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for c := range s.clients {
		var wanted []Parameter
		for _, v := range values {
			if c.allParameters || c.parameters[v.Name] {
				wanted = append(wanted, v)
			}
		}
		if len(wanted) > 0 {
			c.sendParameters(wanted, "")
		}
	}
}

// subscribeParameters subscribes to the named parameters, to all where there is no name.
func (c *client) subscribeParameters(names []string) {
	if c.server.options.Parameters == nil {
		c.fail(noParameters)
		return
	}
	c.server.mu.Lock()
	defer c.server.mu.Unlock()
	c.allParameters = c.allParameters || len(names) == 0
	for _, name := range names {
		if len(c.parameters) >= c.server.limits.Subscriptions {
			c.fail(fmt.Sprintf("subscribeParameterUpdates: a client subscribes to at most %d parameters", c.server.limits.Subscriptions))
			return
		}
		c.parameters[name] = true
	}
}

// unsubscribeParameters ends subscriptions to the named parameters, to all where there is no name.
func (c *client) unsubscribeParameters(names []string) {
	c.server.mu.Lock()
	defer c.server.mu.Unlock()
	if len(names) == 0 {
		c.allParameters = false
		clear(c.parameters)
	}
	for _, name := range names {
		delete(c.parameters, name)
	}
}
