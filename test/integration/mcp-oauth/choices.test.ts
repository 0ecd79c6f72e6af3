import { createParty, mutate, type Party } from '../../support/actors';
import { useTestApp } from '../../support/app';
import { allowing, choicesOn, openConsent, submitConsent } from '../../support/oauth-application';
import { OauthByHand } from '../../support/oauth-by-hand';
import { Browser } from '../sign-in/support';

/** Which principals a consent offers, and in which order. Others can bind any human. */

const app = useTestApp({ ATS_ROLE: 'api' });

/** Binds a human of the built-in provider as an owner. */
async function bind({ owner, principalKey }: Party, subject: string): Promise<void> {
  await mutate(owner, 'putBinding', { principalKey, provider: 'local', subject, role: 'OWNER' }, 'binding { role }');
}

/** Opens a consent of the human. */
async function open(subject: string) {
  const hand = new OauthByHand(app.url, subject);
  const browser = new Browser();
  return { browser, ...(await openConsent(browser, hand.authorizationUrl(await hand.registered()), subject)) };
}

const groupsOn = (page: string): string[] =>
  Array.from(page.matchAll(/<optgroup label="([^"]+)"/g), ([, label = '']) => label);

// @spec MC20
test('a principal that others shared comes after the own principal, and says that another owner added the human', async () => {
  const sharer = await createParty(app, 'Carol');
  const own = await createParty(app, 'Carol');
  for (const party of [own, sharer]) await bind(party, 'carol');
  const renamed = { principalKey: own.principalKey, displayName: 'Carol' };
  await mutate(app.consoleFor('carol', 'local'), 'renamePrincipal', renamed, 'principal { displayName }');
  const { page } = await open('carol');
  expect(choicesOn(page)).toEqual([own.agentKey, own.principalKey, sharer.agentKey, sharer.principalKey]);
  expect(groupsOn(page)).toEqual(['Carol', 'Carol (another owner added you)']);
  expect(page).not.toContain('<option value="">');
});

// @spec MC20
test('if a human accepted no principal, none is chosen until the human chooses', async () => {
  const sharer = await createParty(app, 'Stranger');
  await bind(sharer, 'dave');
  const { browser, url, page } = await open('dave');
  // A browser preselects the first option.
  expect(/<option[^>]*>/.exec(page)?.[0]).toBe('<option value="">');
  const form = allowing(page);
  form.set('choice', '');
  const unchosen = await browser.post(url, app.url, form);
  expect([unchosen.status, await unchosen.text()]).toEqual([
    400,
    expect.stringContaining('Choose what the application'),
  ]);
  expect(await app.sql('SELECT credential_id FROM oauth_connection')).toEqual([]);
  form.set('choice', sharer.agentKey);
  expect((await submitConsent(browser, url, form)).searchParams.get('code')).toEqual(expect.any(String));
  // The human has acted as an owner.
  expect((await open('dave')).page).not.toContain('<option value="">');
});
