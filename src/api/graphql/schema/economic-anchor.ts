import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import type { EconomicAnchor } from '../../../domain/parties/principal-input';
import { NotNullField } from './not-null-field';
import { StampsScalar } from './scalars';

@ObjectType('EconomicAnchor', { description: 'Limits of a principal, managed by the platform.' })
export class EconomicAnchorView implements EconomicAnchor {
  @Field(() => Int, { description: 'Maximum number of open trades.' })
  readonly maxOpenTrades: number;

  @Field(() => StampsScalar, { description: 'Maximum bond in stamps that open trades may reserve.' })
  readonly bondLimitStamps: bigint;

  @Field(() => StampsScalar, {
    description: 'Maximum stamps that escrow and fees may take from the tickets in one UTC day.',
  })
  readonly dailySpendLimitStamps: bigint;

  @Field(() => Int, { description: 'Maximum number of agents.' })
  readonly maxAgents: number;

  @Field(() => Int, { description: 'Maximum bytes of the cards of all agents.' })
  readonly maxCardBytes: number;

  @Field(() => Int, { description: 'Maximum number of live credentials.' })
  readonly maxCredentials: number;

  @Field(() => Int, { description: 'Maximum number of bindings.' })
  readonly maxBindings: number;

  @Field(() => Int, { description: 'Maximum number of match runs in one UTC day.' })
  readonly matchRunsPerDay: number;

  @Field(() => Int, {
    description:
      'Maximum number of new credentials, signing keys, bindings, redeliveries and checkouts in one UTC day.',
  })
  readonly changesPerDay: number;

  @Field(() => Int, {
    description: 'Maximum number of proposals to one counterparty that are open or were rejected within a day.',
  })
  readonly openProposalsPerCounterparty: number;

  @Field(() => Int, { description: 'Maximum bytes of answers that are stored for the idempotency keys of free calls.' })
  readonly keptAnswerBytes: number;
}

@InputType({ description: 'Changes the limits of a principal. Omitted limits stay unchanged.' })
export class SetEconomicAnchorInput {
  @Field(() => ID, { description: 'Key of the principal.' })
  principalKey: string;

  @NotNullField(() => Int, 'Maximum number of open trades.')
  maxOpenTrades?: number | null;

  @NotNullField(() => StampsScalar, 'Maximum bond in stamps that open trades may reserve.')
  bondLimitStamps?: bigint | null;

  @NotNullField(() => StampsScalar, 'Maximum stamps spent in one UTC day.')
  dailySpendLimitStamps?: bigint | null;

  @NotNullField(() => Int, 'Maximum number of agents.')
  maxAgents?: number | null;

  @NotNullField(() => Int, 'Maximum bytes of the cards of all agents.')
  maxCardBytes?: number | null;

  @NotNullField(() => Int, 'Maximum number of live credentials.')
  maxCredentials?: number | null;

  @NotNullField(() => Int, 'Maximum number of bindings.')
  maxBindings?: number | null;

  @NotNullField(() => Int, 'Maximum number of match runs in one UTC day.')
  matchRunsPerDay?: number | null;

  @NotNullField(
    () => Int,
    'Maximum number of new credentials, signing keys, bindings, redeliveries and checkouts in one UTC day.',
  )
  changesPerDay?: number | null;

  @NotNullField(
    () => Int,
    'Maximum number of proposals to one counterparty that are open or were rejected within a day.',
  )
  openProposalsPerCounterparty?: number | null;

  @NotNullField(() => Int, 'Maximum bytes of answers that are stored for the idempotency keys of free calls.')
  keptAnswerBytes?: number | null;
}
