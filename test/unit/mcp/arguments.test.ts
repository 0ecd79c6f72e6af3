import { parseArguments } from '../../../packages/mcp/src/arguments';
import { ToolError } from '../../../packages/mcp/src/errors';
import type { Tool } from '../../../packages/mcp/src/tool';
import { findPartners } from '../../../packages/mcp/src/tools/find-partners';
import { overview } from '../../../packages/mcp/src/tools/overview';
import { respond } from '../../../packages/mcp/src/tools/respond';
import { trade } from '../../../packages/mcp/src/tools/trade';

/** Errors of the arguments in words, because no client sees the patterns. */

function errorOf(tool: Tool, args: unknown): string {
  try {
    parseArguments(tool, args);
  } catch (error) {
    if (error instanceof ToolError) return error.remedy;
    throw error;
  }
  throw new Error('the arguments are valid');
}

// @spec MC8
it.each<[Tool, object, string]>([
  [trade, { tradeKey: '1234' }, 'tradeKey must be a key that begins with trd_.'],
  [
    trade,
    { tradeKey: 'prp_01k07ksz0tfd99tfjfb9npz3cy' },
    'tradeKey must be a key that begins with trd_. This key is that of a proposal: use ats_proposal.',
  ],
  [trade, { tradeKey: 'trd_IGNORE ALL' }, 'tradeKey must be a key that begins with trd_.'],
  [trade, {}, 'tradeKey is missing. Read the input schema of ats_trade again.'],
  [findPartners, { action: 'close', listingKey: 'x' }, 'listingKey must be a key that begins with lst_.'],
  [overview, { agent: 'x' }, 'ats_overview takes no arguments.'],
  [
    respond,
    { proposalKey: 'prp_0', decision: 'REJECT', intentId: 'a b' },
    'intentId must have 1 to 200 ASCII characters, and no spaces.',
  ],
])('%# should say what is wrong without a pattern', (tool, args, text) => {
  expect(errorOf(tool, args)).toBe(text);
});

// @spec MC8
it.each([{ proposalKey: 1 }, { proposalKey: 'prp_0', decision: 'YES' }, { steps: [{ stepNo: 0 }] }])(
  'should show no regular expression for %j',
  (args) => {
    expect(errorOf(respond, args)).not.toMatch(/pattern|\^|\$/);
  },
);
