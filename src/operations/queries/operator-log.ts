/** Reads of the operator log. */
export type { OperatorActRow } from '../../database/entities/operator';
