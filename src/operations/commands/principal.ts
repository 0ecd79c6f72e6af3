import { Refusal } from '../../domain/errors/errors';
import { keyOf } from '../../domain/keys';
import { readAnchor, readDisplayName, type AnchorInput } from '../../domain/parties/principal-input';
import { lockPrincipal, type PrincipalRow, updatePrincipal } from '../../database/repositories/principals';
import type { MutationContext } from '../context';
import { recordAct } from './operator-log';
import { lockOwnerBinding } from './owner';

function found(row: PrincipalRow | undefined): PrincipalRow {
  if (!row) throw new Refusal('principal_not_found');
  return row;
}

/** Specification, Rename principal: `display_name` only. */
export async function renamePrincipal(
  acting: MutationContext,
  principalId: string,
  displayName: string,
): Promise<PrincipalRow> {
  const { tx } = acting;
  const name = readDisplayName(displayName);
  await lockOwnerBinding(acting, principalId);
  const row = { ...found(await lockPrincipal(tx, principalId)), displayName: name };
  await updatePrincipal(tx, row);
  return row;
}

/** Contract §6, economic-anchor: any of its fields, audited; a lowered anchor closes nothing (contract §7, Limits). */
export async function setEconomicAnchor(
  acting: MutationContext,
  principalId: string,
  input: AnchorInput,
): Promise<PrincipalRow> {
  const { tx } = acting;
  const anchor = readAnchor(input);
  const before = found(await lockPrincipal(tx, principalId));
  const row = { ...before, ...anchor };
  await updatePrincipal(tx, row);
  await recordAct(acting, {
    operation: 'setEconomicAnchor',
    subjectKey: keyOf('prn', principalId),
    before: anchorOf(before),
    after: anchorOf(row),
  });
  return row;
}

function anchorOf(row: PrincipalRow) {
  return {
    max_open_trades: row.maxOpenTrades,
    bond_limit_stamps: row.bondLimitStamps,
    daily_spend_limit_stamps: row.dailySpendLimitStamps,
  };
}
