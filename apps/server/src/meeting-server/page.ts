import { html } from "hono/html";

export const roomPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'";

type Found = { meeting: { name: string }; person: { name: string; role: string; token: string } } | undefined;

/** What people see who join the local meeting server. */
export function drawRoom(found: Found, mountedAt: string) {
  const title = found ? "You are in the meeting" : "The meeting is over";
  const room = found ? `${mountedAt}/room/${found.person.token}` : "";
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        <link rel="stylesheet" href="${mountedAt}/room.css" />
        ${found ? html`<script type="module" src="${mountedAt}/room.js"></script>` : ""}
      </head>
      <body data-room="${room}">
        <main>
          <h1>${title}</h1>
          ${
            found
              ? html`<p>${found.meeting.name}</p>
                <p>You are here as ${found.person.name}. This page stands in for a video meeting on this machine.</p>
                <p role="status" id="people"></p>
                <p>
                  <button type="button" id="leave">Leave</button>
                  ${found.person.role === "MODERATOR" ? html`<button type="button" id="end">End the meeting</button>` : ""}
                </p>`
              : html`<p>You can close this window.</p>`
          }
        </main>
      </body>
    </html>`;
}
