import type { CompensationKind, FailureCause, FailureClass, SettlementOutcome } from '../types';
import { enumValues } from './enum-values';

type Schema = Readonly<Record<string, unknown>>;
type Key = (prefix: 'stl' | 'trd' | 'prn', description: string) => Schema;
type Text = (description: string) => Schema;

const stamps = (description: string): Schema => ({ type: 'integer', minimum: 0, description });
const nullable = (schema: Schema): Schema => ({
  ...schema,
  type: [schema['type'], 'null'],
  ...(Array.isArray(schema['enum']) && { enum: [...(schema['enum'] as readonly string[]), null] }),
});
const closed = (description: string, properties: Readonly<Record<string, Schema>>): Schema => ({
  type: 'object',
  description,
  properties,
  required: Object.keys(properties),
});

const CAUSES = enumValues<FailureCause>({
  no_contract: true,
  delivery_failed: true,
  coverage_shortfall: true,
  withdrew: true,
  no_checkpoint: true,
  verdict_overturned: true,
  not_activated: true,
  even_ruling: true,
  unruled: true,
});

const OUTCOMES = enumValues<SettlementOutcome>({ completed: true, failed: true, compensated: true });
const CLASSES = enumValues<FailureClass>({ F1: true, F2: true, F3: true, F4: true, F5: true });
const COMPENSATION_KINDS = enumValues<CompensationKind>({ step_counterparty: true, downstream: true });

/** JSON Schema of the settlement record in an event, as `settlementRecord` writes it. */
export function settlementSchema(key: Key, time: Text): Schema {
  return closed('Settlement record, with the amounts of this principal only.', {
    settlement_key: key('stl', 'Key of the settlement.'),
    trade_key: key('trd', 'Key of the trade.'),
    outcome: { type: 'string', enum: OUTCOMES, description: 'Outcome of the trade.' },
    failure_class: nullable({
      type: 'string',
      enum: CLASSES,
      description: 'Failure class. Null if all steps passed.',
    }),
    failure_cause: nullable({
      type: 'string',
      enum: CAUSES,
      description: 'Cause of the failure. Null if all steps passed.',
    }),
    faulted_step_no: nullable({
      type: 'integer',
      minimum: 1,
      description: 'Number of the step that has the failure class. Null if all steps passed.',
    }),
    fault_principal_key: nullable(key('prn', 'Key of the principal at fault. Null if no principal is.')),
    slash_amount: stamps('Bond taken from the principal at fault, in stamps.'),
    comp: {
      type: 'array',
      description: 'Compensations, ordered by principal key.',
      items: closed('Compensation of one party.', {
        principal_key: key('prn', 'Key of the principal that gets it.'),
        amount: stamps('Amount in stamps.'),
        exposure_basis: stamps('Exposure of the principal, in stamps.'),
        kind: { type: 'string', enum: COMPENSATION_KINDS, description: 'Role in the fault.' },
      }),
    },
    policy_version: { type: 'string', description: 'Applied settlement policy.' },
    rule_version: { type: 'string', description: 'Version of the applied rules.' },
    evidence_sha256: { type: 'string', pattern: '^[0-9a-f]{64}$', description: 'SHA-256 of the evidence, in hex.' },
    settled_at: time('Time of the settlement.'),
    own: closed('Amounts of this principal.', {
      paid_stamps: stamps('Prices paid, in stamps.'),
      received_stamps: stamps('Prices received, in stamps.'),
      fees_stamps: stamps('Fees paid, in stamps.'),
      bond_released_stamps: stamps('Bond returned, in stamps.'),
      bond_slashed_stamps: stamps('Bond lost, in stamps.'),
      compensation_stamps: stamps('Compensation received, in stamps.'),
      burnt_stamps: stamps('Stamps burnt in an unruled dispute.'),
    }),
  });
}
