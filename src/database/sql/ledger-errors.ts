/** SQLSTATEs that the functions and triggers of the ledger raise. */
export const ledgerErrors = {
  /** The idempotency key belongs to another journal. */
  keyReused: 'AT001',
  /** The ledger is halted. Requests get 503 until an operator resumes it. */
  halted: 'AT002',
  appendOnly: 'AT003',
  /** The journal has no lines, or an account of another trade. */
  notAJournal: 'AT004',
  /** A settlement leaves stamps in the accounts of its trade. */
  notSettled: 'AT005',
} as const;

/** The CHECK that refuses an overdraft, on balances and entries. */
export const OVERDRAFT = 'no_overdraft';
