// Copies the compiled client into its package, so that `import 'agent-trading-client'` works in a clone.
import { cpSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const compiled = join(root, 'dist', 'packages', 'client', 'src');
// The paths in the source maps fit only the other folder.
const filter = (path) => !path.endsWith('.map');
cpSync(compiled, join(root, 'packages', 'client', 'dist'), { recursive: true, filter });
