/** SQLSTATEs the ledger's functions and triggers raise of their own (sql/ledger/post.sql). */
export const ledgerErrors = {
  /** The idempotency key has another journal. */
  keyReused: 'AT001',
  /** The ledger is stopped (ledger.md §4): 503 until an operator has found out why. */
  stopped: 'AT002',
  appendOnly: 'AT003',
  /** No lines, or an account of another trade. */
  notAJournal: 'AT004',
  /** A settlement that leaves stamps in its trade's accounts. */
  notSettled: 'AT005',
} as const;

/** The name of the CHECK that refuses an overdraft (23514), on a balance and on an entry alike. */
export const OVERDRAFT = 'no_overdraft';
