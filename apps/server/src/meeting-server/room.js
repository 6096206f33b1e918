// Tells the local meeting server that this page is open, so that minutes are counted.
const { room } = document.body.dataset;
const people = document.getElementById("people");

async function tell() {
  const response = await fetch(`${room}/here`, { method: "POST" }).catch(() => null);
  if (response?.status === 410) return location.reload();
  if (!response?.ok) return;
  const { people: count } = await response.json();
  people.textContent = count === 1 ? "You are alone here." : `${count} people are here.`;
}

async function go(how) {
  clearInterval(telling);
  await fetch(`${room}/${how}`, { method: "POST", keepalive: true }).catch(() => null);
  document.querySelector("main").textContent = "You have left the meeting. You can close this window.";
}

const telling = setInterval(tell, 5000);
tell();
document.getElementById("leave").addEventListener("click", () => go("leave"));
document.getElementById("end")?.addEventListener("click", () => go("end"));
addEventListener("pagehide", () => navigator.sendBeacon(`${room}/leave`));
