package foxglove

import (
	"fmt"

	"github.com/robo-actors/robo-actors/internal/usercode"
)

// handle carries out a request. It never waits.
func (c *client) handle(r request) {
	switch r := r.(type) {
	case subscribe:
		for _, one := range r.Subscriptions {
			c.subscribe(one.ID, one.ChannelID)
		}
	case unsubscribe:
		c.server.mu.Lock()
		defer c.server.mu.Unlock()
		for _, number := range r.IDs {
			c.unsubscribe(number)
		}
	case serviceCall:
		c.callService(r)
	case getParameters:
		c.getParameters(r)
	case setParameters:
		c.setParameters(r)
	case subscribeParameters:
		c.subscribeParameters(r.Names)
	case unsubscribeParameters:
		c.unsubscribeParameters(r.Names)
	case subscribeGraph:
		c.subscribeGraph()
	case unsubscribeGraph:
		c.server.mu.Lock()
		defer c.server.mu.Unlock()
		c.graph = false
	case fetchAsset:
		c.fetchAsset(r)
	case playbackControl:
		c.controlPlayback(r)
	}
}

// subscribe subscribes to a channel under a number that the client chose.
func (c *client) subscribe(number uint32, id ChannelID) {
	c.server.mu.Lock()
	defer c.server.mu.Unlock()
	a := c.server.channel(id)
	switch {
	case a == nil:
		c.fail(fmt.Sprintf("subscribe: there is no channel %d", id))
		return
	case c.subscriptions[number] != nil:
		c.fail(fmt.Sprintf("subscribe: subscription %d exists; unsubscribe first", number))
		return
	case len(c.subscriptions) >= c.server.limits.Subscriptions:
		c.fail(fmt.Sprintf("subscribe: a client has at most %d subscriptions", c.server.limits.Subscriptions))
		return
	}
	if _, twice := c.numbers[a]; twice {
		c.fail(fmt.Sprintf("subscribe: channel %d is subscribed already", id))
		return
	}
	c.subscriptions[number], c.numbers[a] = a, number
	a.add(subscriber{c, number})
}

// unsubscribe ends a subscription, if there is one. The caller holds the server's lock.
func (c *client) unsubscribe(number uint32) {
	a := c.subscriptions[number]
	if a == nil {
		return
	}
	delete(c.subscriptions, number)
	delete(c.numbers, a)
	a.remove(c)
	c.box.forget(a)
}

// callService calls a service in a goroutine of its own, so that no call delays another one.
func (c *client) callService(r serviceCall) {
	failed := func(text string) {
		c.box.send(mustText(serviceFailure{"serviceCallFailure", r.service, r.call, text}))
	}
	all := c.server.options.Services
	switch {
	case r.service == 0 || int64(r.service) > int64(len(all)):
		failed(fmt.Sprintf("there is no service %d", r.service))
		return
	case r.encoding != "json":
		failed(fmt.Sprintf("unknown encoding %s; expected json", quoted(r.encoding)))
		return
	case !c.running.begin(r.service):
		failed(fmt.Sprintf("%d calls of this service are still running", c.running.most))
		return
	}
	go func() {
		defer c.running.end(r.service)
		var answer []byte
		err := usercode.Call(func() (err error) { answer, err = all[r.service-1].Call(c.ctx, r.payload); return err })
		if err != nil {
			failed(err.Error())
			return
		}
		c.box.send(serviceAnswer(r.service, r.call, r.encoding, answer))
	}()
}

// announceServices encodes the announcement of the services; a service has its index plus 1 as id.
func announceServices(all []Service) parcel {
	m := advertiseServices{Op: "advertiseServices"}
	for i, s := range all {
		describe := func(name, schema string) schemaJSON {
			if schema == "" {
				schema = anyObject
			}
			return schemaJSON{"json", name, "jsonschema", schema}
		}
		m.Services = append(m.Services, serviceJSON{
			ID: uint32(i + 1), Name: s.Name, Type: s.Type,
			Request: describe(s.Type+"_request", s.Request), Response: describe(s.Type+"_response", s.Response),
		})
	}
	return mustText(m)
}

// assets stands for assets among the running calls; services count from 1.
const assets = 0

func (c *client) fetchAsset(r fetchAsset) {
	fetch := c.server.options.Asset
	if fetch == nil {
		c.fail("this server has no assets")
		return
	}
	if !c.running.begin(assets) {
		c.box.send(assetAnswer(r.RequestID, nil, fmt.Errorf("%d requests for assets are still running", c.running.most)))
		return
	}
	go func() {
		defer c.running.end(assets)
		var content []byte
		err := usercode.Call(func() (err error) { content, err = fetch(c.ctx, r.URI); return err })
		if most := c.server.limits.ControlBytes / 2; err == nil && len(content) > most {
			err = fmt.Errorf("the asset has %d bytes; at most %d are served", len(content), most)
		}
		c.box.send(assetAnswer(r.RequestID, content, err))
	}()
}

func (c *client) controlPlayback(r playbackControl) {
	playback := c.server.options.Playback
	if playback == nil {
		c.fail("this server plays nothing back")
		return
	}
	c.later(func() {
		answer := func(state PlaybackState) { c.server.playbackChanged(state, r.id) }
		if err := usercode.Call(func() error { return playback.Control(c.ctx, r.request, answer) }); err != nil {
			c.fail(err.Error())
		}
	})
}
