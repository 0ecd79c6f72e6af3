import { printPath } from '#client';
import { z } from 'zod';
import type { Path } from './argument-path';
import { ToolError } from './errors';
import type { Answer, Tool } from './tool';

/** Parses the arguments of a call. @throws ToolError with what is wrong, in words */
export function parseArguments(tool: Tool, args: unknown): Answer {
  assertShortLists(args);
  const parsed = tool.input.safeParse(args ?? {});
  if (parsed.success) return parsed.data;
  const [first] = parsed.error.issues;
  const text = first ? describeError(tool, first, args) : z.prettifyError(parsed.error);
  throw new ToolError('invalid_arguments', text);
}

function describeError(tool: Tool, issue: z.core.$ZodIssue, args: unknown): string {
  const at = issue.path as Path;
  const path = printPath(at) || 'arguments';
  const value = valueAt(args, at);
  if (issue.code === 'unrecognized_keys') {
    const names = memberNames(tool.input, at);
    if (names.length > 0) return `${path}: ${issue.message}. The names are: ${names.join(', ')}.`;
    return `${tool.name} takes no arguments.`;
  }
  // The schema of a client has no pattern, so its message has words and not the pattern.
  if (issue.code === 'invalid_format') return `${path} ${issue.message}.${adviceForKey(value)}`;
  const advice = `Read the input schema of ${tool.name} again.`;
  if (issue.code === 'invalid_type' && value === undefined) return `${path} is missing. ${advice}`;
  return `${path}: ${issue.message}. ${advice}`;
}

function valueAt(args: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (value, member) =>
      typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[member] : undefined,
    args,
  );
}

/** The kinds of keys, and the tool that takes or lists them. */
const KINDS: Readonly<Record<string, string>> = {
  trd: 'a trade: use ats_trade',
  prp: 'a proposal: use ats_proposal',
  lst: 'a listing: use ats_find_partners',
  apr: 'an approval: ats_overview lists yours',
  agt: 'an agent: ats_overview lists yours',
  prn: 'a principal, and no tool takes it',
  stl: 'a settlement: use ats_settlement with the tradeKey',
};

/** Names the tool for a key of another kind. The value itself is not quoted: it may be text of a counterparty. */
function adviceForKey(value: unknown): string {
  const prefix = typeof value === 'string' ? (/^([a-z]{3})_[0-9a-z]+$/.exec(value)?.[1] ?? '') : '';
  return Object.hasOwn(KINDS, prefix) ? ` This key is that of ${KINDS[prefix]}.` : '';
}

/** The names of the members of an object in the arguments. There are few, so all are better than a guess. */
function memberNames(input: z.ZodType, path: Path): readonly string[] {
  const schema = path.reduce<unknown>((outer, member) => {
    const type = withoutOptional(outer);
    return type instanceof z.ZodArray ? type.element : type instanceof z.ZodObject ? type.shape[member] : undefined;
  }, input);
  const type = withoutOptional(schema);
  return type instanceof z.ZodObject ? Object.keys(type.shape) : [];
}

function withoutOptional(type: unknown): unknown {
  return type instanceof z.ZodOptional ? type.unwrap() : type;
}

/** Zod makes an issue for each wrong item, so a long list would keep the process busy. No tool takes a longer one. */
const MAX_ITEMS = 1_000;

function assertShortLists(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value) && value.length > MAX_ITEMS)
    throw new ToolError('invalid_arguments', `A list of the arguments is too long. Send at most ${MAX_ITEMS} items.`);
  for (const member of Object.values(value)) assertShortLists(member);
}
