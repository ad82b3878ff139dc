// Package machine is the state machine of a spine: plain functions of state, event and request.
//
// The states, events and requests, and their numbers, are those of the spine of Upkie (versions 6
// to 12). Five things differ:
//
//   - A start is served once the drives have confirmed their stop, and not only after five cycles.
//     Without confirmation in time it is answered with Error.
//   - Reset lasts until the gate has re-armed the joints and their drives run. Where the gate
//     refuses, or a drive does not run in time, the spine sends stops again and answers with Error.
//   - While a joint of a started robot has stopped, an action is answered with Error, and a start
//     begins with stops.
//   - A start while the robot runs is answered with an observation; nothing is reset.
//   - A request whose data are invalid is answered with Error, and changes nothing.
//
// [Rows] is the whole machine, and table.md shows it.
package machine
