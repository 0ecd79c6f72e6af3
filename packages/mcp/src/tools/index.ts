import type { Tool } from '../tool';
import { checkDelivery } from './check-delivery';
import { deliver } from './deliver';
import { findPartners, searchPartners } from './find-partners';
import { graphql } from './graphql';
import { overview } from './overview';
import { preview } from './preview';
import { proposal } from './proposal';
import { rebut } from './rebut';
import { respond } from './respond';
import { settlement } from './settlement';
import { startTrade } from './start-trade';
import { trade } from './trade';
import { wait } from './wait';
import { withdraw } from './withdraw';

/** All tools, in the order of a trade. */
export const tools: readonly Tool[] = [
  overview,
  findPartners,
  proposal,
  respond,
  startTrade,
  trade,
  deliver,
  checkDelivery,
  rebut,
  withdraw,
  preview,
  settlement,
  wait,
  graphql,
];

/** Whether a call of a tool only reads. A search for partners does, although its tool can publish as well. */
export function isRead(name: unknown, args: Readonly<Record<string, unknown>>): boolean {
  const tool = tools.find((one) => one.name === name);
  return tool === undefined || tool.effect === 'read' || (tool === findPartners && args['action'] === 'search');
}

/** The tools of a server that only reads, as it lists them. `ats_find_partners` then only searches. */
export const readingTools: readonly Tool[] = tools
  .map((tool) => (tool === findPartners ? searchPartners : tool))
  .filter((tool) => tool.effect === 'read' || tool === searchPartners);
