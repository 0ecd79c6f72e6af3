import { startTestApp, type TestApp } from '../support/app';
import { activate, publishContract, startTrade, until } from '../support/actors';
import { twoParties } from '../support/trades';

/** With many open trades the move of their deadlines takes longer than the gap that closes the service. */

const OUTAGE_SECONDS = 3600;
/** Longer than the 15 s that close the service. */
const MOVE_SECONDS = 16;

/** Slows down the first move of deadlines. A sequence counts the attempts, because a rollback leaves it. */
const SLOW_MOVE = `
  CREATE SEQUENCE moves;
  CREATE TABLE move_limit (statement_timeout interval NOT NULL);
  GRANT USAGE ON moves TO ats_app;
  GRANT INSERT ON move_limit TO ats_app;
  CREATE FUNCTION slow_move() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO move_limit VALUES (current_setting('statement_timeout')::interval);
    IF nextval('moves') = 1 THEN
      PERFORM pg_sleep(${String(MOVE_SECONDS)});
    END IF;
    RETURN NEW;
  END $$;
  CREATE TRIGGER slow_move BEFORE INSERT ON trade_fact FOR EACH ROW WHEN (NEW.body LIKE '%"deadline_extended"%')
    EXECUTE FUNCTION slow_move()`;

let app: TestApp;
beforeEach(async () => {
  app = await startTestApp({ ATS_ROLE: 'api' });
});
afterEach(() => app.stop());

// @spec CH6, CH10
test('should close the service once, although the move of the deadlines takes longer than an outage', async () => {
  const { provider, consumer } = await twoParties(app);
  const trade = await startTrade(provider, consumer);
  await activate(trade);
  const deadline = () =>
    app.sql<{ due_at: Date }>('SELECT due_at FROM trade').then(([row]) => row?.due_at.getTime() ?? 0);
  const before = await deadline();
  await app.sql(SLOW_MOVE);
  app.clock.advance(OUTAGE_SECONDS);
  await app.sql(`UPDATE service_hours SET open_at = clock_timestamp() - make_interval(secs => $1)`, [OUTAGE_SECONDS]);

  // The API process opens the service without a request.
  const periods = () =>
    app.sql<{ seconds: number; uncounted: number }>(
      `SELECT extract(epoch FROM to_at - from_at)::float8 AS seconds,
         extract(epoch FROM open_at + $1::interval - to_at)::float8 AS uncounted FROM closed_period, service_hours`,
      [`${String(app.clock.offsetMs())} milliseconds`],
    );
  const [period] = await until(periods, (rows) => rows.length > 0);
  expect(
    await app.sql(`SELECT FROM service_hours WHERE open_at > clock_timestamp() - interval '15 seconds'`),
  ).toHaveLength(1);
  expect(period?.seconds).toBeGreaterThan(OUTAGE_SECONDS + MOVE_SECONDS);
  expect(period?.uncounted).toBeLessThan(15);
  expect((await deadline()) - before).toBeCloseTo((period?.seconds ?? 0) * 1000, -1);

  // The next records do not close it again.
  const [{ open_at: opened } = { open_at: new Date(0) }] = await app.sql<{ open_at: Date }>(
    'SELECT open_at FROM service_hours',
  );
  const later = 'SELECT FROM service_hours WHERE open_at > $1';
  await until(
    () => app.sql(later, [opened]),
    (rows) => rows.length > 0,
  );
  await publishContract(trade);
  expect(await periods()).toHaveLength(1);
  // One statement moves all trades, so it needs more time than other statements have.
  const limits = await app.sql(`SELECT FROM move_limit WHERE statement_timeout < interval '5 minutes'`);
  expect(limits).toEqual([]);
});
