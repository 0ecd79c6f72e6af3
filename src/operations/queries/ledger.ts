/** Reads of the ledger as a whole. */
export { ledgerHead } from '../../ledger/proofs/seals';
