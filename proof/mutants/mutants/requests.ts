import type { Mutant } from '../mutant';

/** Mutants of idempotency keys, transactions and transactions that several requests share. */
export const requestMutants: readonly Mutant[] = [
  {
    name: 'answer-after-commit',
    breaks: 'The answer of an idempotency key is stored after COMMIT, when its lock is released.',
    violates: 'One commit stores the effects, the outbox events and the answer.',
    edits: [
      { file: 'src/database/transactions/database.ts', find: '`${this.commitSql} COMMIT`', replace: "'COMMIT'" },
      {
        file: 'src/database/transactions/database.ts',
        find: 'for (const hook of this.hooks) hook();',
        replace: `await this.client.query(this.commitSql);
    for (const hook of this.hooks) hook();`,
      },
      {
        file: 'src/database/batching/run-together.ts',
        find: 'await connection.client.query(text);',
        replace: `await connection.client.query('COMMIT');
    await connection.client.query(text.replace(/ COMMIT$/, ''));`,
      },
    ],
    caughtBy: [
      { file: 'test/integration/database/lost-commits.test.ts', id: 'failed-commit-runs-no-hook' },
      { file: 'test/integration/database/transaction-batcher.test.ts', id: 'shared-commit-fails' },
      { file: 'proof/fault-injection/crash/crash-points.test.ts', id: 'crash-points-mutation' },
    ],
  },
  {
    name: 'hooks-before-commit',
    breaks: 'The hooks of a transaction run before its commit, so workers wake up before they can see the change.',
    violates: 'A commit hook runs after the commit, and never after a rollback.',
    edits: [
      { file: 'src/database/transactions/database.ts', find: 'for (const hook of this.hooks) hook();', replace: '' },
      {
        file: 'src/database/transactions/database.ts',
        find: 'await this.end();',
        replace: `await this.end();
    for (const hook of this.hooks) hook();`,
      },
    ],
    caughtBy: [
      { file: 'test/integration/database/lost-commits.test.ts', id: 'hook-after-commit' },
      { file: 'test/integration/database/lost-commits.test.ts', id: 'failed-commit-runs-no-hook' },
    ],
  },
  {
    name: 'deadlock-not-retried',
    breaks: 'A transaction that PostgreSQL ended because of a deadlock is not retried.',
    violates: 'The service retries a transaction on SQLSTATE 40001, 40P01 and 55P03.',
    edits: [{ file: 'src/database/connection/failures.ts', find: "'40P01', ", replace: '' }],
    caughtBy: [{ file: 'test/integration/http/transaction.test.ts', id: 'retry-after-deadlock' }],
  },
  {
    name: 'refusal-leaves-rows',
    breaks: 'A refusal is stored without a rollback to the savepoint, so the writes of earlier fields are committed.',
    violates: 'A root field that fails rolls back the whole request.',
    edits: [{ file: 'src/api/http/request-pipeline.ts', find: 'await tx.rollbackToSavepoint();', replace: '' }],
    caughtBy: [
      { file: 'test/integration/http/transaction.test.ts', id: 'failed-field-rolls-back' },
      { file: 'test/spec/bond.test.ts', id: 'bond-fields-atomic' },
    ],
  },
  {
    name: 'secret-answer-in-clear',
    breaks: 'An answer that contains a secret is stored without encryption.',
    violates: 'A stored answer that contains a secret is encrypted and kept for 24 h.',
    edits: [
      {
        file: 'src/api/http/request-pipeline.ts',
        find: 'hasSecret ? services.secrets : undefined',
        replace: 'hasSecret && tx.now.getTime() < 0 ? services.secrets : undefined',
      },
    ],
    caughtBy: [
      { file: 'test/integration/http/idempotency.test.ts', id: 'secret-answer-encrypted' },
      { file: 'test/integration/http/secrets.test.ts', id: 'no-secret-in-dump' },
    ],
  },
  {
    name: 'fingerprint-without-body',
    breaks: 'The fingerprint of a request does not include its body.',
    violates: 'The same key with another method, path, query or body is refused with idempotency_key_reused.',
    edits: [{ file: 'src/api/http/idempotency.ts', find: "hash.update(request.body ?? '');", replace: '' }],
    caughtBy: [{ file: 'test/integration/http/idempotency.test.ts', id: 'key-reused-other-body' }],
  },
  {
    name: 'key-shared-by-callers',
    breaks: 'All agents share one scope of idempotency keys, so one gets the stored answer of another.',
    violates: 'An idempotency key belongs to one principal, human or platform credential.',
    edits: [{ file: 'src/domain/sessions/caller.ts', find: '`prn:${caller.principalId}`', replace: "'prn'" }],
    caughtBy: [{ file: 'test/integration/http/idempotency.test.ts', id: 'key-of-another-principal' }],
  },
  {
    name: 'key-never-released',
    breaks:
      'The lock of an idempotency key belongs to the session, so it outlives its request on the pooled connection.',
    violates: 'A literal replay returns the same response, and a crash leaves nothing to unlock.',
    edits: [
      {
        file: 'sql/requests/claim_request.sql',
        find: 'pg_try_advisory_xact_lock(v_lock)',
        replace: 'pg_try_advisory_lock(v_lock)',
      },
    ],
    caughtBy: [
      { file: 'test/integration/http/idempotency.test.ts', id: 'twenty-at-once' },
      { file: 'proof/fault-injection/torture/torture.test.ts', id: 'torture-run' },
    ],
  },
  {
    name: 'key-not-locked',
    breaks: 'An idempotency key is looked up without its lock, so two copies of a request both take effect.',
    violates: 'A request that is sent twice takes effect once: the second waits for the first or gets 409.',
    edits: [
      { file: 'sql/requests/claim_request.sql', find: 'NOT pg_try_advisory_xact_lock(v_lock)', replace: 'false' },
      {
        file: 'sql/requests/try_claim_request.sql',
        find: 'pg_try_advisory_xact_lock(hashtextextended(p_scope || chr(10) || p_key, 0))',
        replace: 'true',
      },
    ],
    caughtBy: [
      { file: 'test/integration/http/idempotency.test.ts', id: 'twenty-at-once' },
      { file: 'test/integration/http/idempotency.test.ts', id: 'key-in-progress' },
    ],
  },
  {
    name: 'answer-read-before-lock',
    breaks: 'The stored answer is read before the lock of its key, so an answer stored in the meantime is missed.',
    violates: 'The lookup of a stored answer sees what committed while it waited for the lock.',
    edits: [
      {
        file: 'sql/requests/claim_request.sql',
        find: `SELECT * INTO v_answer FROM idempotency_answer a WHERE a.scope = p_scope AND a.key = p_key AND a.expires_at > p_at;
  IF NOT FOUND THEN`,
        replace: 'IF v_answer.key IS NULL THEN',
      },
      {
        file: 'sql/requests/claim_request.sql',
        find: 'IF NOT pg_try_advisory_xact_lock(v_lock)',
        replace: `SELECT * INTO v_answer FROM idempotency_answer a WHERE a.scope = p_scope AND a.key = p_key AND a.expires_at > p_at;
  IF NOT pg_try_advisory_xact_lock(v_lock)`,
      },
    ],
    caughtBy: [{ file: 'test/integration/http/idempotency.test.ts', id: 'twenty-at-once' }],
  },
  {
    name: 'shared-row-conflict',
    breaks: 'Two requests in one shared transaction both decide about the same row.',
    violates: 'Requests that share a transaction change different rows.',
    edits: [
      {
        file: 'src/database/batching/transaction-batch.ts',
        find: '!== member)',
        replace: '!== member && rowIds.length === 0)',
      },
    ],
    caughtBy: [{ file: 'test/integration/database/transaction-batcher.test.ts', id: 'shared-same-rows' }],
  },
  {
    name: 'shared-transaction-waits',
    breaks: 'A shared transaction waits for the lock of a principal, so every request in it waits.',
    violates: 'Nothing in a shared transaction waits for a lock.',
    edits: [
      {
        file: 'sql/trades/load_decision_data.sql',
        find: 'ORDER BY principal_id FOR NO KEY UPDATE SKIP LOCKED',
        replace: 'ORDER BY principal_id FOR NO KEY UPDATE',
      },
    ],
    caughtBy: [{ file: 'test/integration/http/batchable-mutations.test.ts', id: 'shared-does-not-wait' }],
  },
  {
    name: 'failed-member-committed',
    breaks: 'The writes of a failed request are committed with the other requests of its shared transaction.',
    violates: 'A request that fails has no effect.',
    edits: [
      {
        file: 'src/database/batching/run-together.ts',
        find: "if (outcome.status === 'rejected' && members",
        replace: "if (outcome.status === 'rejected' && outcome.reason instanceof NotBatchable && members",
      },
    ],
    caughtBy: [{ file: 'test/integration/database/transaction-batcher.test.ts', id: 'shared-member-fails' }],
  },
];
