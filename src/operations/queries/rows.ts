/** Rows by key, for the loaders of a request. */
export { decode, type PickColumns } from '../../database/sql/codec';
export { rowsByKey, rowsOfCurrentRevision } from '../../database/repositories/rows-by-key';
