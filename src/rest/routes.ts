import type { Row } from './row';
import { agents } from './routes/agents';
import { market } from './routes/market';
import { money } from './routes/money';
import { parties } from './routes/parties';
import { trades } from './routes/trades';

/** Where every path begins. */
export const PREFIX = '/api/v1';

/** Every path of contract §6 that is an operation: method, path, status, and the document that answers it. */
export const rows: readonly Row[] = [...parties, ...money, ...agents, ...market, ...trades];
