import { readOauthClient } from '../../../src/domain/sessions/oauth';

/** The name by which a consent page shows an application. */

const nameOf = (name: string): unknown => {
  const client = readOauthClient({ client_name: name, redirect_uris: ['https://example.com/'] });
  return typeof client === 'string' ? client : client.name;
};

// @spec MC23
test.each([
  ['spaces', ' \u00a0\u2003'],
  ['control characters', '\u0007\u200b\u202e'],
  ['a Hangul filler', '\u3164'],
  ['other fillers', '\u115f\uffa0 \u1160'],
  ['a blank of Braille', '\u2800'],
  ['a joiner', '\u034f'],
  ['fillers up to the longest name', `${'\u3164'.repeat(100)}A`],
])('a name of %s alone is replaced, because a person could not see it', (_, name) => {
  expect(nameOf(name)).toBe('An application');
});

// @spec MC23
test.each([
  ['A helper', 'A helper'],
  [' A\n\u202ehelper ', 'A helper'],
  ['한글 도우미', '한글 도우미'],
  [`${'x'.repeat(99)} y`, 'x'.repeat(99)],
  ['\u{1f916}'.repeat(101), '\u{1f916}'.repeat(100)],
])('the name %p is shown as %p, also when it is read again', (name, shown) => {
  expect(nameOf(name)).toBe(shown);
  expect(nameOf(shown)).toBe(shown);
});
