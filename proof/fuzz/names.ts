import fc from 'fast-check';
import type { Cast } from './cast';
import { graphql } from './attack';
import { PropertyViolation } from './reply-check';
import { property, renewEnded } from './property';
import { near, wellFormed } from './values';

/** Keys and cursors with a changed letter. A changed one finds nothing, and never another object. */

interface Changed {
  readonly real: string;
  readonly changed: string;
}

const changedOf = (all: readonly string[]): fc.Arbitrary<Changed> =>
  fc.constantFrom(...all).chain((real) => near(real).map((changed) => ({ real, changed })));

const REST_PATHS: Readonly<Record<string, string>> = {
  prn: '',
  agt: '/agents/',
  lst: '/listings/',
  mrn: '/match-runs/',
  prp: '/proposals/',
  trd: '/trades/',
};
const NODE = 'query ($id: ID!) { node(id: $id) { __typename id } nodes(ids: [$id]) { id } }';

export const keys = property(
  'keys',
  ({ own }) => changedOf([...own.values()].flat()),
  async (attack, cast, { real, changed }) => {
    if (changed === real) return;
    const signer = cast.signers.agent;
    const answered = await attack.twice(signer, graphql(JSON.stringify({ query: NODE, variables: { id: changed } })));
    await renewEnded(attack, cast, answered.judged);
    if (/"__typename"/.test(answered.reply.text))
      throw new PropertyViolation(`${changed} was taken for ${real}`, answered.reply);
    const path = REST_PATHS[real.slice(0, 3)];
    if (path === undefined || changed === '') return;
    const base = path === '' ? '/api/v1/principals/' : `/api/v1/principals/${cast.provider.principalKey}${path}`;
    const target = base + encodeURIComponent(wellFormed(changed));
    const { reply } = await attack.twice(signer, { method: 'GET', target, headers: [] });
    if (reply.status < 300) throw new PropertyViolation(`${changed} was taken for ${real}`, reply);
  },
);

const LISTS = ['agents', 'listings', 'proposals', 'trades', 'postings', 'events'] as const;

/** The refusals of a cursor, and of a credential that the attack has ended. */
const REFUSALS: ReadonlySet<string> = new Set(['validation_failed', 'cursor_invalid', 'credential_invalid']);

const between = (cast: Cast) =>
  fc.record({
    list: fc.constantFrom(...LISTS),
    cursor: changedOf([...cast.cursors.values()].flat()),
    where: fc.constantFrom('after', 'before'),
    size: fc.constantFrom('', ', first: 2', ', last: 2'),
  });

export const cursors = property('cursors', between, async (attack, cast, { list, cursor, where, size }) => {
  const name = where === 'before' && list === 'events' ? 'after' : where;
  const text = `query ($cursor: String) { principal { ${list}(${name}: $cursor${list === 'events' ? '' : size}) { edges { cursor } } } }`;
  for (const value of [cursor.changed, cursor.real]) {
    const body = JSON.stringify({ query: text, variables: { cursor: value } });
    const { judged, reply } = await attack.twice(cast.signers.agent, graphql(body));
    await renewEnded(attack, cast, judged);
    const odd = judged.codes.filter((code) => !REFUSALS.has(code));
    if (odd.length > 0) throw new PropertyViolation('a cursor is neither valid nor refused', reply);
    const isForeign = value === cursor.real && !cast.cursors.get(list)?.includes(value);
    if (isForeign && judged.codes.length === 0) throw new PropertyViolation(`${list} takes a foreign cursor`, reply);
  }
  const parameter = list === 'events' ? 'after' : 'cursor';
  const target = `/api/v1/principals/${cast.provider.principalKey}/${list === 'postings' ? 'ledger/postings' : list}?${parameter}=${encodeURIComponent(wellFormed(cursor.changed))}`;
  await attack.twice(cast.signers.agent, { method: 'GET', target, headers: [] });
});
