/** Reads of balances. */
export { type Balances, balancesOf } from '../../ledger/ledger';
