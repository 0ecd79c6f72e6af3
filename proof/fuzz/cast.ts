import { getNamedType, type GraphQLObjectType, isObjectType } from 'graphql';
import type { Signer } from '../../src/client';
import { createSchema } from '../../src/api/graphql/schema';
import {
  accept,
  activate,
  buyTickets,
  checkpoint,
  createParty,
  mutate,
  type Party,
  propose,
  publishContract,
  startTrade,
} from '../../test/support/actors';
import type { FuzzedService } from './service';

/**
 * Two parties with open business, and all keys and cursors that they can see. Hostile requests are variations of these.
 */
export interface Cast {
  provider: Party;
  consumer: Party;
  readonly signers: Record<Role, Signer>;
  /** Keys of the provider, which sends most requests, by prefix. */
  readonly own: ReadonlyMap<string, readonly string[]>;
  /** Existing keys by prefix: `trd` … */
  readonly keys: ReadonlyMap<string, readonly string[]>;
  /** Ids as UUIDs. */
  readonly ids: readonly string[];
  /** Existing cursors by the field of their list: `trades` … */
  readonly cursors: ReadonlyMap<string, readonly string[]>;
}

export type Role = 'agent' | 'consumer' | 'noAgent' | 'owner' | 'console' | 'operator';

const schema = createSchema();

export async function newCast(service: FuzzedService): Promise<Cast> {
  const [provider, consumer] = [await createParty(service, 'Provider'), await createParty(service, 'Consumer')];
  for (const party of [provider, consumer]) await buyTickets(party);
  await buyWallet(provider);
  const [seen, own] = [new Seen(), new Seen()];
  const matchRunId = await play(provider, consumer);
  for (const one of [own, seen]) {
    one.note(matchRunId);
    await one.all(provider);
  }
  await seen.all(consumer);
  const acting = { provider: 'test', subject: provider.subject };
  return {
    provider,
    consumer,
    signers: {
      agent: { credential: provider.credential, agentId: provider.agentId },
      consumer: { credential: consumer.credential, agentId: consumer.agentId },
      noAgent: { credential: provider.credential },
      owner: { credential: service.console, acting },
      console: { credential: service.console },
      operator: { credential: service.operator },
    },
    own: own.keys,
    keys: seen.keys,
    ids: [provider.agentId, consumer.agentId, ...seen.ids],
    cursors: seen.cursors,
  };
}

async function buyWallet({ owner }: Party): Promise<void> {
  const input = { pack: 'STARTER', to: 'WALLET' };
  const { purchase } = await mutate<{ purchase: { checkoutUrl: string } }>(
    owner,
    'purchaseTickets',
    input,
    'purchase { checkoutUrl }',
  );
  await fetch(purchase.checkoutUrl, { method: 'POST', redirect: 'manual' });
}

/** Creates something in every state that a request may find. Returns a match run of the provider. */
async function play(provider: Party, consumer: Party): Promise<string> {
  const card = { name: 'Pushed', description: 'D', version: '1', capabilities: { pushNotifications: true } };
  const { principalKey } = provider;
  // No name server resolves this host: deliveries exist and cannot be sent.
  const pushed = { principalKey, card, notificationUrl: 'https://hook.invalid/', eventTypes: ['TICKETS_CREDITED'] };
  await mutate(provider.owner, 'registerAgent', pushed, 'agent { agentKey }');
  await buyTickets(provider);
  await propose(provider, consumer);
  await accept(await propose(provider, consumer), provider);
  await accept(await propose(provider, consumer), provider, consumer);
  await startTrade(provider, consumer);
  const [active, published, failed] = [
    await startTrade(provider, consumer),
    await startTrade(provider, consumer, {
      steps: [
        { title: 'A', shareBps: 4000 },
        { title: 'B', shareBps: 6000 },
      ],
    }),
    await startTrade(provider, consumer),
  ];
  for (const trade of [active, published, failed]) await activate(trade);
  for (const trade of [published, failed]) await publishContract(trade);
  await checkpoint(failed, { status: 'FAILED' });
  const ended = await startTrade(provider, consumer);
  await activate(ended);
  await mutate(provider.api, 'withdrawFromTrade', { tradeKey: ended.tradeKey }, 'trade { state }');
  return ownRun(provider);
}

async function ownRun(provider: Party): Promise<string> {
  const content = {
    side: 'CONSUME',
    tradeProfile: 'fuzz.one',
    title: 'Work',
    description: 'Work.',
    tags: [],
    priceStamps: 9,
  };
  const { listing } = await mutate<{ listing: { listingKey: string } }>(
    provider.api,
    'publishListing',
    { ...content, agentId: provider.agentId },
    'listing { listingKey }',
  );
  const { matchRun } = await mutate<{ matchRun: { matchRunId: string } }>(
    provider.api,
    'runMatch',
    { listingKey: listing.listingKey },
    'matchRun { matchRunId }',
  );
  return matchRun.matchRunId;
}

/** Collects the keys and cursors of every list below a principal, found by the schema. */
class Seen {
  readonly keys = new Map<string, string[]>();
  readonly ids: string[] = [];
  readonly cursors = new Map<string, string[]>();

  async all({ owner, principalKey }: Party): Promise<void> {
    const type = schema.getType('Principal') as GraphQLObjectType;
    const text = `query ($key: ID!) { principal(principalKey: $key) { id ${this.lists(type, 2)} } }`;
    this.walk(await owner.queryOrThrow(text, { key: principalKey }), '');
  }

  /** Selects the lists of a type and the lists of their rows. */
  private lists(type: GraphQLObjectType, depth: number): string {
    return Object.values(type.getFields())
      .map(({ name, type: of }) => ({ name, of: getNamedType(of) }))
      .filter(({ of }) => isObjectType(of) && of.name.endsWith('Connection'))
      .map(({ name, of }) => {
        const edge = getNamedType((of as GraphQLObjectType).getFields()['nodes']?.type);
        const below = depth > 1 && isObjectType(edge) ? this.lists(edge, depth - 1) : '';
        const ids = isObjectType(edge)
          ? Object.keys(edge.getFields()).filter((it) => /^(id|\w+(Key|Id))$/.test(it))
          : [];
        return `${name}(first: 5) { edges { cursor node { __typename ${ids.join(' ')} ${below} } } }`;
      })
      .join(' ');
  }

  private walk(value: unknown, field: string): void {
    if (typeof value === 'string') this.note(value);
    if (typeof value !== 'object' || value === null) return;
    for (const [name, member] of Object.entries(value)) {
      if (name === 'cursor') this.cursors.set(field, [...(this.cursors.get(field) ?? []), String(member)]);
      else this.walk(member, /^(\d+|edges|nodes?)$/.test(name) ? field : name);
    }
  }

  note(text: string): void {
    const prefix = /^([a-z]{3})_[0-9a-z]{26}$/.exec(text)?.[1];
    if (prefix !== undefined) this.keys.set(prefix, [...new Set([...(this.keys.get(prefix) ?? []), text])]);
    else if (/^[0-9a-f]{8}-/.test(text)) this.ids.push(text);
  }
}
