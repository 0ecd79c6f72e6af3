/** Tells the bench where this server is, and ends with it. */
export function ready(port) {
  process.on('disconnect', () => process.exit());
  process.send({ url: `http://127.0.0.1:${port}` });
}
