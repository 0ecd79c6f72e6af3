import { MAX_QUOTA } from '../../src/domain/parties/quotas';
import { quotaRows } from '../../src/settings/quotas';

/** Settings for long runs: quotas of new principals that no run reaches. */
export const unlimited: Readonly<Record<string, string>> = Object.fromEntries(
  Object.values(quotaRows).map(({ name }) => [name, String(MAX_QUOTA)]),
);
