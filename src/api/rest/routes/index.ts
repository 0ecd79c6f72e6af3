import type { RouteDefinition } from './route';
import { agents } from './agents';
import { market } from './market';
import { money } from './money';
import { parties } from './parties';
import { sandbox } from './sandbox';
import { trades } from './trades';

/** Prefix of every path. */
export const PREFIX = '/api/v1';

/** The definitions of all routes. */
export const rows: readonly RouteDefinition[] = [...parties, ...money, ...agents, ...market, ...trades, ...sandbox];
