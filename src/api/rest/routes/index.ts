import type { RouteDefinition } from './route';
import { agents } from './agents';
import { market } from './market';
import { money } from './money';
import { parties } from './parties';
import { trades } from './trades';

/** Where every path begins. */
export const PREFIX = '/api/v1';

/** Every path of contract §6 that is an operation: method, path, status, and the document that answers it. */
export const rows: readonly RouteDefinition[] = [...parties, ...money, ...agents, ...market, ...trades];
