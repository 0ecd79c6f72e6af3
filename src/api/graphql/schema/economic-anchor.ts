import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import type { PrincipalRow } from '../../../operations/queries/principals';
import { NotNullField } from './not-null-field';
import { StampsScalar } from './scalars';

@ObjectType('EconomicAnchor', { description: 'Limits of a principal, managed by the platform.' })
export class EconomicAnchorView {
  constructor(private readonly row: PrincipalRow) {}

  @Field(() => Int, { description: 'Maximum number of open trades.' })
  get maxOpenTrades(): number {
    return this.row.maxOpenTrades;
  }

  @Field(() => StampsScalar, { description: 'Maximum bond in stamps that open trades may reserve.' })
  get bondLimitStamps(): bigint {
    return this.row.bondLimitStamps;
  }

  @Field(() => StampsScalar, {
    description: 'Maximum stamps that escrow and fees may take from the tickets in one UTC day.',
  })
  get dailySpendLimitStamps(): bigint {
    return this.row.dailySpendLimitStamps;
  }

  @Field(() => Int, { description: 'Maximum number of agents.' })
  get maxAgents(): number {
    return this.row.maxAgents;
  }

  @Field(() => Int, { description: 'Maximum bytes of the cards of all agents.' })
  get maxCardBytes(): number {
    return this.row.maxCardBytes;
  }

  @Field(() => Int, { description: 'Maximum number of live credentials.' })
  get maxCredentials(): number {
    return this.row.maxCredentials;
  }

  @Field(() => Int, { description: 'Maximum number of bindings.' })
  get maxBindings(): number {
    return this.row.maxBindings;
  }

  @Field(() => Int, { description: 'Maximum number of match runs in one UTC day.' })
  get matchRunsPerDay(): number {
    return this.row.matchRunsPerDay;
  }

  @Field(() => Int, {
    description:
      'Maximum number of new credentials, signing keys, bindings, redeliveries and checkouts in one UTC day.',
  })
  get changesPerDay(): number {
    return this.row.changesPerDay;
  }

  @Field(() => Int, {
    description: 'Maximum number of proposals to one counterparty that are open or were rejected within a day.',
  })
  get openProposalsPerCounterparty(): number {
    return this.row.openProposalsPerCounterparty;
  }

  @Field(() => Int, { description: 'Maximum bytes of answers that are kept for the idempotency keys of free calls.' })
  get keptAnswerBytes(): number {
    return this.row.keptAnswerBytes;
  }
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

  @NotNullField(() => Int, 'Maximum bytes of answers that are kept for the idempotency keys of free calls.')
  keptAnswerBytes?: number | null;
}
