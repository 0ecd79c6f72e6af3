import { idOf, keyOf } from '../../src/domain/keys';
import { summaries } from '../../src/domain/actions/summaries';
import { mutate } from '../../test/support/actors';
import { codeOf, type Sent } from '../../test/support/exchange';
import type { SeededRandom } from '../fault-injection/chaos/seeded-random';
import { type Costs, costsSince } from './costs';
import { own, unoffered, type Input, type Item, type Subject } from './inputs';
import { settlementsOf, type Settlements } from './settlements';
import type { Actor, Member, World } from './state';

/** One read of an object's acts, and the calls that test what it says. */

interface Act {
  readonly operation: string;
  readonly input: Input;
  readonly restMethod: string;
  readonly restPath: string;
  readonly restBody: Input;
  readonly agentKey: string | null;
  readonly costStamps: number;
  readonly bondStamps: number;
  readonly hasEffect: boolean;
  readonly payer: { readonly principalKey: string } | null;
  readonly consequence: { readonly summary: string };
}
interface Blocked {
  readonly operation: string;
  /** The refused variant; null if every input is refused. */
  readonly input: Input | null;
  readonly code: string;
}
interface Acts {
  readonly allowedActions: readonly Act[];
  readonly blockedActions: readonly Blocked[];
}
interface Found extends Acts {
  readonly subject: Subject;
}

const ACTS = `allowedActions { operation input restMethod restPath restBody agentKey costStamps bondStamps hasEffect
  payer { principalKey } consequence { summary } } blockedActions { operation input code }`;
const TRADE = `tradeKey steps { stepNo state items { itemId } } ${ACTS}`;
const TERMS = `terms { coverageThresholdBps steps { stepNo title providerPrincipalKey providerAgentId consumerPrincipalKey
  consumerAgentId priceStamps contractWindowSeconds checkpointWindowSeconds items { itemId description weight must } } }`;

interface TradeNode extends Acts {
  readonly tradeKey: string;
  readonly steps: readonly { readonly stepNo: number; readonly state: string; readonly items: readonly Item[] }[];
}
interface PrincipalNode extends Acts {
  readonly trades: { readonly nodes: readonly TradeNode[] };
  readonly proposals: {
    readonly nodes: readonly (Acts & {
      readonly proposalKey: string;
      readonly currentRevision: Pick<Subject, 'terms'>;
    })[];
  };
  readonly listings: { readonly nodes: readonly (Acts & { readonly listingKey: string })[] };
}

function tradeSubject(node: TradeNode, key: Input): Found {
  const { steps, tradeKey, ...acts } = node;
  const step =
    steps.find(({ state }) => state === 'ACTIVE') ?? steps.find(({ state }) => state === 'PENDING') ?? steps.at(-1);
  const found = step && { stepNo: step.stepNo, items: step.items };
  return { ...acts, subject: { key: { ...key, tradeKey }, ...found } };
}

/** Refusals that an allowed act never has. */
const NEVER = [402, 403, 404, 409];
/** Acts that bring a trade about or lead to its end. Without a preference for them, few trades settle. */
const ONWARD = new Set([
  'createTrade',
  'activateTrade',
  'publishDeliveryContract',
  'submitCheckpoint',
  'fileRebuttal',
  'evaluateTrade',
]);
const isOnward = ({ operation, input, hasEffect }: Act): boolean =>
  hasEffect && (ONWARD.has(operation) || input['decision'] === 'ACCEPT');

/** Refusals of what the caller chose, which no act can know: a profile, and the terms of a counter under a mandate. */
const BY_CHOICE: Readonly<Record<string, readonly string[]>> = {
  publishListing: ['listing_already_active'],
  'respondToProposal COUNTER': ['approval_required', 'mandate_exceeded'],
};
const REQUEST = summaries.requestApproval;

export class Walk {
  readonly tally = new Map<string, number>();

  constructor(
    readonly world: World,
    private readonly random: SeededRandom,
  ) {}

  private count(name: string): void {
    this.tally.set(name, (this.tally.get(name) ?? 0) + 1);
  }

  /** Reads the acts of a random caller, tries some that are blocked, and does one that is allowed. */
  async step(): Promise<void> {
    const { random, world } = this;
    // A longer jump expires all proposals, so it is rare.
    if (random.next() < 0.02) world.app.clock.advance(random.pick([600, 3_600, 3_600, 86_401, 259_201, 1_300_000]));
    const kind = random.pick(['agent', 'agent', 'agent', 'bound', 'owner', 'viewer', 'operator'] as const);
    const actor: Actor = { kind, member: random.pick(world.members) };
    const found = kind === 'operator' ? await this.trades(actor) : await this.objects(actor);
    const chosen = found.filter((one) => one.allowedActions.some(({ hasEffect }) => hasEffect));
    const onward = chosen.filter((one) => one.allowedActions.some(isOnward));
    const some = onward.length > 0 && random.next() < 0.6 ? onward : chosen;
    const object = random.pick(some.length > 0 && random.next() < 0.9 ? some : found);
    if (kind === 'viewer' && object.allowedActions.length > 0) throw new Error('a viewer has acts');
    this.assertDisjoint(object);
    for (const blocked of object.blockedActions) if (random.next() < 0.3) await this.tryBlocked(actor, object, blocked);
    const acts = object.allowedActions.filter(({ hasEffect }) => hasEffect || random.next() < 0.1);
    const act = acts.length === 0 ? undefined : this.likely(acts);
    if (act) await this.doAllowed(actor, object, act);
  }

  /** Acts that end trades and proposals, or that replace credentials, are chosen less often. */
  private likely(acts: readonly Act[]): Act {
    const rare = new Set(['withdrawFromTrade', 'rotateCredential', 'returnFunds', 'releaseBond', 'reserveBond']);
    const isRare = (act: Act): boolean =>
      rare.has(act.operation) ||
      ['REJECT', 'COUNTER', 'CLOSE', 'PAUSE', 'FAILED'].includes(String(Object.values(act.input).at(-1)));
    const onward = acts.filter(isOnward);
    if (onward.length > 0 && this.random.next() < 0.6) return this.random.pick(onward);
    const common = acts.filter((act) => !isRare(act));
    return this.random.pick(common.length > 0 && this.random.next() < 0.7 ? common : acts);
  }

  /** An operation is blocked as a whole, or each of its variants is allowed or blocked. */
  private assertDisjoint({ allowedActions, blockedActions }: Acts): void {
    const textOf = ({ operation, input }: Pick<Blocked, 'operation' | 'input'>): string =>
      JSON.stringify([operation, input]);
    const all = [...allowedActions, ...blockedActions];
    const both = blockedActions.filter((blocked) =>
      all.some(
        (other) =>
          other !== blocked &&
          other.operation === blocked.operation &&
          (blocked.input === null || textOf(other) === textOf(blocked)),
      ),
    );
    if (both.length > 0) throw new Error(`both allowed and blocked: ${JSON.stringify(both)}`);
  }

  private async objects(actor: Actor): Promise<Found[]> {
    const key = { principalKey: actor.member.party.principalKey };
    const text = `query ($principalKey: ID!) { principal(principalKey: $principalKey) { ${ACTS}
      trades(first: 4) { nodes { ${TRADE} } }
      proposals(first: 3) { nodes { proposalKey ${ACTS} currentRevision { ${TERMS} } } }
      listings(first: 3) { nodes { listingKey ${ACTS} } } } }`;
    const sent = await this.world.graphql(this.world.signerOf(actor), text, key);
    const node = (sent.json.data as { principal: PrincipalNode } | null)?.principal;
    if (!node) throw new Error(JSON.stringify(sent.json));
    return [
      { ...node, subject: { key } },
      ...node.trades.nodes.map((trade) => tradeSubject(trade, key)),
      ...node.proposals.nodes.map(({ proposalKey, currentRevision, ...acts }) => {
        return { ...acts, subject: { key: { ...key, proposalKey }, terms: currentRevision.terms } as Subject };
      }),
      ...node.listings.nodes.map(({ listingKey, ...acts }) => ({ ...acts, subject: { key: { ...key, listingKey } } })),
    ];
  }

  private async trades(actor: Actor): Promise<Found[]> {
    const [row] = await this.world.app.sql<{ trade_id: string }>(
      'SELECT trade_id FROM trade WHERE settled_at IS NULL OR random() < 0.05 ORDER BY random() LIMIT 1',
    );
    if (!row) return this.objects(actor);
    const tradeKey = keyOf('trd', row.trade_id);
    const { operatorTrade } = await this.world.read<{ operatorTrade: TradeNode }>(
      `{ operatorTrade(tradeKey: "${tradeKey}") { ${TRADE} } }`,
    );
    return [tradeSubject(operatorTrade, {})];
  }

  private async send(actor: Actor, operation: string, input: Input, agentKey: string | null): Promise<Sent> {
    const type = `${operation.charAt(0).toUpperCase()}${operation.slice(1)}Input`;
    const selection = SELECTIONS[operation] ?? '__typename';
    const text = `mutation ($input: ${type}!) { ${operation}(input: $input) { ${selection} } }`;
    return this.world.graphql(this.world.signerOf(actor, agentKey ?? undefined), text, { input });
  }

  private async tryBlocked(actor: Actor, { subject }: Found, blocked: Blocked): Promise<void> {
    const { operation, code } = blocked;
    const input = blocked.input
      ? { ...own(operation, blocked.input, subject, actor.member, this.random), ...blocked.input }
      : unoffered(operation, subject, actor.member, this.random);
    const agentKey = this.agentOf(actor.member, subject);
    const sent = await this.send(actor, operation, input, agentKey);
    const refused = codeOf(sent);
    if (refused !== code.toLowerCase()) {
      throw new Error(
        `${operation} is blocked with ${code}, and got ${String(refused)}: ${JSON.stringify([actor.kind, input, sent.json])}`,
      );
    }
    this.count(`blocked ${operation}${variantOf(blocked.input ?? {})} ${code}`);
  }

  /** The only agent of a member that trades: further ones publish no listings. */
  private agentOf({ agentKeys }: Member, { stepNo }: Subject): string | null {
    return stepNo === undefined ? null : (agentKeys[0] ?? null);
  }

  private async doAllowed(actor: Actor, { subject }: Found, act: Act): Promise<void> {
    const { operation, input } = act;
    const rest = own(operation, input, subject, actor.member, this.random);
    const payer = act.payer?.principalKey ?? actor.member.party.principalKey;
    const before = await costsSince(this.world, payer);
    const settlements = await settlementsOf(this.world, operation, { ...rest, ...input });
    const isRest = this.random.next() < 0.25 && Object.keys(rest).length === 0;
    const signer = this.world.signerOf(actor, act.agentKey ?? undefined);
    const sent = isRest
      ? await this.world.rest(signer, act.restMethod, act.restPath, act.restBody)
      : await this.send(actor, operation, { ...rest, ...input }, act.agentKey);
    this.assertAccepted(actor, act, sent);
    if (codeOf(sent) === 'approval_required') return this.decide(actor.member, sent);
    this.count(`allowed ${operation}${variantOf(input)}`);
    this.assertCosts(act, await before());
    await this.afterwards(actor, operation, sent, settlements);
  }

  private assertAccepted({ kind }: Actor, act: Act, sent: Sent): void {
    const code = codeOf(sent);
    if (act.consequence.summary === REQUEST && code === 'approval_required') return;
    const byChoice = BY_CHOICE[`${act.operation}${variantOf(act.input)}`] ?? [];
    if (code === undefined || byChoice.some((one) => one === code)) return;
    const status = Number(sent.json.errors?.[0]?.extensions['status'] ?? sent.status);
    const kindOf = NEVER.includes(status) ? 'unsound' : 'unexpected';
    throw new Error(`${kindOf}: ${kind} ${JSON.stringify(act)} got ${JSON.stringify(sent.json)}`);
  }

  private assertCosts(act: Act, { cost, bond }: Costs): void {
    if (act.operation === 'fundPrincipal') return;
    // A refused publication has no costs.
    if (act.operation === 'publishListing' && cost === 0) return;
    if (cost !== act.costStamps || bond !== act.bondStamps)
      throw new Error(`costs ${String(cost)} and bond ${String(bond)}, not as offered: ${JSON.stringify(act)}`);
  }

  /** An owner approves, denies or leaves the request of an agent. */
  private async decide({ party }: Member, sent: Sent): Promise<void> {
    const approvalKey = sent.json.errors?.[0]?.extensions['approvalKey'] ?? (sent.json as Input)['approval_key'];
    this.count('allowed request for an approval');
    const decision = this.random.pick(['APPROVE', 'APPROVE', 'DENY', 'WAIT']);
    if (decision === 'WAIT') return;
    const { principalKey } = party;
    await mutate(party.owner, 'decideApproval', { principalKey, approvalKey, decision }, 'approval { id }');
    this.count(`approval ${decision}`);
  }

  private async afterwards({ member }: Actor, operation: string, sent: Sent, before: Settlements): Promise<void> {
    const payload = (sent.json.data as Record<string, Record<string, never>> | null)?.[operation] ?? {};
    const { credential, purchase, agent } = payload as {
      credential?: Member['party']['credential'];
      purchase?: { checkoutUrl: string };
      agent?: { agentKey: string };
    };
    if (operation === 'rotateCredential') {
      const issued = credential ?? (sent.json as unknown as { api_key: string; signing_secret: string });
      member.party = {
        ...member.party,
        credential: 'api_key' in issued ? { apiKey: issued.api_key, signingSecret: issued.signing_secret } : issued,
      };
      // The rotation has revoked it.
      await this.world.bind(member);
    }
    if (purchase) await fetch(purchase.checkoutUrl, { method: 'POST', redirect: 'manual' });
    if (agent && idOf('agt', agent.agentKey) === undefined) throw new Error('an agent without a key');
    this.count(await before.compare());
  }
}

const SELECTIONS: Readonly<Record<string, string>> = {
  rotateCredential: 'credential { apiKey signingSecret }',
  purchaseTickets: 'purchase { checkoutUrl }',
  registerAgent: 'agent { agentKey }',
};

function variantOf(input: Input): string {
  const variant = input['decision'] ?? input['status'] ?? input['lifecycleAction'] ?? input['verdict'];
  return typeof variant === 'string' ? ` ${variant}` : '';
}
