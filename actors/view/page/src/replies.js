// Replies of services as text for people. Pure functions.

// goalText returns the text of a reply about goals.
export function goalText(reply) {
  if (typeof reply === "string") return reply;
  const goals = (reply?.Goals ?? []).map((g) => {
    const facts = [g.Task, g.State];
    if (g.State === "active") facts.push(`${Math.round(g.Progress * 100)} % done`, `${+g.Remaining.toPrecision(3)} ${g.Unit} to go`);
    if (g.Text) facts.push(g.Text);
    return facts.filter(Boolean).join(", ");
  });
  if (reply?.Text) goals.unshift(reply.Text);
  if (reply?.Known?.length > 0) goals.push(`known: ${reply.Known.join(", ")}`);
  return goals.join("\n") || (reply?.Result === undefined || reply.Result === "success" ? "no goals yet" : String(reply.Result));
}

// explanationText returns why a joint is in its mode: the events from the first fault to the mode.
export function explanationText(explanations) {
  return explanations.map((x) => {
    const steps = (x.Chain ?? []).map((s) => s.Words);
    const need = x.Required ? `to continue: re-arm by ${x.Required}` : "";
    return [`${x.World}/${x.Joint} is in ${x.Mode}`, ...steps.map((s, i) => `${i + 1}. ${s}`), x.DriveFault, need].filter(Boolean).join("\n");
  }).join("\n\n");
}
