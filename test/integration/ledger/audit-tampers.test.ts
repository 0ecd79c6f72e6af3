import { TamperedService } from '../../support/tampered-service';
import { roleTampers } from '../../support/role-tampers';
import { changedEvidence, tampers } from '../../support/tampers';

/** A sample of the changes that `proof/ledger/tampers.test.ts` makes: the first of each check, and those of the service’s role. */

let service: TamperedService;
beforeAll(async () => {
  service = await TamperedService.start();
});
afterAll(async () => {
  await service.stop();
});

const sample = tampers.filter(([, check], index) => tampers.findIndex(([, other]) => other === check) === index);

test('should find nothing where nothing was changed', async () => {
  expect(await service.foundBy(['nothing', '', 'SELECT 1'])).toEqual([]);
});

test('should find a fault history in evidence that the settlements do not give', async () => {
  const sql = changedEvidence('"faults":0', '"faults":3');
  expect(await service.foundBy(['a fault history', 'F6', sql])).toEqual(['I6', 'F6']);
});

// @spec FA7, FA8
test.each(sample)('should find %s by %s, and by no other check', async (...tamper) => {
  expect(await service.foundBy(tamper)).toEqual([tamper[1]]);
});

// @spec LE13, LE15
test.each(roleTampers)(
  'should find %s by %s, and by no other check, although the service’s role may write it',
  async (...tamper) => {
    expect(await service.foundBy(tamper)).toEqual([tamper[1]]);
  },
);
