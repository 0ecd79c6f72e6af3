import { type Command, InvalidArgumentError, Option } from 'commander';
import { toCurl } from '../client';
import type { CliContext } from './context';
import {
  parseActing,
  parseAddress,
  parseJson,
  parseVariables,
  prepare,
  type PreparedRequest,
  type RequestOptions,
} from './request-parts';
import { unreachable } from './connection-error';

const PATIENCE_MS = 30_000;

const HELP = `
WHAT is a GraphQL document, @FILE or - with one in it, or a path that begins with a slash.

A credential is JSON with api_key and signing_secret: what platform-credential create --json printed, or the saved answer
of a mutation that showed one. There is no option for the secret itself, because other users of this machine could read it.

Examples:
  ats platform-credential create --role console --json > console.json
  ats request -c console.json --acting github:alice \\
    'mutation { provisionPrincipal(input: {displayName: "Alice"}) {
       principal { principalKey } credential { apiKey signingSecret } } }' > alice.json
  ats request -c alice.json '{ principal { displayName ticketBalanceStamps } }'
  ats request -c alice.json -v '{"input": {"pack": "STARTER"}}' \\
    'mutation ($input: PurchaseTicketsInput!) { purchaseTickets(input: $input) { purchase { checkoutUrl } } }'
  ats request -c alice.json --print-curl '{ service { version } }' | sh
  ats request -i /readyz

Exit codes: 0 answered, 1 refused or not answered, 2 wrong usage.`;

async function send(request: PreparedRequest): Promise<{ response: Response; text: string }> {
  const { method, url, headers, body } = request;
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const bytes = body === undefined ? {} : { body: Buffer.from(body) };
    const response = await fetch(url, { method, headers, redirect: 'manual', signal, ...bytes });
    return { response, text: await response.text() };
  } catch (error) {
    throw unreachable(url, error);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Code and status of a refusal, or undefined: a GraphQL answer may have errors under a 200. */
function refusal(response: Response, answer: unknown): string | undefined {
  const { errors, code } = (answer ?? {}) as { errors?: { extensions?: { code?: unknown } }[]; code?: unknown };
  const first = Array.isArray(errors) ? errors[0] : undefined;
  if (response.ok && first === undefined) return undefined;
  const named = first?.extensions?.code ?? code;
  return `refused${typeof named === 'string' ? `: ${named}` : ''} (HTTP ${String(response.status)})`;
}

function show({ include, raw }: RequestOptions, response: Response, text: string, context: CliContext): void {
  if (include) {
    context.print(`HTTP ${String(response.status)} ${response.statusText}`.trim());
    for (const [name, value] of response.headers) context.print(`${name}: ${value}`);
    context.print('');
  }
  const answer = raw ? undefined : parsed(text);
  if (answer !== undefined) context.print(JSON.stringify(answer, undefined, 2));
  else if (text !== '') context.print(text);
}

async function request(what: string, options: RequestOptions, context: CliContext): Promise<void> {
  const base = options.url ?? context.settings().publicUrl;
  const prepared = prepare(what, options, base, new Date());
  if (options.printCurl) {
    context.print(toCurl(prepared));
    return;
  }
  if (prepared.generatedKey !== undefined) {
    context.warn(
      `Idempotency-Key: ${prepared.generatedKey} (the same again: --idempotency-key ${prepared.generatedKey})`,
    );
  }
  const { response, text } = await send(prepared);
  show(options, response, text, context);
  const refused = refusal(response, parsed(text));
  if (refused !== undefined) throw new Error(refused);
}

export function register(program: Command, context: CliContext): void {
  const command = program
    .command('request')
    .description('sign one request, send it and print the answer')
    .argument('<what>', 'GraphQL document, @FILE, - or /path')
    .addOption(new Option('-c, --credential <file>', 'who signs; - reads standard input'))
    .addOption(new Option('-v, --variables <json>', 'GraphQL variables, or @FILE').argParser(parseVariables))
    .addOption(new Option('-o, --operation <name>', 'which operation of the document'))
    .addOption(new Option('-d, --data <json>', 'body of a request to a path, or @FILE').argParser(parseJson))
    .addOption(new Option('-X, --method <method>', 'method for a path [GET; POST with --data]'))
    .addOption(new Option('--agent-id <id>', 'X-Agent-Id: an agent of the principal'))
    .addOption(new Option('--acting <provider:subject>', 'the human a console acts for').argParser(parseActing))
    .addOption(new Option('--idempotency-key <key>', 'to send the same request again [a new one for each change]'))
    .addOption(new Option('--url <address>', 'where the service is [from PORT and HOST]').argParser(parseAddress))
    .addOption(new Option('-i, --include', 'print status and headers too'))
    .addOption(new Option('--raw', 'print the body byte for byte, not indented'))
    .addOption(new Option('--print-curl', 'print a curl line instead of sending; good for 5 minutes'))
    .addHelpText('after', HELP);
  command.action(async (what: string, options: RequestOptions) => {
    try {
      await request(what, options, context);
    } catch (error) {
      if (error instanceof InvalidArgumentError) command.error(`error: ${error.message}`);
      throw error;
    }
  });
}
