// Loaded before the service (node --require): on SIGUSR2 it collects garbage and says what is still in use.
const { setFlagsFromString } = require('node:v8');
const { runInNewContext } = require('node:vm');

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');

process.on('SIGUSR2', () => {
  // Twice: what finalizers let go of in the first is garbage in the second.
  collect();
  collect();
  const { heapUsed, external, rss } = process.memoryUsage();
  process.stderr.write(`memory ${JSON.stringify({ heapUsed, external, rss })}\n`);
});
