import { breakingChanges, withoutAnnounced } from '../../../scripts/breaking';

/** The check for breaking changes that CHANGELOG.md does not announce. */

const schema = 'type Query { trade(key: ID): Trade } type Trade { state: State! key: ID! } enum State { OPEN CLOSED }';
const openApi = JSON.stringify({ paths: { '/api/v1/trades': { get: {}, post: {} } } });

test.each<[string, string, string, string]>([
  ['a removed field', schema.replace('key: ID! ', ''), openApi, 'Trade.key'],
  ['another type of a field', schema.replace('key: ID!', 'key: ID'), openApi, 'Trade.key'],
  ['a removed value of an enum', schema.replace(' CLOSED', ''), openApi, 'State'],
  ['a removed operation of REST', schema, openApi.replace(',"post":{}', ''), 'POST /api/v1/trades'],
])('A breaking change must be named in the changelog: %s', (_, newSchema, newOpenApi, name) => {
  const changes = breakingChanges({ schema, openApi }, { schema: newSchema, openApi: newOpenApi });
  expect(changes).toHaveLength(1);
  expect(withoutAnnounced(changes, [])).toEqual(changes);
  expect(withoutAnnounced(changes, [`+- \`${name}\` changed.`])).toEqual(changes);
  expect(withoutAnnounced(changes, ['+- **breaking**: `Listing.title` was removed.'])).toEqual(changes);
  expect(withoutAnnounced(changes, [`+- **breaking**: \`${name}\` changed.`])).toEqual([]);
});

test('An addition is no breaking change', () => {
  const more = { schema: schema.replace('key: ID!', 'key: ID! at: String'), openApi };
  expect(breakingChanges({ schema, openApi }, more)).toEqual([]);
});
