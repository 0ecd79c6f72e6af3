/** Keyset pages of every list. */
export { type Page, type PageArgs, pageLimits, sizeOfFirst } from '../../database/sql/pages';
