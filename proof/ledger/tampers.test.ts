import { TamperedService } from '../../test/support/tampered-service';
import { tampers } from '../../test/support/tampers';

/** Every change of one row that the audit must find, each by one check (docs/operations/audit.md). */

let service: TamperedService;
beforeAll(async () => {
  service = await TamperedService.start();
});
afterAll(async () => {
  await service.stop();
});

test('should list at least 79 different changes', () => {
  expect(new Set(tampers.map(([what]) => what)).size).toBe(tampers.length);
  expect(tampers.length).toBeGreaterThanOrEqual(79);
});

test.each(tampers)('should find %s by %s, and by no other check', async (...tamper) => {
  expect(await service.foundBy(tamper)).toEqual([tamper[1]]);
});
