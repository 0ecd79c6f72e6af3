import { Refusal } from '../../domain/errors/errors';
import { keyOf } from '../../domain/keys';
import { readAnchor, readDisplayName, type AnchorInput } from '../../domain/parties/principal-input';
import { quotaNames, quotas } from '../../domain/parties/quotas';
import { lockPrincipal, type PrincipalRow, updatePrincipal } from '../../database/repositories/principals';
import type { MutationContext } from '../context';
import { recordAuthority } from './authority';
import { recordAct } from './operator-log';
import { lockForConsole } from './owner';

function existing(row: PrincipalRow | undefined): PrincipalRow {
  if (!row) throw new Refusal('principal_not_found');
  return row;
}

/** Changes the display name of a principal. */
export async function renamePrincipal(
  context: MutationContext,
  principalId: string,
  displayName: string,
): Promise<PrincipalRow> {
  const { tx } = context;
  const name = readDisplayName(displayName);
  await lockForConsole(context, principalId);
  const row = { ...existing(await lockPrincipal(tx, principalId)), displayName: name };
  await updatePrincipal(tx, row);
  return row;
}

/** Changes limits of a principal and records the act. Lower limits do not affect open trades. */
export async function setEconomicAnchor(
  context: MutationContext,
  principalId: string,
  input: AnchorInput,
): Promise<PrincipalRow> {
  const { tx } = context;
  const anchor = readAnchor(input);
  const before = existing(await lockPrincipal(tx, principalId));
  const row = { ...before, ...anchor };
  await updatePrincipal(tx, row);
  recordAuthority(context, 'anchor_set', { object: 'anchor', id: principalId });
  await recordAct(context, {
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
    ...Object.fromEntries(quotas.map((name) => [quotaNames[name], row[name]])),
  };
}
