// What this viewer may do, and how to get what it may not.

// takeToken exchanges the token in the address, #token=..., for a cookie, and removes it from the
// address and from the history. It returns why the server refused it, or an empty text.
export async function takeToken() {
  const token = new URLSearchParams(location.hash.slice(1)).get("token");
  if (!token) return "";
  history.replaceState(null, "", location.pathname + location.search);
  try {
    const reply = await fetch("login", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ token }) });
    return reply.ok ? "" : `This viewer only watches: ${(await reply.text()).trim()}`;
  } catch (error) { return `The token could not be sent: ${error.message}`; }
}

// rightsOf returns {granted, why}: whether this viewer may operate, and if not, why.
export function rightsOf({ info, application, services, connected }) {
  if (!connected || !info) return { granted: false, why: "There is no connection with the application." };
  if (info.dataEndTime) return { granted: false, why: "This is a recording: it cannot be operated." };
  if (info.metadata?.control === "granted" || (info.metadata?.control === undefined && application?.control && services.has("stop"))) return { granted: true, why: "" };
  if (application?.control) return { granted: false, why: "This viewer only watches. To operate, open the address with #token=... that the command has printed." };
  return { granted: false, why: "This view only watches. To operate, start the application with --control, and open the address with the token that it prints." };
}
