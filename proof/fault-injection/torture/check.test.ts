import { around, check, type Kind, type Left } from './check';
import { type Acknowledged, type Entry, History } from './history';

/** The checker finds what is planted: each kind of violation, and nothing in a sound history. */

const A = 'prn_a';
const given = (...ids: string[]): Left['feeds'] => [{ principal: A, by: 'page', ids }];

/** A small sound run: two calls, one of them answered at the second attempt, and a rotation. */
function sound(): { history: History; left: Left } {
  const history = new History();
  call(history, 'k1', 'ak_1', {
    effects: [{ kind: 'listing', id: 'lst_1', value: '10' }],
    tells: [`${A} proposal.created prp_1`],
  });
  history.add({ kind: 'invoke', key: 'k2', attempt: 1, field: 'createTrade', server: 0, credential: 'ak_1' });
  history.add({ kind: 'unknown', key: 'k2', attempt: 1, why: 'ECONNRESET' });
  call(history, 'k2', 'ak_1', { effects: [{ kind: 'trade', id: 'trd_1' }], sets: { name: 'new' } }, 2);
  call(history, 'k3', 'ak_c', { ends: ['ak_1'] });
  const left: Left = {
    effects: [
      { kind: 'listing', id: 'lst_1', value: '10', tag: 'k1' },
      { kind: 'trade', id: 'trd_1' },
    ],
    sets: { name: 'new' },
    log: [{ id: 'evt_1', principal: A, sequence: 1, told: `${A} proposal.created prp_1` }],
    feeds: given('evt_1'),
    owed: ['agt_1 evt_1'],
    came: ['agt_1 evt_1'],
  };
  return { history, left };
}

function call(
  history: History,
  key: string,
  credential: string,
  said: Acknowledged,
  attempt = 1,
  digest = 'same',
): void {
  history.add({ kind: 'invoke', key, attempt, field: 'f', server: 0, credential });
  history.add({ kind: 'ok', key, attempt, digest, ...said });
}

const kinds = (entries: readonly Entry[], left: Left): Kind[] => check(entries, left).map(({ kind }) => kind);

/** The sound run with something planted in it. */
function planted(plant: (history: History, left: Left) => Partial<Left> | undefined): Kind[] {
  const { history, left } = sound();
  const changed = plant(history, left);
  return kinds(history.entries, { ...left, ...changed });
}

const refuse = (history: History, key: string, code = 'trade_state_conflict'): void => {
  history.add({ kind: 'invoke', key, attempt: 1, field: 'f', server: 1, credential: 'ak_2' });
  history.add({ kind: 'fail', key, attempt: 1, code });
};

test('a sound history has no violation', () => {
  expect(planted(() => undefined)).toEqual([]);
});

test('an acknowledged effect that is not there is found', () => {
  expect(planted((_, { effects }) => ({ effects: effects.slice(0, 1) }))).toEqual(['effect_missing']);
});

test('an acknowledged effect of another amount is found', () => {
  const other = { kind: 'listing', id: 'lst_1', value: '11', tag: 'k1' };
  expect(planted((_, { effects }) => ({ effects: [other, ...effects.slice(1)] }))).toEqual(['effect_altered']);
});

test('a key with two effects is found: by its tag, as one thing there twice, and as one that nobody was told of', () => {
  const also = (one: Left['effects'][number]) => (_: History, left: Left) => ({ effects: [...left.effects, one] });
  expect(planted(also({ kind: 'listing', id: 'lst_2', value: '10', tag: 'k1' }))).toEqual(['second_effect']);
  expect(planted(also({ kind: 'trade', id: 'trd_1' }))).toEqual(['second_effect']);
  expect(planted(also({ kind: 'trade', id: 'trd_2' }))).toEqual(['effect_unclaimed']);
});

test('an effect of a call that was refused is found', () => {
  expect(
    planted((history, { effects }) => {
      refuse(history, 'k4');
      return { effects: [...effects, { kind: 'contract', id: 'trd_1:1', tag: 'k4' }] };
    }),
  ).toEqual(['effect_of_refused']);
});

test('one effect acknowledged to two keys is found', () => {
  expect(
    planted((history) => {
      call(history, 'k5', 'ak_2', { effects: [{ kind: 'trade', id: 'trd_1' }] });
      return undefined;
    }),
  ).toEqual(['effect_shared']);
});

test('a value that is not the one acknowledged last is found', () => {
  expect(
    planted((history) => {
      call(history, 'k6', 'ak_2', { sets: { name: 'newer' } });
      return undefined;
    }),
  ).toEqual(['value_wrong']);
});

test('a call that nobody ever answered is found', () => {
  expect(
    planted((history) => {
      history.add({ kind: 'invoke', key: 'k7', attempt: 1, field: 'f', server: 0, credential: 'ak_2' });
      history.add({ kind: 'unknown', key: 'k7', attempt: 1, why: 'timeout' });
      return undefined;
    }),
  ).toEqual(['unresolved']);
});

test('two answers to one key are found, also an answer and a refusal; that its credential had ended is none', () => {
  const with_ = (plant: (history: History) => void) =>
    planted((history) => {
      plant(history);
      return undefined;
    });
  expect(with_((history) => call(history, 'k1', 'ak_2', {}, 2, 'other'))).toEqual(['answers_differ']);
  expect(with_((history) => refuse(history, 'k1'))).toEqual(['answers_differ']);
  expect(with_((history) => refuse(history, 'k1', 'credential_invalid'))).toEqual([]);
});

test('an old credential that succeeds after its end was acknowledged is found; one sent before is not, nor a refused one', () => {
  expect(
    planted((history) => {
      call(history, 'k8', 'ak_1', {});
      return undefined;
    }),
  ).toEqual(['old_credential']);
  const { history, left } = sound();
  history.add({ kind: 'invoke', key: 'early', attempt: 1, field: 'f', server: 0, credential: 'ak_3' });
  call(history, 'k9', 'ak_c', { ends: ['ak_3'] });
  history.add({ kind: 'ok', key: 'early', attempt: 1, digest: 'same' });
  history.add({ kind: 'invoke', key: 'late', attempt: 1, field: 'f', server: 0, credential: 'ak_3' });
  history.add({ kind: 'fail', key: 'late', attempt: 1, code: 'credential_invalid' });
  expect(kinds(history.entries, left)).toEqual([]);
});

test('an event that was lost from the log, or is there twice, or was told of by nobody, is found', () => {
  const { log } = sound().left;
  expect(planted(() => ({ log: [], feeds: [] }))).toEqual(['event_missing']);
  const twice = [...log, { id: 'evt_2', principal: A, sequence: 2, told: `${A} proposal.created prp_1` }];
  expect(planted(() => ({ log: twice, feeds: given('evt_1', 'evt_2') }))).toEqual(['event_doubled']);
  const strange = [...log, { id: 'evt_2', principal: A, sequence: 2, told: `${A} trade.failed trd_1` }];
  expect(planted(() => ({ log: strange, feeds: given('evt_1', 'evt_2') }))).toEqual(['event_doubled']);
});

test('a feed that missed an event, doubled one or changed the order is found, and so is a gap', () => {
  expect(planted(() => ({ feeds: given() }))).toEqual(['event_lost']);
  expect(planted(() => ({ feeds: given('evt_1', 'evt_1') }))).toEqual(['feed_differs']);
  const gap = [{ id: 'evt_1', principal: A, sequence: 2, told: `${A} proposal.created prp_1` }];
  expect(planted(() => ({ log: gap }))).toEqual(['sequence_broken']);
  // Whatever one reader was given says nothing of another.
  expect(planted(() => ({ feeds: [...given('evt_1'), ...given()] }))).toEqual(['event_lost']);
});

test('a webhook that never came, and one that nobody owed, are found', () => {
  expect(planted(() => ({ came: [] }))).toEqual(['webhook_lost']);
  expect(planted(() => ({ came: ['agt_1 evt_1', 'agt_1 evt_9'] }))).toEqual(['webhook_unowed']);
});

test('the history around a key has its own entries and its neighbours, in order', () => {
  const { history } = sound();
  const near = around(history.entries, { kind: 'unresolved', key: 'k2', detail: '' });
  expect(near.map(({ n }) => n)).toEqual(history.entries.map(({ n }) => n));
  expect(around(history.entries, { kind: 'unresolved', key: 'nobody', detail: '' })).toEqual([]);
});
