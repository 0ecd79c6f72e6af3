import DataLoader from 'dataloader';
import type { MandateData } from '../../../domain/parties/mandate';
import type { PrincipalData } from '../../../domain/parties/principal';
import type { RecordData } from '../../../domain/trades/settlement';
import type { Listing } from '../../../domain/types';
import type { Db } from '../../../operations/context';
import { inOrderOf } from './loader-factory';
import type { LoaderGates } from './loader-gates';
import {
  activeListingsLike,
  type DecisionData,
  firstAgents,
  mandatesOf,
  type MandateWithUse,
  readDecisionData,
  readFaultRecords,
  readMandateData,
  readPrincipalData,
  type RecordKey,
  walletBalance,
} from '../../../operations/queries/decision-data';

/** Creates a loader on its first use, because it needs the time of the request. */
function onFirstUse<L>(create: (now: Date) => L): (now: Date) => L {
  let loader: L | undefined;
  return (now) => (loader ??= create(now));
}

/**
 * Loaders of the data of decisions, without locks. Each level of an answer costs one statement.
 *
 * @param gates delay the batches of the loaders until the lists of the answer have been read
 */
export function decisionLoaders(db: Db, cache: boolean, gates: LoaderGates) {
  const ofObjects = { cache, batchScheduleFn: gates.ofObjects };
  const ofParties = { cache, batchScheduleFn: gates.ofParties };
  const data = (name: 'trade_id' | 'proposal_id') =>
    new DataLoader<string, DecisionData | undefined>((ids) => {
      const requests = ids.map((id) => ({ [name]: id }));
      return gates.data(() => readDecisionData(db, requests));
    }, ofObjects);
  return {
    tradeDecisionData: data('trade_id'),
    proposalDecisionData: data('proposal_id'),
    /** The records that principals would have if they were at fault now. */
    faultRecords: onFirstUse(
      (now) =>
        new DataLoader<RecordKey, RecordData, string>((keys) => readFaultRecords(db, keys, now), {
          cache,
          cacheKeyFn: ({ principalId, tradeId }) => `${principalId} ${tradeId ?? ''}`,
        }),
    ),
    principalData: onFirstUse(
      (now) => new DataLoader<string, PrincipalData>((ids) => loadPrincipalData(db, ids, now), ofParties),
    ),
    /** The mandates of the agents of a proposal's participants. */
    proposalMandates: onFirstUse(
      (now) => new DataLoader<string, readonly MandateData[]>((ids) => readMandateData(db, ids, now), ofParties),
    ),
    /** The use of the mandates of agents. */
    mandates: onFirstUse(
      (now) => new DataLoader<string, MandateWithUse | undefined>((ids) => mandatesOf(db, ids, now), { cache }),
    ),
    /** The listings with the stored state active that have the agent and the profile of a listing. */
    activeListings: new DataLoader<Listing, Listing[], string>(
      async (listings) => {
        const active = await activeListingsLike(
          db,
          listings.map(({ listingId }) => listingId),
        );
        return listings.map(({ agentId, tradeProfile }) =>
          active.filter((other) => other.agentId === agentId && other.tradeProfile === tradeProfile),
        );
      },
      { cache, cacheKeyFn: ({ listingId }) => listingId },
    ),
    /** The two oldest agents of a principal that have not retired. With one, an act names it. */
    firstAgents: new DataLoader<string, string[]>(
      async (ids) => {
        const agents = await firstAgents(db, ids);
        return ids.map((id) => agents.filter((agent) => agent.principalId === id).map(({ agentId }) => agentId));
      },
      { cache },
    ),
    /** Balances of wallets. A request has at most one acting human. */
    walletBalance: new DataLoader<string, bigint>(
      (humanIds) => Promise.all(humanIds.map((humanId) => walletBalance(db, humanId))),
      { cache },
    ),
  };
}

async function loadPrincipalData(db: Db, ids: readonly string[], now: Date): Promise<PrincipalData[]> {
  return inOrderOf(ids, await readPrincipalData(db, ids, now), ({ principalId }) => principalId);
}
