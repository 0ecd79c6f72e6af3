import { Field, ObjectType } from 'type-graphql';
import type { Acts, BlockedAct } from '../../../domain/actions/action';
import type { ErrorCode } from '../../../domain/errors/catalogue';
import type { Refusal } from '../../../domain/errors/errors';
import type { ApprovalStatus } from '../../../domain/parties/approval-types';
import type { Services } from '../../../operations/context';
import { restCallOf } from '../../../operations/rest-calls';
import { withSandboxAdvice } from '../../../operations/sandbox-advice';
import { withGraphqlNames } from '../execution/errors';
import { ErrorCodeEnum, graphqlInput } from './action';
import { ApprovalStatusEnum } from './enums';
import { JSONObjectScalar, StampsScalar } from './scalars';

/** The remedy with the values of the members that it names, because an act that is blocked does not show these members. */
function remedyWithValues({ remedy, members }: Refusal): string {
  return remedy.replace(/(?:in )?`(\w+)`/g, (quoted, name: string) => {
    const value = members[name];
    if (typeof value === 'string') return `\`${value}\``;
    // The advice about a limit of 0 says so itself.
    const isAmount = (typeof value === 'bigint' || typeof value === 'number') && value > 0;
    return isAmount ? `${quoted} (${String(value)})` : quoted;
  });
}

@ObjectType('BlockedAction', {
  description: 'An operation that would be refused now, or a variant of it, with the error.',
})
export class BlockedActionView {
  constructor(private readonly act: BlockedAct) {}

  @Field(() => String, { description: 'Name of the mutation.' })
  get operation(): string {
    return this.act.operation;
  }

  @Field(() => JSONObjectScalar, {
    nullable: true,
    description:
      'Input of the refused variant, without what only the caller can know. Other variants of the operation may be allowed. Null: every input is refused with this error.',
  })
  get input(): Record<string, unknown> | null {
    return this.act.input && graphqlInput(this.act.input);
  }

  @Field(() => JSONObjectScalar, {
    nullable: true,
    description: 'Body of the refused variant in REST. Null: every body is refused with this error.',
  })
  get restBody(): Record<string, unknown> | null {
    const { operation, input } = this.act;
    return input && restCallOf({ operation, input }).body;
  }

  @Field(() => ErrorCodeEnum, { description: 'Code of the error.' })
  get code(): ErrorCode {
    return this.act.refusal.code;
  }

  @Field(() => String, { description: 'Cause of the refusal and what to do.' })
  get detail(): string {
    return this.act.refusal.message;
  }

  @Field(() => String, {
    nullable: true,
    description:
      'Cause within the code: the member `reason` of the error, or the limit that its member `limit` names, such as `budget_stamps`. Null if it has none.',
  })
  get reason(): string | null {
    const { reason, limit } = this.act.refusal.members;
    const cause = reason ?? limit;
    return typeof cause === 'string' ? cause : null;
  }

  @Field(() => String, { description: 'Act that removes the cause, as in the error.' })
  get remedy(): string {
    return withGraphqlNames(this.restRemedy, this.act.refusal);
  }

  @Field(() => String, { description: 'Act that removes the cause, with the names of REST.' })
  get restRemedy(): string {
    return remedyWithValues(this.act.refusal);
  }

  @Field(() => Date, { nullable: true, description: 'Time from which the cause is gone, if time alone removes it.' })
  get availableAt(): Date | null {
    return this.act.availableAt;
  }

  @Field(() => StampsScalar, { nullable: true, description: 'Stamps that the own balance lacks.' })
  get missingStamps(): bigint | null {
    return this.act.missingStamps;
  }

  @Field(() => ApprovalStatusEnum, {
    nullable: true,
    description: 'Status of the approval that blocks the act. Null if no approval does.',
  })
  get approvalStatus(): ApprovalStatus | null {
    return this.act.approvalStatus;
  }
}

/** The acts that would be refused, each with the advice of the call. */
export const blockedViews = ({ blocked }: Acts, services: Pick<Services, 'sandbox'>): BlockedActionView[] =>
  blocked.map((act) => new BlockedActionView({ ...act, refusal: withSandboxAdvice(act.refusal, services) }));
