// Loaded before the product with `--import`: shifts its wall clock by the milliseconds that we send. Timers do not jump.
const RealDate = Date;
let shiftInMs = 0;

globalThis.Date = class extends RealDate {
  constructor(...given) {
    if (given.length === 0) super(RealDate.now() + shiftInMs);
    else super(...given);
  }
  static now() {
    return RealDate.now() + shiftInMs;
  }
};

process.on("message", (message) => {
  if (typeof message?.shiftInMs === "number") shiftInMs = message.shiftInMs;
});
process.channel?.unref();
