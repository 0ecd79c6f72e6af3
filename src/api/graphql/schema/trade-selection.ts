import type { GraphQLResolveInfo } from 'graphql';
import type { AggregateColumns } from '../../../operations/queries/trades';
import { selectsField, selectsOnly } from '../execution/selection';

/** Whether steps and other parts of a trade are selected. One statement then reads all of it. */
export function selectsAggregate(info: GraphQLResolveInfo): boolean {
  return (
    selectsField(info, 'steps') &&
    (selectsField(info, 'participants') || selectsField(info, 'settlement') || selectsField(info, 'provider'))
  );
}

// Fields that the brief columns answer. Any other field needs all columns.
const BRIEF_STEP: ReadonlySet<string> = new Set([
  '__typename',
  'stepNo',
  'title',
  'state',
  'priceStamps',
  'provider',
  'providerPrincipalKey',
  'consumer',
  'consumerPrincipalKey',
  'activatedAt',
  'deadlineAt',
  'checkpointStatus',
  'coverageBps',
]);
const BRIEF_PARTICIPANT: ReadonlySet<string> = new Set(['__typename', 'principal', 'principalKey', 'bondStamps']);

/** The columns that the selected fields of steps and participants need. */
export function aggregateColumnsOf(info: GraphQLResolveInfo): AggregateColumns {
  const isBrief =
    selectsOnly(info, 'steps', BRIEF_STEP) &&
    selectsOnly(info, 'activeStep', BRIEF_STEP) &&
    selectsOnly(info, 'participants', BRIEF_PARTICIPANT);
  return isBrief ? 'brief' : 'whole';
}
