import fc from 'fast-check';
import { checkPushInvariant, MAX_CARD_BYTES, parseCard, readEventTypes } from '../../../src/domain/parties/agent-card';
import { Refusal } from '../../../src/domain/errors/errors';

const skill = { id: 's', name: 'Skill', description: 'Does it', tags: ['a'] };
const common = {
  name: 'Weaver',
  description: 'Weaves',
  version: '1.2.3',
  capabilities: { streaming: true, pushNotifications: true },
  defaultInputModes: ['text/plain'],
  defaultOutputModes: ['text/plain'],
  skills: [skill],
};
const card10 = {
  ...common,
  supportedInterfaces: [{ url: 'https://a.example/a2a', protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
};
const card03 = { ...common, url: 'https://a.example/a2a', protocolVersion: '0.3.0' };

function pointersOf(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    if (error instanceof Refusal && error.code === 'validation_failed') {
      return (error.members['fields'] as { pointer: string }[]).map(({ pointer }) => pointer);
    }
    throw error;
  }
  return [];
}

describe('parseCard', () => {
  test.each([
    ['1.0', card10],
    ['0.3', card03],
  ])('a complete card of version %s has no missing members', (version, card) => {
    expect(parseCard(card, null)).toEqual({
      card,
      capabilities: { streaming: true, pushNotifications: true, extendedAgentCard: false },
      notificationUrl: null,
      conformance: { version, missing: [] },
    });
  });

  test('a card of unclear version is checked against 1.0', () => {
    expect(parseCard({ capabilities: {} }, null).conformance).toEqual({
      version: null,
      missing: [
        'name',
        'description',
        'version',
        'defaultInputModes',
        'defaultOutputModes',
        'skills',
        'supportedInterfaces',
      ],
    });
  });

  // @spec A5
  test('missing members are reported by the rules of the version of the card', () => {
    const incomplete = {
      skills: [skill, { id: 't', name: 'T' }],
      defaultInputModes: [],
      provider: { url: 'https://p' },
    };
    const missing = ['provider.organization', 'skills[1].description', 'skills[1].tags'];
    expect(parseCard({ ...card03, ...incomplete }, null).conformance.missing).toEqual(missing);
    expect(parseCard({ ...card10, ...incomplete }, null).conformance.missing).toEqual([
      ...missing,
      'defaultInputModes',
    ]);
    expect(parseCard({ ...card10, supportedInterfaces: [{}] }, null).conformance.missing).toEqual([
      'supportedInterfaces[0].url',
      'supportedInterfaces[0].protocolBinding',
      'supportedInterfaces[0].protocolVersion',
    ]);
  });

  // @spec A3
  test('unknown members are kept unchanged', () => {
    const card = { ...card10, 'x-own': { deep: [1, null, 'two'] }, skills: [{ ...skill, price: 3 }] };
    expect(parseCard(card, null).card).toEqual(card);
  });

  test('a null member counts as absent', () => {
    const reading = parseCard({ ...card10, name: null, iconUrl: null, capabilities: { streaming: null } }, null);
    expect(reading.conformance.missing).toEqual(['name']);
    expect(reading.capabilities.streaming).toBe(false);
  });

  test('both versions can declare an extended card', () => {
    const of = (card: unknown): boolean => parseCard(card, null).capabilities.extendedAgentCard;
    expect(of({ ...card10, capabilities: { extendedAgentCard: true } })).toBe(true);
    expect(of({ ...card03, supportsAuthenticatedExtendedCard: true })).toBe(true);
    expect(of({ ...card10, capabilities: {} })).toBe(false);
  });
});

test('the names and descriptions of a card have a visible character', () => {
  const card = {
    ...card10,
    name: '\u200b',
    description: '\u3164',
    provider: { organization: ' ', url: 'https://a.example' },
    skills: [skill, { ...skill, name: '\u2060' }],
  };
  const pointers = ['/card/name', '/card/description', '/card/provider/organization', '/card/skills/1/name'];
  expect(pointersOf(() => parseCard(card, null))).toEqual(pointers);
});

// @spec A16
describe('The links of a card', () => {
  const links: readonly (readonly [string, (link: string) => object])[] = [
    ['/card/url', (url) => ({ url })],
    ['/card/documentationUrl', (documentationUrl) => ({ documentationUrl })],
    ['/card/iconUrl', (iconUrl) => ({ iconUrl })],
    ['/card/provider/url', (url) => ({ provider: { organization: 'O', url } })],
    ['/card/supportedInterfaces/0/url', (url) => ({ supportedInterfaces: [{ url }] })],
    ['/card/additionalInterfaces/0/url', (url) => ({ additionalInterfaces: [{ url, transport: 'GRPC' }] })],
    [
      '/card/securitySchemes/o/oauth2SecurityScheme/flows/authorizationCode/tokenUrl',
      (tokenUrl) => ({
        securitySchemes: { o: { oauth2SecurityScheme: { flows: { authorizationCode: { tokenUrl } } } } },
      }),
    ],
    [
      '/card/securitySchemes/i/openIdConnectUrl',
      (openIdConnectUrl) => ({ securitySchemes: { i: { openIdConnectUrl } } }),
    ],
    ['/card/signatures/0/header/jku', (jku) => ({ signatures: [{ protected: 'a', signature: 'b', header: { jku } }] })],
    ['/card/x~1own/mirror_urls/1', (url) => ({ 'x/own': { mirror_urls: ['https://a.example', url] } })],
  ];

  test.each(links)('%s must be an absolute http or https URL', (pointer, withLink) => {
    for (const link of [
      'javascript:alert(1)',
      'JavaScript:alert(1)',
      ' javascript:alert(1)',
      'java\nscript:alert(1)',
      'data:text/html,<script>alert(1)</script>',
      'vbscript:x',
      'file:///etc/passwd',
      'ftp://a.example',
      'a.example/a2a',
      'https://a.example/ b',
      `https://a.example/${'a'.repeat(2048)}`,
    ]) {
      expect([link, pointersOf(() => parseCard({ ...card10, ...withLink(link) }, null))]).toEqual([link, [pointer]]);
    }
    for (const link of ['https://a.example/a?b#c', 'http://localhost:41241/', 'HTTPS://A.EXAMPLE', ''])
      expect([link, pointersOf(() => parseCard({ ...card10, ...withLink(link) }, null))]).toEqual([link, []]);
  });

  test('a member that can also be a name has no unsafe scheme', () => {
    const card = (uri: string) => ({ ...card10, capabilities: { extensions: [{ uri }] }, 'x-own': { logo: uri } });
    const pointers = ['/card/capabilities/extensions/0/uri', '/card/x-own/logo'];
    for (const uri of ['javascript:alert(1)', '\tdata:text/html,x']) {
      expect(pointersOf(() => parseCard(card(uri), null))).toEqual(pointers);
    }
    for (const uri of ['urn:a2a:ext', 'https://a.example/ext', 'ext']) {
      expect(pointersOf(() => parseCard(card(uri), null))).toEqual([]);
    }
  });
});

// @spec A4
describe('parseCard rejects', () => {
  test.each([[null], [[]], ['card'], [7], [undefined]])('a card that is not an object: %j', (card) => {
    expect(pointersOf(() => parseCard(card, null))).toEqual(['/card']);
  });

  test.each([[undefined], [null]])('missing capabilities: %j', (capabilities) => {
    expect(pointersOf(() => parseCard({ ...card10, capabilities }, null))).toEqual(['/card/capabilities']);
  });

  test.each([
    ['/card/capabilities', { capabilities: [] }],
    ['/card/capabilities', { capabilities: 'push' }],
    ['/card/capabilities/pushNotifications', { capabilities: { pushNotifications: 'yes' } }],
    ['/card/capabilities/extensions/0/required', { capabilities: { extensions: [{ uri: 'u', required: 1 }] } }],
    ['/card/name', { name: 42 }],
    ['/card/skills', { skills: {} }],
    ['/card/skills/0', { skills: ['weave'] }],
    ['/card/skills/0/tags/1', { skills: [{ ...skill, tags: ['a', 2] }] }],
    ['/card/supportedInterfaces/0/url', { supportedInterfaces: [{ url: 1 }] }],
    ['/card/url', { url: 1 }],
    ['/card/securitySchemes', { securitySchemes: [] }],
    ['/card/notification_url', { notification_url: 1 }],
    ['/card/a~1b/1', { 'a/b': [0.1, Infinity] }],
  ])('a member with a value of the wrong kind: %s', (pointer, member) => {
    expect(pointersOf(() => parseCard({ ...card10, ...member }, null))).toEqual([pointer]);
  });

  test('a card of more than 64 KiB as JSON', () => {
    const bare = Buffer.byteLength(JSON.stringify({ ...card10, pad: '' }));
    const maximal = { ...card10, pad: 'é'.repeat(Math.floor((MAX_CARD_BYTES - bare) / 2)) };
    expect(pointersOf(() => parseCard(maximal, null))).toEqual([]);
    expect(pointersOf(() => parseCard({ ...maximal, pad: `${maximal.pad}é` }, null))).toEqual(['/card']);
  });

  test('a card that is nested too deep, or has text that cannot be stored', () => {
    const deep = JSON.parse(`${'['.repeat(30_000)}${']'.repeat(30_000)}`) as unknown;
    expect(pointersOf(() => parseCard({ ...card10, deep }, null))).toEqual(['/card']);
    expect(pointersOf(() => parseCard({ ...card10, note: 'a\u0000b' }, null))).toEqual(['/card']);
    expect(pointersOf(() => parseCard({ ...card10, note: { '\ud800': 1 } }, null))).toEqual(['/card']);
  });

  test('every value without an internal error, or parses it', () => {
    fc.assert(
      fc.property(fc.anything(), fc.anything(), (card, capabilities) => {
        pointersOf(() => parseCard(card, null));
        pointersOf(() => parseCard({ ...card10, capabilities, skills: card }, undefined));
      }),
    );
  });
});

describe('notification_url', () => {
  const own = { ...card10, notification_url: 'https://card.example/hook' };

  test('card.notification_url applies when the request has no notification_url', () => {
    expect(parseCard(own, undefined).notificationUrl).toBe('https://card.example/hook');
    expect(parseCard(card10, undefined).notificationUrl).toBeNull();
  });

  test('notification_url of the request takes precedence, also when it is null', () => {
    expect(parseCard(own, 'https://beside.example/').notificationUrl).toBe('https://beside.example/');
    expect(parseCard(own, null).notificationUrl).toBeNull();
  });

  test('the public card does not have it', () => {
    expect(parseCard(own, undefined).card).toEqual(card10);
  });

  // @spec A6
  test('when pushNotifications is enabled, notification_url must be non-null', () => {
    const { capabilities } = parseCard(card10, null);
    expect(pointersOf(() => checkPushInvariant(capabilities, null))).toEqual(['/notification_url']);
    expect(pointersOf(() => checkPushInvariant(capabilities, 'https://a.example/'))).toEqual([]);
    expect(pointersOf(() => checkPushInvariant({ ...capabilities, pushNotifications: false }, null))).toEqual([]);
  });
});

describe('event_types', () => {
  // @spec A13
  test('the default is trade.completed and trade.failed', () => {
    expect(readEventTypes(undefined)).toEqual(['trade.completed', 'trade.failed']);
    expect(readEventTypes(null)).toEqual(['trade.completed', 'trade.failed']);
  });

  // @spec A12
  test('valid are all types except webhook.disabled, each once', () => {
    expect(readEventTypes(['proposal.created', 'trade.failed'])).toEqual(['proposal.created', 'trade.failed']);
    expect(readEventTypes([])).toEqual([]);
    expect(
      pointersOf(() => readEventTypes(['trade.failed', 'webhook.disabled', 'trade.sold', 'trade.failed'])),
    ).toEqual(['/event_types/1', '/event_types/2', '/event_types/3']);
  });
});
