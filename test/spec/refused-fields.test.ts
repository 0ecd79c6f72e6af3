import { useTestApp } from '../support/app';
import { createParty, type Party } from '../support/actors';

const app = useTestApp();
let ann: Party;
let ben: Party;

beforeAll(async () => {
  ann = await createParty(app, 'Ann');
  ben = await createParty(app, 'Ben');
});

const DOCUMENT = `query ($theirs: ID!) {
  mine: principal { displayName }
  theirs: principal(principalKey: $theirs) { displayName }
  service { version }
  wallet { balanceStamps }
  lost: ticketPurchase(sessionId: "cs_none") { status }
  long: nodes(ids: ${JSON.stringify(Array.from({ length: 201 }, (_, n) => String(n)))}) { id }
  operatorLog { nodes { id } }
}`;

// @spec G14
it('A refused root field of a query is null, its error has its path, and the other fields are answered', async () => {
  const compiledAtTheThirdUse = 4;
  for (let use = 0; use < compiledAtTheThirdUse; use += 1) {
    const { data, errors } = await ann.api.query(DOCUMENT, { theirs: ben.principalKey });
    expect(data).toMatchObject({ mine: { displayName: 'Ann' }, service: { version: '0.1.0' } });
    expect(data).toMatchObject({ theirs: null, wallet: null, lost: null, long: null, operatorLog: null });
    expect(errors.map(({ path, code }) => [path?.[0], code]).sort()).toEqual([
      ['long', 'validation_failed'],
      ['lost', 'checkout_session_not_found'],
      ['operatorLog', 'platform_only'],
      ['theirs', 'principal_access_denied'],
      ['wallet', 'platform_only'],
    ]);
  }
});

it('should throw the first error of a refused field from queryOrThrow', async () => {
  await expect(ann.api.queryOrThrow('{ service { version } wallet { balanceStamps } }')).rejects.toMatchObject({
    code: 'platform_only',
    path: ['wallet'],
  });
});
