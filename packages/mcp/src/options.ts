import { parseArgs } from 'node:util';

/** Limits on what the tools may commit, in stamps. */
export interface SpendingLimits {
  /** Larger commitments are refused. */
  readonly maxStamps: number | undefined;
  /** Larger amounts need a confirmation by the user. */
  readonly confirmAbove: number | undefined;
}

/** The command line, with the variables for what it leaves out. */
export interface Options extends SpendingLimits {
  readonly credentialFile: string;
  readonly url: string;
  /** Sent as `X-Agent-Id`. */
  readonly agentId: string | undefined;
  readonly isReadOnly: boolean;
}

/** The command line is wrong. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

const DEFAULT_URL = 'http://127.0.0.1:4000';

export const USAGE = `Usage: agent-trading-mcp [options]

An MCP server on standard input and output, for one agent of the Agent Trading Service.

  --credential FILE    JSON with api_key and signing_secret, mode 0600 [ATS_CREDENTIAL]
  --url ADDRESS        address of the service [ATS_URL, else ${DEFAULT_URL}]
  --agent KEY          agent to act for, agt_… [agent_id in the file, else the agent of the trade]
  --read-only          offer only the tools that read
  --max-stamps N       refuse to commit more than N stamps in one call
  --confirm-above N    ask the user before a call that costs more than N stamps;
                       a client without elicitation cannot ask, so it is refused`;

const NO_CREDENTIAL = `No credential is named. Give its file by --credential or ATS_CREDENTIAL. In the clone of the service, \`npx ats sandbox\`
writes one to .ats-sandbox/agent.json. Give the full path, because a client can start this program in any folder.`;

/** Parses the command line. Undefined: it asks for help. @throws UsageError */
export function parseOptions(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): Options | undefined {
  const {
    credential = environment['ATS_CREDENTIAL'],
    url = environment['ATS_URL'],
    agent,
    'read-only': isReadOnly,
    help,
    ...limits
  } = parse(args);
  if (help === true) return undefined;
  if (!credential) throw new UsageError(`${NO_CREDENTIAL}\n\n${USAGE}`);
  return {
    credentialFile: credential,
    url: parseAddress(url || DEFAULT_URL),
    agentId: agent,
    isReadOnly: isReadOnly ?? false,
    maxStamps: parseStamps('--max-stamps', limits['max-stamps']),
    confirmAbove: parseStamps('--confirm-above', limits['confirm-above']),
  };
}

function parse(args: readonly string[]) {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  try {
    return parseArgs({
      args: [...args],
      options: {
        credential: text,
        url: text,
        agent: text,
        'read-only': flag,
        'max-stamps': text,
        'confirm-above': text,
        help: flag,
      },
    }).values;
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
  }
}

function parseAddress(text: string): string {
  if (/^https?:\/\//.test(text) && URL.canParse(text)) return text;
  throw new UsageError(`--url or ATS_URL must be an address that begins with http:// or https://.`);
}

function parseStamps(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const stamps = Number(text);
  if (/^\d+$/.test(text) && Number.isSafeInteger(stamps)) return stamps;
  throw new UsageError(`${name} must be a whole number of stamps.`);
}
