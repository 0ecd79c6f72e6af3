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
import { connectionError } from './connection-error';
import { connectionFailure, headFailure, refusalFailure, refusalOf } from './request-failure';

const REQUEST_TIMEOUT_MS = 30_000;

const HELP = `
WHAT is a GraphQL document, @FILE or - with a document in it, or a path that begins with a slash.

A credential is JSON with api_key and signing_secret: the output of platform-credential create --json, or the saved
response of a mutation. The secret itself is no option, because other users of this machine could read it.

Examples:
  umask 077
  ats platform-credential create --role console --json > console.json
  ats request -c console.json --acting github:alice \\
    'mutation { provisionPrincipal(input: {displayName: "Alice"}) {
       principal { principalKey } credential { apiKey signingSecret } } }' > alice.json
  ats request -c alice.json '{ principal { displayName ticketBalanceStamps } }'
  ats request -c alice.json -v '{"input": {"pack": "STARTER"}}' \\
    'mutation ($input: PurchaseTicketsInput!) { purchaseTickets(input: $input) { purchase { checkoutUrl } } }'
  ats request -c alice.json --print-curl '{ service { version } }' | sh
  ats request -i /readyz

Exit codes: 0 success, 1 refused or no response, 2 wrong usage.`;

async function send(request: PreparedRequest): Promise<{ response: Response; text: string }> {
  const { method, url, headers, body, key } = request;
  try {
    const signal = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
    const bytes = body === undefined ? {} : { body: Buffer.from(body) };
    const response = await fetch(url, { method, headers, redirect: 'manual', signal, ...bytes });
    return { response, text: await response.text() };
  } catch (error) {
    throw connectionFailure(connectionError(url, error), key);
  }
}

function parseBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function show({ include, raw }: RequestOptions, response: Response, text: string, context: CliContext): void {
  if (include) {
    context.print(`HTTP ${String(response.status)} ${response.statusText}`.trim());
    for (const [name, value] of response.headers) context.print(`${name}: ${value}`);
    context.print('');
  }
  const answer = raw ? undefined : parseBody(text);
  if (answer !== undefined) context.print(JSON.stringify(answer, undefined, 2));
  else if (text !== '') context.print(text);
}

/** The options of the command line, and for others the variables that all clients read. */
function withVariables(options: RequestOptions, { environment }: CliContext): RequestOptions {
  const { ATS_CREDENTIAL: credential, ATS_URL: url } = environment;
  const base = options.url === undefined && url ? { url: parseVariable('ATS_URL', url) } : {};
  return { ...(credential && { credential }), ...base, ...options };
}

function parseVariable(name: string, url: string): string {
  try {
    return parseAddress(url);
  } catch (error) {
    throw new InvalidArgumentError(`${name}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

async function request(what: string, options: RequestOptions, context: CliContext): Promise<void> {
  const base = options.url ?? context.settings().publicUrl;
  const prepared = prepare(what, options, base, new Date());
  if (options.printCurl) {
    context.print(toCurl(prepared));
    return;
  }
  // Before the request, so that the key is not lost with the process.
  if (prepared.generatedKey !== undefined) context.warn(`Idempotency-Key: ${prepared.generatedKey}`);
  const { response, text } = await send(prepared);
  show(options, response, text, context);
  if (prepared.method === 'HEAD' && !response.ok) throw headFailure(response);
  const refusal = refusalOf(response, parseBody(text));
  if (refusal) throw refusalFailure(refusal, prepared.key);
}

export function register(program: Command, context: CliContext): void {
  const command = program
    .command('request')
    .description('sign a request, send it and print the response')
    .argument('<what>', 'GraphQL document, @FILE, - or /path')
    .addOption(
      new Option('-c, --credential <file>', 'file with the credential; - reads standard input [ATS_CREDENTIAL]'),
    )
    .addOption(new Option('-v, --variables <json>', 'GraphQL variables, or @FILE').argParser(parseVariables))
    .addOption(new Option('-o, --operation <name>', 'operation of the document'))
    .addOption(new Option('-d, --data <json>', 'body of a request to a path, or @FILE').argParser(parseJson))
    .addOption(new Option('-X, --method <method>', 'method for a path [GET; POST with --data]'))
    .addOption(new Option('--agent-id <id>', 'X-Agent-Id: an agent of the principal'))
    .addOption(new Option('--acting <provider:subject>', 'the human a console acts for').argParser(parseActing))
    .addOption(new Option('--idempotency-key <key>', 'key to repeat a request [a new key for each change]'))
    .addOption(
      new Option(
        '--url <address>',
        'address of the service [ATS_URL, ATS_PUBLIC_URL, else from PORT and HOST]',
      ).argParser(parseAddress),
    )
    .addOption(new Option('-i, --include', 'print status and headers too'))
    .addOption(new Option('--raw', 'print the body as the service sent it, not indented'))
    .addOption(new Option('--print-curl', 'print a curl line, valid for 5 minutes, instead of sending'))
    .addHelpText('after', HELP);
  command.action(async (what: string, options: RequestOptions) => {
    try {
      await request(what, withVariables(options, context), context);
    } catch (error) {
      if (error instanceof InvalidArgumentError) command.error(`error: ${error.message}`);
      throw error;
    }
  });
}
