/** Reads of what waits for a principal. */
export { attentionRows, MAX_ATTENTION, type AttentionRow } from '../../database/repositories/attention';
