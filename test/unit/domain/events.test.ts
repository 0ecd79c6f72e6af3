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
import { A, B, uuid } from './setup';

const context = { now: new Date(0), newId: uuid };

// @spec EV4
describe('events have REST names and always principal_key', () => {
  test('proposal.* has state and revision, and goes to each principal', () => {
    const proposal = { proposalId: uuid(), state: 'countered', currentRevisionNo: 3 } as const;
    const events = proposalEvents(
      'proposal.countered',
      proposal,
      [{ principalId: A.id }, { principalId: B.id }],
      context,
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
  test('tickets.credited has the session and the tickets', () => {
    const event = ticketsCredited(A.id, 'cs_1', 1000n, context);
    expect(event).toMatchObject({ principalId: A.id, type: 'tickets.credited', subjectKey: keyOf('prn', A.id) });
    expect(event.data).toEqual({ principal_key: keyOf('prn', A.id), session_id: 'cs_1', tickets_stamps: 1000 });
  });
});

describe('journals', () => {
  const head = { journalId: uuid(), idemKey: 'k', kind: 'settlement', tradeId: null } as const;
  test('should leave out zero lines, and a journal without lines', () => {
    const moving = line(tickets(A.id), platformFee, 1n);
    expect(journals(head, [line(tickets(A.id), slashPool, 0n), moving])).toEqual([{ ...head, lines: [moving] }]);
    expect(journals(head, [line(tickets(A.id), slashPool, 0n)])).toEqual([]);
  });
  // @spec LE4
  test('should add up to zero over all accounts', () => {
    const changes = netChanges([line(stripeClearing, wallet('h'), 5n), line(wallet('h'), tickets(A.id), 2n)]);
    expect(Object.fromEntries(changes)).toEqual({
      stripe_clearing: -5n,
      'wallet:h': 3n,
      [accountName(tickets(A.id))]: 2n,
    });
  });
});
