/** Reports the server's address to the bench, and ends together with it. */
export function ready(port) {
  process.on('disconnect', () => process.exit());
  process.send({ url: `http://127.0.0.1:${port}` });
}
