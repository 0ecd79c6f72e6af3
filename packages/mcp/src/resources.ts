import { type McpServer, ResourceNotFoundError, ResourceTemplate } from '@modelcontextprotocol/server';
import { buildClientSchema, getIntrospectionQuery, type IntrospectionQuery, printSchema } from 'graphql';
import type { TradingService } from './service';
import { UntrustedTexts } from './untrusted';
import { ACTION_FIELDS } from './views/actions';
import { type Trade, TRADE_FIELDS, viewTrade } from './views/trade';

const JSON_TYPE = 'application/json';
const TRADE = `query ($key: ID!) { principal { principalKey trade(tradeKey: $key) { ...T } } } ${TRADE_FIELDS} ${ACTION_FIELDS}`;
const VERSION = '{ service { version } }';
const POLICIES = '{ policies { version ruleVersion sha256 isCurrent activeFrom text } }';

/** Registers what a client can read by address. */
export function registerResources(server: McpServer, service: TradingService): void {
  const trade = new ResourceTemplate('ats://trade/{key}', { list: undefined });
  server.registerResource(
    'trade',
    trade,
    { description: 'A trade of yours, as ats_trade shows it.', mimeType: JSON_TYPE },
    async (uri, { key }, { mcpReq }) => json(uri, await readTradeView(service, text(key), uri, mcpReq.signal)),
  );
  const policy = new ResourceTemplate('ats://policy/{version}', { list: undefined });
  server.registerResource(
    'policy',
    policy,
    { description: 'A settlement policy: its rules and arithmetic as data.', mimeType: JSON_TYPE },
    async (uri, { version }, { mcpReq }) => json(uri, await readPolicy(service, text(version), uri, mcpReq.signal)),
  );
  server.registerResource(
    'schema',
    'ats://schema',
    { description: 'The GraphQL schema, for ats_graphql.', mimeType: 'application/graphql' },
    async (uri, { mcpReq }) => {
      const text = await readSchema(service, mcpReq.signal);
      return { contents: [{ uri: uri.href, mimeType: 'application/graphql', text }] };
    },
  );
}

/** The schema of the last version that was read. To print it takes tens of milliseconds. */
let printed: { readonly version: string; readonly text: string } | undefined;

async function readSchema(service: TradingService, signal: AbortSignal): Promise<string> {
  const { version } = (await service.read<{ service: { version: string } }>(VERSION, {}, signal)).service;
  if (printed?.version !== version) {
    const schema = await service.read<IntrospectionQuery>(getIntrospectionQuery(), {}, signal);
    printed = { version, text: printSchema(buildClientSchema(schema)) };
  }
  return printed.text;
}

function json(uri: URL, value: unknown) {
  return { contents: [{ uri: uri.href, mimeType: JSON_TYPE, text: JSON.stringify(value) }] };
}

const text = (value: string | string[] | undefined): string => (Array.isArray(value) ? value.join('/') : (value ?? ''));

async function readTradeView(service: TradingService, key: string, uri: URL, signal: AbortSignal): Promise<object> {
  type Data = { principal: { principalKey: string; trade: Trade | null } };
  const { principal } = await service.read<Data>(TRADE, { key }, signal);
  if (principal.trade === null) throw new ResourceNotFoundError(uri.href);
  const texts = new UntrustedTexts();
  return { ...viewTrade(principal.trade, principal.principalKey, texts), untrusted: texts.items };
}

async function readPolicy(service: TradingService, version: string, uri: URL, signal: AbortSignal): Promise<object> {
  const { policies } = await service.read<{ policies: { version: string }[] }>(POLICIES, {}, signal);
  const found = policies.find((policy) => policy.version === version);
  if (!found) throw new ResourceNotFoundError(uri.href);
  return found;
}
