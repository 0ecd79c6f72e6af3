import { idOf } from '../../../src/domain/keys';
import { useTestApp } from '../../support/app';
import { newId } from '../../support/ledger';
import { party, profile } from '../../support/market';

/** A process of the previous release sends listings without a visibility. */

const app = useTestApp({ ATS_ROLE: 'api' });

test('should keep the visibility of a listing, and give a new one the default', async () => {
  const ann = await party(app);
  const { listingKey } = await ann.publish({ tradeProfile: profile(), visibility: 'MARKET' });
  const listingId = idOf('lst', listingKey) ?? '';
  const apply = (change: object) =>
    app.sql(
      `SELECT apply_effects(jsonb_build_object('listings', jsonb_build_array(to_jsonb(l) - 'visibility' || $2::jsonb)), now())
       FROM listing l WHERE listing_id = $1`,
      [listingId, JSON.stringify(change)],
    );
  const copy = newId();
  await apply({ title: 'Changed' });
  await apply({ listing_id: copy, trade_profile: profile() });
  const rows = await app.sql(
    'SELECT listing_id, title, visibility FROM listing WHERE listing_id IN ($1, $2) ORDER BY listing_id = $2',
    [listingId, copy],
  );
  expect(rows).toEqual([
    { listing_id: listingId, title: 'Changed', visibility: 'market' },
    { listing_id: copy, title: 'Changed', visibility: 'match_only' },
  ]);
});
