/** Keyset pages of every list. */
export { type Page, type PageArgs, pageLimits } from '../../database/sql/pages';
