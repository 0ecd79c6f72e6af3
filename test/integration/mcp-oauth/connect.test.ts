import { createParty, mutate, type Party } from '../../support/actors';
import { startTestApp, type TestApp } from '../../support/app';
import { toolCall } from '../../support/hosted-mcp';
import { allowing, Application, connectApplication, scopesOn } from '../../support/oauth-application';

/** A human connects an application with the official client, and the application trades. */

let app: TestApp;
let party: Party;
let human: string;

beforeAll(async () => {
  app = await startTestApp({ ATS_ROLE: 'api' });
  party = await createParty(app, 'Connected');
  human = await bindOwner(party);
});
afterAll(() => app.stop());

/** Adds a further owner, who signs in with the built-in provider. */
async function bindOwner({ owner, principalKey, subject }: Party): Promise<string> {
  const name = `human-${subject}`;
  const input = { principalKey, provider: 'local', subject: name, role: 'OWNER' };
  await mutate(owner, 'putBinding', input, 'binding { bindingId }');
  return name;
}

// @spec MC20
test('the official client connects after a consent, and reads as the agent that the human chose', async () => {
  let page = '';
  const application = new Application({
    subject: human,
    form: (text) => {
      page = text;
      return allowing(text);
    },
  });
  const tools = await connectApplication(app, application);
  expect(page).toContain('Test assistant');
  expect(page).toContain(human);
  expect(page).toContain('Connected');
  expect(page).toContain('127.0.0.1:33418');
  expect(scopesOn(page)).toEqual(['read']);
  const overview = await tools.done('ats_overview');
  expect(JSON.stringify(overview)).toContain(party.principalKey);
  expect(application.saved).toMatchObject({ token_type: 'Bearer', expires_in: 600, scope: 'ats:read' });
  expect(application.saved?.refresh_token).toEqual(expect.any(String));
  await tools.close();
});
void toolCall;
