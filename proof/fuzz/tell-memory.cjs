// Loaded into the service with `node --require`. On SIGUSR2 it collects garbage and prints the used memory.
const { setFlagsFromString } = require('node:v8');
const { runInNewContext } = require('node:vm');

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');

process.on('SIGUSR2', () => {
  // Twice: what finalizers release in the first collection is garbage in the second.
  collect();
  collect();
  const { heapUsed, external, rss } = process.memoryUsage();
  process.stderr.write(`memory ${JSON.stringify({ heapUsed, external, rss })}\n`);
});
