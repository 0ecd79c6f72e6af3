import { randomUUID } from 'node:crypto';
import type { Signer } from '../../src/client';
import { idOf, keyOf } from '../../src/domain/keys';
import { startTestApp, type TestApp } from '../../test/support/app';
import { buyTickets, createParty, mutate, type Party } from '../../test/support/actors';
import { send, query, type Sent } from '../../test/support/exchange';
import { setAnchor } from '../../test/support/quotas';
import { unlimited } from '../../test/support/unlimited';

/** The parties of the walk, who may call for them, and a count of all calls. */

export interface Member {
  readonly name: string;
  party: Party;
  /** A credential of the trading agent alone, without the scope of money. */
  bound: Party['credential'] | undefined;
  readonly agentKeys: string[];
  readonly viewer: string;
}

/** A caller: an agent, a credential of one agent, an owner or a viewer of a member, or an operator. */
export interface Actor {
  readonly kind: 'agent' | 'bound' | 'owner' | 'viewer' | 'operator';
  /** The principal for which the caller acts; an operator reads any. */
  readonly member: Member;
}

const RATES = { ATS_RATE_LIMIT_PER_MINUTE: '100000000' };

export class World {
  calls = 0;
  readonly members: Member[] = [];

  private constructor(readonly app: TestApp) {}

  static async open(): Promise<World> {
    // No worker settles or expires anything, so that only the walk acts.
    const world = new World(await startTestApp({ ...unlimited, ...RATES, ATS_ROLE: 'api' }));
    for (const name of ['Ann', 'Ben', 'Cleo', 'Dan']) await world.join(name);
    const [ann, ben, cleo, dan] = world.members as [Member, Member, Member, Member];
    // Some limits are low, so that the walk reaches them.
    await setAnchor(world.app, ann.party.principalKey, { maxOpenTrades: 3, maxCredentials: 5 });
    await setAnchor(world.app, ben.party.principalKey, { bondLimitStamps: 900, maxAgents: 4, matchRunsPerDay: 3 });
    await setAnchor(world.app, cleo.party.principalKey, {
      dailySpendLimitStamps: 6_000,
      maxBindings: 6,
      changesPerDay: 3,
    });
    await setAnchor(world.app, dan.party.principalKey, { openProposalsPerCounterparty: 1 });
    // Two agents have mandates: one needs approvals for most trades, and one may use little.
    await world.mandate(ben, { approvalAboveStamps: 300 });
    await world.mandate(dan, {
      perTradeStamps: 900,
      maxOpenTrades: 2,
      counterparties: [ann.party.principalKey, cleo.party.principalKey],
    });
    return world;
  }

  private async join(name: string): Promise<void> {
    const party = await createParty(this.app, name);
    await buyTickets(party, 'STARTER');
    const viewer = `viewer-${randomUUID()}`;
    const binding = { principalKey: party.principalKey, provider: 'test', subject: viewer, role: 'VIEWER' };
    await mutate(party.owner, 'putBinding', binding, 'binding { id }');
    await this.retireAgent(party);
    const member: Member = { name, party, bound: undefined, agentKeys: [keyOf('agt', party.agentId)], viewer };
    await this.bind(member);
    this.members.push(member);
  }

  /** Issues the credential of the agent alone. A quota of the principal can refuse it. */
  async bind(member: Member): Promise<void> {
    const { owner, principalKey } = member.party;
    const input = { principalKey, agentKey: member.agentKeys[0], scopes: ['READ', 'TRADE'] };
    const selection = 'credential { apiKey signingSecret }';
    const made = mutate<{ credential: Party['credential'] }>(owner, 'createCredential', input, selection);
    member.bound = await made.then(
      ({ credential }) => credential,
      () => undefined,
    );
  }

  /** The listing of an agent that has retired is one of the objects of the walk. */
  private async retireAgent({ owner, api, principalKey }: Party): Promise<void> {
    const card = { name: 'Retired', description: 'x', version: '1.0.0', capabilities: {} };
    const { agent } = await mutate<{ agent: { agentKey: string } }>(
      owner,
      'registerAgent',
      { principalKey, card },
      'agent { agentKey }',
    );
    const { agentKey } = agent;
    const listing = {
      agentId: idOf('agt', agentKey),
      tradeProfile: 'walk.a',
      side: 'PROVIDE',
      title: 'Old work',
      priceStamps: 5,
    };
    await mutate(api, 'publishListing', listing, 'listing { id }');
    await mutate(owner, 'retireAgent', { principalKey, agentKey }, 'agent { id }');
  }

  private async mandate(
    { party: { owner, principalKey }, agentKeys: [agentKey] }: Member,
    limits: object,
  ): Promise<void> {
    await mutate(owner, 'putMandate', { principalKey, agentKey, ...limits }, 'agent { id }');
  }

  signerOf({ kind, member }: Actor, agentId?: string): Signer {
    const acting = (subject: string) => ({ credential: this.app.console, acting: { provider: 'test', subject } });
    if (kind === 'operator') return { credential: this.app.operatorCredential };
    const signer = kind === 'agent' ? { credential: member.party.credential } : undefined;
    if (kind === 'bound') return { credential: member.bound ?? member.party.credential };
    const base = signer ?? acting(kind === 'owner' ? member.party.subject : member.viewer);
    return agentId === undefined ? base : { ...base, agentId };
  }

  async graphql(signer: Signer, text: string, variables: object = {}): Promise<Sent> {
    this.calls += 1;
    const isMutation = text.startsWith('mutation');
    return send(this.app, signer, { body: query(text, variables), ...(isMutation && { key: randomUUID() }) });
  }

  async rest(signer: Signer, method: string, path: string, body: object): Promise<Sent> {
    this.calls += 1;
    return send(this.app, signer, { method, path, body: JSON.stringify(body), key: randomUUID() });
  }

  /** Reads as an operator, who may read any principal. */
  async read<T>(text: string): Promise<T> {
    const sent = await this.graphql({ credential: this.app.operatorCredential }, text);
    if (sent.json.errors) throw new Error(`${text}: ${JSON.stringify(sent.json.errors)}`);
    return sent.json.data as T;
  }
}
