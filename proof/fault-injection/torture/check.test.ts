import { entriesAround, check, type Kind, type FinalState } from './check';
import { type Acknowledged, type Entry, History } from './history';

/** Plants one violation of each kind in a sound history and expects the checker to find it. */

const A = 'prn_a';
const feedsWith = (...ids: string[]): FinalState['feeds'] => [{ principal: A, by: 'page', ids }];

/** A small sound run: two calls, one of them answered at its second attempt, and a rotation. */
function soundRun(): { history: History; left: FinalState } {
  const history = new History();
  call(history, 'k1', 'ak_1', {
    effects: [{ kind: 'listing', id: 'lst_1', value: '10' }],
    events: [`${A} proposal.created prp_1`],
  });
  history.add({ kind: 'invoke', key: 'k2', attempt: 1, field: 'createTrade', server: 0, credential: 'ak_1' });
  history.add({ kind: 'unknown', key: 'k2', attempt: 1, why: 'ECONNRESET' });
  call(history, 'k2', 'ak_1', { effects: [{ kind: 'trade', id: 'trd_1' }], values: { name: 'new' } }, 2);
  call(history, 'k3', 'ak_c', { endedCredentials: ['ak_1'] });
  const left: FinalState = {
    effects: [
      { kind: 'listing', id: 'lst_1', value: '10', tag: 'k1' },
      { kind: 'trade', id: 'trd_1' },
    ],
    values: { name: 'new' },
    log: [{ id: 'evt_1', principal: A, sequence: 1, content: `${A} proposal.created prp_1` }],
    feeds: feedsWith('evt_1'),
    expectedWebhooks: ['agt_1 evt_1'],
    receivedWebhooks: ['agt_1 evt_1'],
  };
  return { history, left };
}

function call(
  history: History,
  key: string,
  credential: string,
  acknowledged: Acknowledged,
  attempt = 1,
  digest = 'same',
): void {
  history.add({ kind: 'invoke', key, attempt, field: 'f', server: 0, credential });
  history.add({ kind: 'ok', key, attempt, digest, ...acknowledged });
}

const kinds = (entries: readonly Entry[], left: FinalState): Kind[] => check(entries, left).map(({ kind }) => kind);

/** The violations of the sound run after a change. */
function kindsAfter(plant: (history: History, left: FinalState) => Partial<FinalState> | undefined): Kind[] {
  const { history, left } = soundRun();
  const changed = plant(history, left);
  return kinds(history.entries, { ...left, ...changed });
}

const refuse = (history: History, key: string, code = 'trade_state_conflict'): void => {
  history.add({ kind: 'invoke', key, attempt: 1, field: 'f', server: 1, credential: 'ak_2' });
  history.add({ kind: 'fail', key, attempt: 1, code });
};

test('should find nothing in a sound history', () => {
  expect(kindsAfter(() => undefined)).toEqual([]);
});

test('should find an acknowledged effect that is missing', () => {
  expect(kindsAfter((_, { effects }) => ({ effects: effects.slice(0, 1) }))).toEqual(['effect_missing']);
});

test('should find an acknowledged effect with another amount', () => {
  const other = { kind: 'listing', id: 'lst_1', value: '11', tag: 'k1' };
  expect(kindsAfter((_, { effects }) => ({ effects: [other, ...effects.slice(1)] }))).toEqual(['effect_altered']);
});

test('should find a second effect of a key by its tag, by its id, or as an effect without an acknowledgement', () => {
  const withEffect = (one: FinalState['effects'][number]) => (_: History, left: FinalState) => ({
    effects: [...left.effects, one],
  });
  expect(kindsAfter(withEffect({ kind: 'listing', id: 'lst_2', value: '10', tag: 'k1' }))).toEqual(['second_effect']);
  expect(kindsAfter(withEffect({ kind: 'trade', id: 'trd_1' }))).toEqual(['second_effect']);
  expect(kindsAfter(withEffect({ kind: 'trade', id: 'trd_2' }))).toEqual(['effect_unclaimed']);
});

test('should find an effect of a refused call', () => {
  expect(
    kindsAfter((history, { effects }) => {
      refuse(history, 'k4');
      return { effects: [...effects, { kind: 'contract', id: 'trd_1:1', tag: 'k4' }] };
    }),
  ).toEqual(['effect_of_refused']);
});

test('should find one effect that is acknowledged to two keys', () => {
  expect(
    kindsAfter((history) => {
      call(history, 'k5', 'ak_2', { effects: [{ kind: 'trade', id: 'trd_1' }] });
      return undefined;
    }),
  ).toEqual(['effect_shared']);
});

test('should find a value that is not the last acknowledged one', () => {
  expect(
    kindsAfter((history) => {
      call(history, 'k6', 'ak_2', { values: { name: 'newer' } });
      return undefined;
    }),
  ).toEqual(['value_wrong']);
});

test('should find a call that was never answered', () => {
  expect(
    kindsAfter((history) => {
      history.add({ kind: 'invoke', key: 'k7', attempt: 1, field: 'f', server: 0, credential: 'ak_2' });
      history.add({ kind: 'unknown', key: 'k7', attempt: 1, why: 'timeout' });
      return undefined;
    }),
  ).toEqual(['unresolved']);
});

test('should find two different answers to one key, except that its credential had ended', () => {
  const after = (plant: (history: History) => void) =>
    kindsAfter((history) => {
      plant(history);
      return undefined;
    });
  expect(after((history) => call(history, 'k1', 'ak_2', {}, 2, 'other'))).toEqual(['answers_differ']);
  expect(after((history) => refuse(history, 'k1'))).toEqual(['answers_differ']);
  expect(after((history) => refuse(history, 'k1', 'credential_invalid'))).toEqual([]);
});

test('should find an ended credential that succeeds, except for requests sent before its end', () => {
  expect(
    kindsAfter((history) => {
      call(history, 'k8', 'ak_1', {});
      return undefined;
    }),
  ).toEqual(['old_credential']);
  const { history, left } = soundRun();
  history.add({ kind: 'invoke', key: 'early', attempt: 1, field: 'f', server: 0, credential: 'ak_3' });
  call(history, 'k9', 'ak_c', { endedCredentials: ['ak_3'] });
  history.add({ kind: 'ok', key: 'early', attempt: 1, digest: 'same' });
  history.add({ kind: 'invoke', key: 'late', attempt: 1, field: 'f', server: 0, credential: 'ak_3' });
  history.add({ kind: 'fail', key: 'late', attempt: 1, code: 'credential_invalid' });
  expect(kinds(history.entries, left)).toEqual([]);
});

test('should find an event that is missing, doubled or not acknowledged', () => {
  const { log } = soundRun().left;
  expect(kindsAfter(() => ({ log: [], feeds: [] }))).toEqual(['event_missing']);
  const twice = [...log, { id: 'evt_2', principal: A, sequence: 2, content: `${A} proposal.created prp_1` }];
  expect(kindsAfter(() => ({ log: twice, feeds: feedsWith('evt_1', 'evt_2') }))).toEqual(['event_doubled']);
  const strange = [...log, { id: 'evt_2', principal: A, sequence: 2, content: `${A} trade.failed trd_1` }];
  expect(kindsAfter(() => ({ log: strange, feeds: feedsWith('evt_1', 'evt_2') }))).toEqual(['event_doubled']);
});

test('should accept one broadcast event for each principal, and find a second one or one that is missing', () => {
  const announced = (principal: string, id: string, sequence: number): FinalState['log'][number] => ({
    id,
    principal,
    sequence,
    content: `${principal} policy.announced ${principal}`,
  });
  const own = announced(A, 'evt_2', 2);
  const feeds = feedsWith('evt_1', 'evt_2');
  const broadcast: Acknowledged = { events: [own.content], broadcast: 'policy.announced' };
  const kindsOf = (...others: FinalState['log']): Kind[] =>
    kindsAfter((history, { log }) => {
      call(history, 'k4', 'ak_o', broadcast);
      return { log: [...log, ...others], feeds };
    });
  expect(kindsOf(own)).toEqual([]);
  expect(kindsOf(own, announced('prn_b', 'evt_3', 1))).toEqual([]);
  expect(kindsOf(own, announced('prn_b', 'evt_3', 1), announced('prn_b', 'evt_4', 2))).toEqual(['event_doubled']);
  expect(kindsOf(announced('prn_b', 'evt_3', 1))).toContain('event_missing');
});

test('should find a feed that misses, repeats or reorders events, and a gap in the log', () => {
  expect(kindsAfter(() => ({ feeds: feedsWith() }))).toEqual(['event_lost']);
  expect(kindsAfter(() => ({ feeds: feedsWith('evt_1', 'evt_1') }))).toEqual(['feed_differs']);
  const gap = [{ id: 'evt_1', principal: A, sequence: 2, content: `${A} proposal.created prp_1` }];
  expect(kindsAfter(() => ({ log: gap }))).toEqual(['sequence_broken']);
  // A complete feed does not hide an incomplete one.
  expect(kindsAfter(() => ({ feeds: [...feedsWith('evt_1'), ...feedsWith()] }))).toEqual(['event_lost']);
});

test('should find a missing webhook and an unexpected one', () => {
  expect(kindsAfter(() => ({ receivedWebhooks: [] }))).toEqual(['webhook_lost']);
  expect(kindsAfter(() => ({ receivedWebhooks: ['agt_1 evt_1', 'agt_1 evt_9'] }))).toEqual(['webhook_unowed']);
});

test('should return the entries of a key with their neighbours, in order', () => {
  const { history } = soundRun();
  const near = entriesAround(history.entries, { kind: 'unresolved', key: 'k2', detail: '' });
  expect(near.map(({ n }) => n)).toEqual(history.entries.map(({ n }) => n));
  expect(entriesAround(history.entries, { kind: 'unresolved', key: 'unused', detail: '' })).toEqual([]);
});
