import { request } from "node:http";

/**
 * One GET that returns the body as sent: fetch would decompress it.
 * @param {string} address
 * @param {Record<string, string>} headers
 * @returns {Promise<{ status: number, headers: [string, string][], body: Buffer }>}
 */
export function get(address, headers) {
  return new Promise((done, fail) => {
    const sent = request(address, { headers, agent: false }, async (response) => {
      const { date, connection, "keep-alive": kept, ...own } = response.headers;
      done({
        status: response.statusCode,
        headers: Object.entries(own),
        body: Buffer.concat(await response.toArray()),
      });
    });
    sent.on("error", fail).end();
  });
}
