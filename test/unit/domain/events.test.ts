import { proposalEvents, ticketsCredited } from '../../../src/domain/events/events';
import { keyOf } from '../../../src/domain/keys';
import {
  accountName,
  journals,
  line,
  netChanges,
  platformFee,
  slashPool,
  stripeClearing,
  tickets,
  wallet,
} from '../../../src/domain/ledger/accounts';
import { A, B, uuid } from './facts';

const moment = { now: new Date(0), newId: uuid };

// @spec EV4
describe('events carry REST names and always principal_key', () => {
  test('proposal.*: one for each principal, with state and revision', () => {
    const proposal = { proposalId: uuid(), state: 'countered', currentRevisionNo: 3 } as const;
    const events = proposalEvents(
      'proposal.countered',
      proposal,
      [{ principalId: A.id }, { principalId: B.id }],
      moment,
    );
    expect(events.map((event) => event.principalId)).toEqual([A.id, B.id]);
    expect(new Set(events.map((event) => event.eventId)).size).toBe(2);
    expect(events[1]).toMatchObject({ subjectKey: keyOf('prp', proposal.proposalId), tradeId: null });
    expect(events[1]?.data).toEqual({
      principal_key: keyOf('prn', B.id),
      proposal_key: keyOf('prp', proposal.proposalId),
      proposal_id: proposal.proposalId,
      state: 'countered',
      revision_no: 3,
    });
  });
  // @spec EV4
  test('tickets.credited: the session and the tickets', () => {
    const event = ticketsCredited(A.id, 'cs_1', 1000n, moment);
    expect(event).toMatchObject({ principalId: A.id, type: 'tickets.credited', subjectKey: keyOf('prn', A.id) });
    expect(event.data).toEqual({ principal_key: keyOf('prn', A.id), session_id: 'cs_1', tickets_stamps: 1000 });
  });
});

describe('a journal', () => {
  const head = { journalId: uuid(), idemKey: 'k', kind: 'settlement', tradeId: null } as const;
  test('leaves zero lines out, and is none without lines', () => {
    const moving = line(tickets(A.id), platformFee, 1n);
    expect(journals(head, [line(tickets(A.id), slashPool, 0n), moving])).toEqual([{ ...head, lines: [moving] }]);
    expect(journals(head, [line(tickets(A.id), slashPool, 0n)])).toEqual([]);
  });
  // @spec LE4
  test('adds up to zero over its accounts', () => {
    const changes = netChanges([line(stripeClearing, wallet('h'), 5n), line(wallet('h'), tickets(A.id), 2n)]);
    expect(Object.fromEntries(changes)).toEqual({
      stripe_clearing: -5n,
      'wallet:h': 3n,
      [accountName(tickets(A.id))]: 2n,
    });
  });
});
