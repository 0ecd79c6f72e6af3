import type { Db } from '../../database/transactions/statement';
import { matchRecords, principalsWithSettledTrades } from '../../database/market/match-queries';

export interface MatchRecord {
  readonly trades: number;
  readonly faults: number;
}

const NO_FAULTS: MatchRecord = { trades: 0, faults: 0 };

/** Records of the principals whose offers a match run has read. */
export class MatchRecords {
  private readonly records = new Map<string, MatchRecord>();
  private readonly ineligible = new Set<string>();

  /** @param minSettledTrades principals with fewer settled trades are left out */
  constructor(
    private readonly db: Db,
    private readonly now: Date,
    private readonly minSettledTrades: number,
  ) {}

  of(principalId: string): MatchRecord {
    return this.records.get(principalId) ?? NO_FAULTS;
  }

  /** Whether the principal has settled enough trades. */
  isEligible(principalId: string): boolean {
    return !this.ineligible.has(principalId);
  }

  withFaults(): (readonly [principalId: string, record: MatchRecord])[] {
    return [...this.records].filter(([, { faults }]) => faults > 0);
  }

  /** Loads the records of principals that are new to the run. */
  async load(principalIds: readonly string[]): Promise<void> {
    const missing = [...new Set(principalIds)].filter((id) => !this.records.has(id));
    if (missing.length === 0) return;
    for (const id of missing) this.records.set(id, NO_FAULTS);
    for (const { principalId, ...record } of await matchRecords(this.db, missing, this.now)) {
      this.records.set(principalId, record);
    }
    if (this.minSettledTrades === 0) return;
    const settled = new Set(await principalsWithSettledTrades(this.db, missing, this.minSettledTrades));
    for (const id of missing) if (!settled.has(id)) this.ineligible.add(id);
  }
}
