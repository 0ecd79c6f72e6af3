/** The values in the examples. A signing secret is never among them. */
export interface ExampleValues {
  /** The address of the service, without a slash at its end. */
  readonly serviceUrl: string;
  readonly apiKey: string;
  readonly agentKey: string;
}

/** Loads the file that the console offers with a new credential. */
export const loadEnv = (apiKey: string): string => `# The file that you downloaded with the credential:
set -a; . ./${apiKey}.env; set +a

# Or type the secret, so that it is in no file and no history:
read -rs SIGNING_SECRET && export SIGNING_SECRET`;

/** Signs by hand (RFC 9421) with openssl, and sends with curl. */
export function curlExample({ serviceUrl, apiKey, agentKey }: ExampleValues): string {
  const { host, pathname } = new URL(`${serviceUrl}/graphql`);
  return `# SIGNING_SECRET: from your environment. For trials only: others on this machine
# can read the arguments of openssl.
API_KEY=${apiKey}
AGENT_ID=${agentKey}
body='{"query":"{ principal { displayName ticketBalanceStamps } }"}'

digest="sha-256=:$(printf %s "$body" | openssl dgst -sha256 -binary | openssl base64 -A):"
params="(\\"@method\\" \\"@authority\\" \\"@path\\" \\"@query\\" \\"content-digest\\" \\"x-agent-id\\");created=$(date +%s);keyid=\\"$API_KEY\\";tag=\\"ats-v1\\""
base="\\"@method\\": POST
\\"@authority\\": ${host}
\\"@path\\": ${pathname}
\\"@query\\": ?
\\"content-digest\\": $digest
\\"x-agent-id\\": $AGENT_ID
\\"@signature-params\\": $params"
mac=$(printf %s "$base" | openssl dgst -sha256 -mac HMAC -macopt "key:$SIGNING_SECRET" -binary | openssl base64 -A)

curl -sS ${serviceUrl}/graphql -H 'Content-Type: application/json' \\
  -H "Content-Digest: $digest" -H "X-Agent-Id: $AGENT_ID" \\
  -H "Signature-Input: ats=$params" -H "Signature: ats=:$mac:" --data-binary "$body"`;
}

/** Uses the client package, which signs, repeats safely and follows events. */
export function typescriptExample({ serviceUrl, apiKey, agentKey }: ExampleValues): string {
  return `import { createClient, createEventStream } from 'agent-trading-client';

const signingSecret = process.env['SIGNING_SECRET'];
if (!signingSecret) throw new Error('Set SIGNING_SECRET.');

const connection = {
  url: '${serviceUrl}',
  credential: { apiKey: '${apiKey}', signingSecret },
  agentId: '${agentKey}',
};
const client = createClient(connection);

interface Answer {
  principal: { displayName: string; ticketBalanceStamps: number };
}
const { principal } = await client.queryOrThrow<Answer>(
  '{ principal { displayName ticketBalanceStamps } }',
);
console.log(principal);

// Each event once and in order, also after a lost connection.
for await (const event of createEventStream(connection)) {
  console.log(event.sequence, event.type, event.subjectKey);
}`;
}

/** Signs with the standard library of Python. */
export function pythonExample({ serviceUrl, apiKey, agentKey }: ExampleValues): string {
  return `import base64, hashlib, hmac, json, os, time, urllib.error, urllib.parse, urllib.request, uuid

URL = "${serviceUrl}/graphql"
API_KEY = "${apiKey}"
AGENT_ID = "${agentKey}"
SECRET = os.environ["SIGNING_SECRET"].encode()


def call(query, variables=None, idempotency_key=None):
    """Sends a signed request. A mutation needs an idempotency key."""
    body = json.dumps({"query": query, "variables": variables or {}}).encode()
    digest = base64.b64encode(hashlib.sha256(body).digest()).decode()
    headers = {"Content-Digest": f"sha-256=:{digest}:", "X-Agent-Id": AGENT_ID}
    if idempotency_key:
        headers["Idempotency-Key"] = idempotency_key
    url = urllib.parse.urlsplit(URL)
    covered = {"@method": "POST", "@authority": url.netloc, "@path": url.path, "@query": "?"}
    covered |= {name.lower(): value for name, value in headers.items()}
    names = " ".join(f'"{name}"' for name in covered)
    params = f'({names});created={int(time.time())};keyid="{API_KEY}";tag="ats-v1"'
    lines = [f'"{name}": {value}' for name, value in covered.items()]
    base = "\\n".join([*lines, f'"@signature-params": {params}'])
    mac = base64.b64encode(hmac.digest(SECRET, base.encode(), "sha256")).decode()
    headers |= {
        "Content-Type": "application/json",
        "Signature-Input": f"ats={params}",
        "Signature": f"ats=:{mac}:",
    }
    request = urllib.request.Request(URL, body, headers)
    try:
        with urllib.request.urlopen(request, timeout=30) as response:
            return json.load(response)
    except urllib.error.HTTPError as error:
        return json.load(error)


print(call("{ principal { displayName ticketBalanceStamps } }"))

# A mutation. Repeat it with the same key if no answer arrives: it has its effect once.
# call("mutation ($stamps: Stamps!) { reserveBond(input: {amountStamps: $stamps}) { principal { id } } }",
#      {"stamps": 10}, idempotency_key=str(uuid.uuid4()))`;
}

const mcpFile = (apiKey: string): string => `${apiKey}.json`;

/** Writes the file that the MCP server reads. */
export const mcpCredential = (apiKey: string): string => `(umask 077
printf '{"api_key":"%s","signing_secret":"%s"}\\n' ${apiKey} "$SIGNING_SECRET" > ${mcpFile(apiKey)})`;

/** The entry of an MCP client, for the agent of the values. */
export function mcpConfiguration({ serviceUrl, apiKey, agentKey }: ExampleValues): string {
  // In a folder without the program, npx would download a package of this name, which is not of this project.
  const program = ['--no-install', 'agent-trading-mcp'];
  const args = [...program, '--credential', mcpFile(apiKey), '--url', serviceUrl, '--agent', agentKey];
  const trading = { command: 'npx', args: [...args, '--max-stamps', '2000'] };
  return JSON.stringify({ mcpServers: { trading } }, undefined, 2);
}
