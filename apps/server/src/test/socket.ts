import net from "node:net";

/** A raw connection to a server on this machine, for requests that no HTTP client would send. */
export function openSocket(port: number): Promise<net.Socket> {
  return new Promise((done, fail) => {
    const socket = net.connect(port, "127.0.0.1", () => done(socket));
    socket.on("error", fail);
  });
}

/** Reads the answer until the end of its JSON body, or until the server closes the connection. */
export function answerOf(socket: net.Socket): Promise<string> {
  return new Promise((done) => {
    let text = "";
    socket.on("data", (part) => {
      text += part;
      if (/"\}$/.test(text)) done(text);
    });
    socket.on("close", () => done(text));
  });
}
