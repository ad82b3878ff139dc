// Plays a recording that robo-actors view serves, through Foxglove's own client: every channel has messages, which decode
// by the schemas that are sent, and a jump leads to messages of its time.
//
//   node recording.mjs OUTPUT
//
// OUTPUT is a file with what robo-actors view prints.
import { Viewer, both, check, printed } from "./viewer.mjs";

const { address } = await printed(process.argv[2]);
const viewer = new Viewer(address, both);
await viewer.wait("the announcements", () => viewer.info && viewer.channels.size > 0);
check(viewer.info.capabilities.includes("playbackControl"), `the capabilities are ${viewer.info.capabilities}`);
const ns = ({ sec, nsec }) => BigInt(sec) * 1_000_000_000n + BigInt(nsec);
const [first, last] = [ns(viewer.info.dataStartTime), ns(viewer.info.dataEndTime)];
check(last > first, `the recording is from ${first} ns to ${last} ns`);

// control plays at a speed, from a time unless that is undefined. Foxglove's published client does not know the request.
let requests = 0;
function control(play, speed, from) {
  const id = Buffer.from(`request ${++requests}`);
  const bytes = Buffer.alloc(19 + id.length);
  bytes.writeUInt8(3, 0);
  bytes.writeUInt8(play ? 0 : 1, 1);
  bytes.writeFloatLE(speed, 2);
  bytes.writeUInt8(from === undefined ? 0 : 1, 6);
  bytes.writeBigUInt64LE(from ?? 0n, 7);
  bytes.writeUInt32LE(id.length, 15);
  id.copy(bytes, 19);
  viewer.socket.send(bytes);
}

control(true, 5, first);
await viewer.wait("/tf and the robots", () => viewer.counts.has("/tf") && viewer.counts.has("/scene/robots"));
await viewer.wait("half of the channels", () => viewer.counts.size * 2 >= viewer.channels.size);
const middle = first + (last - first) / 2n;
control(false, 1, middle);
await viewer.wait("a message of the middle", () => {
  const t = viewer.times.get("/tf");
  return t > middle - 100_000_000n && t <= middle;
});
console.log(`the recording played: ${viewer.counts.size} of ${viewer.channels.size} channels had messages, and a jump led to its middle`);
viewer.close();
