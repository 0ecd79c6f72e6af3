import { randomUUID } from 'node:crypto';
import { loadDecisionData } from '../../../src/database/repositories/decisions';
import { Refusal } from '../../../src/domain/errors/errors';
import type { Tx } from '../../../src/database/transactions/database';
import { isAlone, lockOf, batchedRequests, writeEvent } from '../../support/batched-requests';
import { until } from '../../support/actors';

/** Several requests in one transaction (src/database/batching/transaction-batcher.ts; docs/decisions/0029-transaction-batching.md): each as if it were alone. */

const { store, owner, newPrincipal, eventsExist, request } = batchedRequests();

const transactionOf = async (tx: Tx): Promise<string> =>
  (await tx.query<{ id: string }>({ text: 'SELECT pg_current_xact_id()::text AS id' }))[0]?.id ?? '';

describe('Requests that share a transaction', () => {
  it('are committed at once, and each gets its own data and its own answer', async () => {
    const principals = await Promise.all([newPrincipal(), newPrincipal(), newPrincipal()]);
    const answers = await Promise.all(
      principals.map((principalId) =>
        request(async (tx) => {
          const data = await lockOf(tx, principalId);
          const eventId = await writeEvent(tx, principalId);
          return { found: data?.principals[0]?.principalId, eventId, transaction: await transactionOf(tx) };
        }),
      ),
    );
    expect(answers.map(({ found }) => found)).toEqual(principals);
    expect(new Set(answers.map(({ transaction }) => transaction)).size).toBe(1);
    expect(await eventsExist(...answers.map(({ eventId }) => eventId))).toEqual([true, true, true]);
  });

  it('should apply no effects before all of them have their data', async () => {
    const principals = await Promise.all([newPrincipal(), newPrincipal(), newPrincipal()]);
    const calls: string[] = [];
    await Promise.all(
      principals.map((principalId) =>
        request(async (tx) => {
          await lockOf(tx, principalId);
          calls.push('loaded');
          await writeEvent(tx, principalId);
          calls.push('applied');
        }),
      ),
    );
    expect(calls).toEqual([...Array<string>(3).fill('loaded'), ...Array<string>(3).fill('applied')]);
  });

  it('should commit although one of them is refused, which has no effect', async () => {
    const [one, two] = [await newPrincipal(), await newPrincipal()];
    const refused = request(async (tx) => {
      await lockOf(tx, one);
      throw new Refusal('principal_not_found');
    });
    const done = request(async (tx) => {
      await lockOf(tx, two);
      return { eventId: await writeEvent(tx, two), alone: isAlone(tx) };
    });
    await expect(refused).rejects.toThrow(Refusal);
    const { eventId, alone } = await done;
    expect([alone, await eventsExist(eventId)]).toEqual([false, [true]]);
  });

  it('may keep a refusal as their answer, as long as they have written nothing', async () => {
    const one = await newPrincipal();
    const alone = await request(async (tx) => {
      await lockOf(tx, one);
      tx.beforeCommit('SELECT 1 / 0');
      await tx.rollbackToSavepoint();
      return isAlone(tx);
    });
    expect(alone).toBe(false);
  });

  // @id shared-member-fails
  it('should each run again alone after one of them wrote and failed, and its writes are undone', async () => {
    const [one, two] = [await newPrincipal(), await newPrincipal()];
    const written: string[] = [];
    const failing = request(async (tx) => {
      await lockOf(tx, one);
      written.push(await writeEvent(tx, one));
      throw new Refusal('query_refused');
    });
    const done = request(async (tx) => {
      await lockOf(tx, two);
      return { eventId: await writeEvent(tx, two), alone: isAlone(tx) };
    });
    await expect(failing).rejects.toThrow(Refusal);
    const { eventId, alone } = await done;
    expect([alone, await eventsExist(eventId, ...written)]).toEqual([true, [true, ...written.map(() => false)]]);
  });

  it('should each run again alone after a statement of one failed, which gets its own error', async () => {
    const two = await newPrincipal();
    const failing = request((tx) => tx.query({ text: 'SELECT 1 / 0' }));
    const done = request(async (tx) => {
      await lockOf(tx, two);
      return { eventId: await writeEvent(tx, two), alone: isAlone(tx) };
    });
    await expect(failing).rejects.toThrow('division by zero');
    const { eventId, alone } = await done;
    expect([alone, await eventsExist(eventId)]).toEqual([true, [true]]);
  });

  // @id shared-commit-fails
  it('should run again alone if a statement sent with COMMIT fails, and call no hook before', async () => {
    const [one, two] = [await newPrincipal(), await newPrincipal()];
    const called: string[] = [];
    const failing = request(async (tx) => {
      await lockOf(tx, one);
      tx.beforeCommit('SELECT 1 / 0');
      tx.afterCommit(() => called.push('one'));
    });
    const done = request(async (tx) => {
      const eventId = await writeEvent(tx, two);
      tx.afterCommit(() => called.push(isAlone(tx) ? 'two, alone' : 'two'));
      return eventId;
    });
    await expect(failing).rejects.toThrow('division by zero');
    expect([called, await eventsExist(await done)]).toEqual([['two, alone'], [true]]);
    const events = await store().query({ text: 'SELECT FROM event WHERE principal_id = $1', values: [two] });
    expect(events).toHaveLength(1);
  });

  // @id shared-same-rows
  it('should never decide about the same rows: the second runs alone afterwards, and reads what the first wrote', async () => {
    const principalId = await newPrincipal();
    const rename = (name: string) =>
      request(async (tx) => {
        const data = await lockOf(tx, principalId);
        await tx.query({
          text: 'UPDATE principal SET display_name = $2 WHERE principal_id = $1',
          values: [principalId, `${data?.principals[0]?.displayName ?? ''} ${name}`],
        });
        return isAlone(tx);
      });
    expect(await Promise.all([rename('a'), rename('b')])).toEqual([false, true]);
    const [row] = await store().query({
      text: 'SELECT display_name FROM principal WHERE principal_id = $1',
      values: [principalId],
    });
    expect(row).toEqual({ display_name: 'One a b' });
  });

  it('should include a party although a stranger reads its proposal and locks nothing', async () => {
    const [party, outsider] = [await newPrincipal(), await newPrincipal()];
    const proposalId = randomUUID();
    await owner().sql(
      `SELECT set_config('session_replication_role', 'replica', true);
       INSERT INTO proposal (proposal_id, match_run_id, state, expires_at, current_revision_no, created_at)
       VALUES ('${proposalId}', gen_random_uuid(), 'proposed', now() + interval '1 day', 1, now());
       INSERT INTO proposal_participant (proposal_id, revision_no, principal_id, agent_id, role, response_state, bond_stamps)
       VALUES ('${proposalId}', 1, '${party}', gen_random_uuid(), 'consumer', 'pending', 0)`,
    );
    const answers = [outsider, party].map((caller) =>
      request(async (tx) => {
        const data = await loadDecisionData(tx, { lock: 'update', proposal_id: proposalId, caller });
        return { found: data?.proposal?.proposalId, alone: isAlone(tx) };
      }),
    );
    const together = { found: proposalId, alone: false };
    expect(await Promise.all(answers)).toEqual([together, together]);
  });

  it('should not wait for a lock of another transaction: the request that needs it runs alone', async () => {
    const [held, free] = [await newPrincipal(), await newPrincipal()];
    await owner().sql('BEGIN');
    await owner().sql('SELECT FROM principal WHERE principal_id = $1 FOR UPDATE', held);
    const waiting = request(async (tx) => {
      await lockOf(tx, held);
      return isAlone(tx);
    });
    const going = request(async (tx) => {
      await lockOf(tx, free);
      return isAlone(tx);
    });
    expect(await going).toBe(false);
    await owner().sql('COMMIT');
    expect(await waiting).toBe(true);
  });

  it('should each run again alone on another connection if theirs is lost', async () => {
    const [one, two] = [await newPrincipal(), await newPrincipal()];
    const pids = new Set<number>();
    const work = (principalId: string) =>
      request(async (tx) => {
        const [row] = await tx.query<{ pid: number }>({ text: 'SELECT pg_backend_pid() AS pid' });
        if (!isAlone(tx) && row && !pids.has(row.pid)) {
          pids.add(row.pid);
          await owner().sql('SELECT pg_terminate_backend($1)', row.pid);
        }
        await lockOf(tx, principalId);
        return { eventId: await writeEvent(tx, principalId), alone: isAlone(tx) };
      });
    const answers = await Promise.all([work(one), work(two)]);
    expect(answers.map(({ alone }) => alone)).toEqual([true, true]);
    expect(await eventsExist(...answers.map(({ eventId }) => eventId))).toEqual([true, true]);
  });

  it('should go on without a request that was given up during a statement, and its writes are undone', async () => {
    const [one, two] = [await newPrincipal(), await newPrincipal()];
    const late: string[] = [];
    const givenUp = request(async (tx) => {
      await lockOf(tx, one);
      void writeEvent(tx, one).then(
        (eventId) => late.push(eventId),
        () => undefined,
      );
      throw new Refusal('service_unavailable');
    });
    const done = request(async (tx) => {
      await lockOf(tx, two);
      return writeEvent(tx, two);
    });
    await expect(givenUp).rejects.toThrow(Refusal);
    const eventId = await done;
    await until(
      () => Promise.resolve(late.length),
      (count) => count === 1,
    );
    expect(await eventsExist(eventId, ...late)).toEqual([true, false]);
  });
});
