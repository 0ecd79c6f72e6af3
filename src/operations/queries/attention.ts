/** Reads of what waits for a principal. */
export {
  attentionRows,
  MAX_ATTENTION,
  type AttentionRead,
  type AttentionRow,
} from '../../database/repositories/attention';
