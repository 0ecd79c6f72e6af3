import { setTimeout as pause } from 'node:timers/promises';
import type { Credential, Signer } from '../../../src/client';
import {
  asAgent,
  asOperator,
  asOwner,
  addExpectedStamps,
  EVENT_TYPES,
  type Lane,
  mutate,
  type Party,
  type World,
} from './parties';
import type { Scene } from './plan';
import { publish } from './trading';

/** Scenes in which parties register, buy, move money and change owners. */

export interface Issued {
  readonly credentialId: string;
  readonly apiKey: string;
  readonly signingSecret: string;
}

export const ISSUED = 'credential { credentialId apiKey signingSecret }';
export const pairOf = ({ apiKey, signingSecret }: Issued): Credential => ({ apiKey, signingSecret });

const CARD = { description: 'Trades in tests.', version: '1.0.0', capabilities: { pushNotifications: true } };

interface Agent {
  readonly agent: { readonly agentKey: string; readonly agentId: string };
  readonly webhookSigningKey: { readonly version: number; readonly secret: string };
}

export function registerAgent(
  world: World,
  key: string,
  owner: { principalKey: string; subject: string },
  path: string,
) {
  return mutate<Agent>(world, {
    key,
    signer: asOwner(world, owner.subject),
    field: 'registerAgent',
    input: {
      principalKey: owner.principalKey,
      card: { ...CARD, name: key },
      notificationUrl: world.url(path),
      eventTypes: EVENT_TYPES,
    },
    selection: 'agent { agentKey agentId } webhookSigningKey { version secret }',
    acknowledges: ({ agent, webhookSigningKey }) => ({
      effects: [
        { kind: 'agent', id: agent.agentKey },
        { kind: 'signing_key', id: `${agent.agentKey}:${webhookSigningKey.version}` },
      ],
      values: { [`types ${agent.agentKey}`]: String(EVENT_TYPES.length), [`url ${agent.agentKey}`]: world.url(path) },
    }),
  });
}

/** Creates a human with a principal and an agent that receives webhooks. */
export async function createParty(world: World, key: string): Promise<Party> {
  const subject = `human-${key}`;
  const { principal, credential } = await mutate<{ principal: { principalKey: string }; credential: Issued }>(world, {
    key: `${key}-provision`,
    signer: asOwner(world, subject),
    field: 'provisionPrincipal',
    input: { displayName: key },
    selection: `principal { principalKey } ${ISSUED}`,
    acknowledges: (made) => ({
      effects: [
        { kind: 'principal', id: made.principal.principalKey },
        { kind: 'credential', id: made.credential.credentialId },
      ],
      values: {
        [`name ${made.principal.principalKey}`]: key,
        [`credential ${made.credential.credentialId}`]: 'active',
      },
    }),
  });
  const { principalKey } = principal;
  const path = `/${key}`;
  const { agent, webhookSigningKey } = await registerAgent(world, `${key}-agent`, { principalKey, subject }, path);
  const secrets = { [webhookSigningKey.version]: webhookSigningKey.secret };
  const { credentialId } = credential;
  return { principalKey, ...agent, subject, credentialId, credential: pairOf(credential), secrets, path };
}

const PACKS = { STARTER: 1000, GROWTH: 10_000, SCALE: 100_000 };

function startPurchase(world: World, key: string, signer: () => Signer, input: object, stamps: number) {
  return mutate<{ purchase: { sessionId: string; checkoutUrl: string } }>(world, {
    key: `${key}-purchase`,
    signer,
    field: 'purchaseTickets',
    input,
    selection: 'purchase { sessionId checkoutUrl }',
    acknowledges: (made) => ({ effects: [{ kind: 'purchase', id: made.purchase.sessionId, value: String(stamps) }] }),
  });
}

export async function buy(
  world: World,
  key: string,
  party: Party,
  pack: keyof typeof PACKS,
  wallet = false,
): Promise<void> {
  const stamps = PACKS[pack];
  const signer = wallet ? asOwner(world, party.subject) : asAgent(party);
  const input = { pack, ...(wallet && { to: 'WALLET' }) };
  const { purchase } = await startPurchase(world, key, signer, input, stamps);
  // The processor is never killed, so one request is enough.
  await fetch(purchase.checkoutUrl, { method: 'POST', redirect: 'manual' });
  const query = 'query ($id: String!) { ticketPurchase(sessionId: $id) { status } }';
  interface Status {
    readonly ticketPurchase: { readonly status: string };
  }
  for (let n = 0; ; n += 1) {
    const { ticketPurchase } = await world.calls.askSuccessfully<Status>({
      key: `${key}-status-${n}`,
      signer,
      field: 'ticketPurchase',
      document: { query, variables: { id: purchase.sessionId } },
      acknowledges: ({ ticketPurchase: { status } }) =>
        status !== 'CREDITED'
          ? {}
          : {
              effects: [{ kind: 'credit', id: purchase.sessionId }],
              events: wallet ? [] : [`${party.principalKey} tickets.credited ${party.principalKey}`],
            },
    });
    if (ticketPurchase.status === 'CREDITED') break;
    await pause(50);
  }
  addExpectedStamps(world, wallet ? party.subject : party.principalKey, stamps);
}

/** Pays too little for a purchase: the payment is parked, and an operator resolves it. It also announces a policy. */
export async function parked(lane: Lane, { key }: Scene): Promise<void> {
  const { purchase } = await startPurchase(lane, key, asAgent(lane.provider), { pack: 'STARTER' }, PACKS.STARTER);
  await lane.confirmPayment(purchase.sessionId, 1);
  await mutate(lane, {
    key: `${key}-resolve`,
    signer: asOperator(lane),
    field: 'resolvePayment',
    input: { sessionId: purchase.sessionId, reason: 'Refunded at Stripe.' },
    selection: 'operatorAct { id }',
    acknowledges: () => ({ effects: [{ kind: 'resolution', id: purchase.sessionId }] }),
  });
  const { principalKey } = lane.provider;
  // With an active listing the provider is in the market, so it must get the event.
  await publish(lane, `${key}-offer`, lane.provider, 'PROVIDE', `torture.${key}`, 1);
  await mutate(lane, {
    key: `${key}-announce`,
    signer: asOperator(lane),
    field: 'activatePolicy',
    input: { policyVersion: 'slash_policy_v1.1', effectiveAt: '2100-01-01T00:00:00.000Z' },
    selection: 'policy { version }',
    acknowledges: () => ({
      events: [`${principalKey} policy.announced ${principalKey}`],
      broadcast: 'policy.announced',
    }),
  });
}

const amountOf = (draw: number | undefined): number => 1 + ((draw ?? 0) % 90);

/** Moves stamps between wallet and principal, once both ways in one request, and between tickets and bond. */
export async function money(lane: Lane, { key, draws }: Scene): Promise<void> {
  const { consumer: party } = lane;
  const { principalKey, subject } = party;
  const owner = asOwner(lane, subject);
  const [fund, back, bond, there] = draws.map(amountOf) as [number, number, number, number];
  await mutate<{ transferKey: string }>(lane, {
    key: `${key}-fund`,
    signer: owner,
    field: 'fundPrincipal',
    input: { principalKey, amountStamps: fund },
    selection: 'transferKey walletBalanceStamps',
    acknowledges: () => ({ effects: [{ kind: 'wallet_fund', id: `${key}-fund`, value: String(fund) }] }),
  });
  await lane.calls.askSuccessfully({
    key: `${key}-both`,
    signer: owner,
    field: 'fundPrincipal, returnFunds',
    document: {
      query: `mutation ($there: FundPrincipalInput!, $back: ReturnFundsInput!) {
        fundPrincipal(input: $there) { transferKey } returnFunds(input: $back) { transferKey } }`,
      variables: { there: { principalKey, amountStamps: there }, back: { principalKey, amountStamps: back } },
    },
    acknowledges: () => ({
      effects: [
        { kind: 'wallet_fund', id: `${key}-both`, value: String(there) },
        { kind: 'wallet_return', id: `${key}-both`, value: String(back) },
      ],
    }),
  });
  await mutate(lane, {
    key: `${key}-return`,
    signer: owner,
    field: 'returnFunds',
    input: { principalKey, amountStamps: back },
    selection: 'transferKey',
    acknowledges: () => ({ effects: [{ kind: 'wallet_return', id: `${key}-return`, value: String(back) }] }),
  });
  const moved = fund + there - 2 * back;
  addExpectedStamps(lane, principalKey, moved);
  addExpectedStamps(lane, subject, -moved);
  await moveBond(lane, key, party, bond);
  await moveBond(lane, key, party, bond, 'releaseBond');
}

function moveBond(world: World, key: string, party: Party, stamps: number, field = 'reserveBond'): Promise<unknown> {
  const kind = field === 'reserveBond' ? 'bond_reserve' : 'bond_release';
  return mutate(world, {
    key: `${key}-${kind}`,
    signer: asAgent(party),
    field,
    input: { amountStamps: stamps },
    selection: 'principal { bondAvailableStamps }',
    acknowledges: () => ({ effects: [{ kind, id: `${key}-${kind}`, value: String(stamps) }] }),
  });
}

/**
 * Sends many mutations of three principals at once, so that they commit in batches.
 * All clients share one of the principals, so that they contend for its balance.
 */
export async function crowd(lane: Lane, { key, draws }: Scene): Promise<void> {
  const reserved = draws.map((draw, at) => {
    const party = [lane.sharedParty, lane.provider, lane.consumer][at % 3] ?? lane.sharedParty;
    return moveBond(lane, `${key}-${at}`, party, amountOf(draw));
  });
  await Promise.all(reserved);
  // Trades may have reserved the shared party's bond, so only the provider releases bond.
  await moveBond(lane, `${key}-back`, lane.provider, amountOf(draws[1]), 'releaseBond');
}

/** Renames a principal, changes its anchor, and adds a human as viewer and owner, then removes it. */
export async function owners(lane: Lane, { key, draws }: Scene): Promise<void> {
  const { consumer } = lane;
  const { principalKey } = consumer;
  const other = `other-${key}`;
  const owner = asOwner(lane, consumer.subject);
  const name = `name ${key}`;
  await mutate(lane, {
    key: `${key}-rename`,
    signer: owner,
    field: 'renamePrincipal',
    input: { principalKey, displayName: name },
    selection: 'principal { displayName }',
    acknowledges: () => ({ values: { [`name ${principalKey}`]: name } }),
  });
  const maxOpenTrades = 20 + ((draws[0] ?? 0) % 80);
  await mutate(lane, {
    key: `${key}-anchor`,
    signer: asOperator(lane),
    field: 'setEconomicAnchor',
    input: { principalKey, maxOpenTrades, dailySpendLimitStamps: 1_000_000_000 },
    selection: 'principal { displayName }',
    acknowledges: () => ({ values: { [`anchor ${principalKey}`]: String(maxOpenTrades) } }),
  });
  let bindingId = '';
  for (const role of ['VIEWER', 'OWNER']) {
    const { binding } = await mutate<{ binding: { bindingId: string } }>(lane, {
      key: `${key}-${role}`,
      signer: owner,
      field: 'putBinding',
      input: { principalKey, provider: 'test', subject: other, role },
      selection: 'binding { bindingId }',
      acknowledges: () => ({ values: { [`binding ${principalKey} ${other}`]: role.toLowerCase() } }),
    });
    ({ bindingId } = binding);
  }
  await mutate(lane, {
    key: `${key}-unbind`,
    signer: owner,
    field: 'removeBinding',
    input: { principalKey, bindingId },
    selection: 'binding { bindingId }',
    acknowledges: () => ({ values: { [`binding ${principalKey} ${other}`]: 'nothing' } }),
  });
}
