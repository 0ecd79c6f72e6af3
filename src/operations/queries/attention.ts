/** Reads of what waits for a principal. */
export { attentionRows, type AttentionRow } from '../../database/repositories/attention';
