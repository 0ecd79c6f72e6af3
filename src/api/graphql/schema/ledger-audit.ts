import { Ctx, Field, Int, ObjectType, Query, Resolver } from 'type-graphql';
import { lastAudit, type AuditReport, type CheckReport } from '../../../operations/queries/ledger-audit';
import { platformOnly, type Context } from '../execution/context';
import { DateTimeScalar } from './scalars';

@ObjectType('LedgerAuditCheck', { description: 'Result of one check in the last audit of a worker.' })
export class LedgerAuditCheckView implements CheckReport {
  @Field(() => String, { description: 'Name of the check, such as `I1`.' })
  readonly check: string;

  @Field(() => String, { description: 'Sentence that the check proves.' })
  readonly title: string;

  @Field(() => Int, { description: 'Number of findings. Each part of a check stops after about 1,000.' })
  readonly findings: number;

  @Field(() => [String], { description: 'First findings, at most 5. They name the keys and ids of the wrong rows.' })
  readonly examples: readonly string[];

  @Field(() => String, { description: 'Advice for an operator when the check has findings.' })
  readonly remedy: string;
}

@ObjectType('LedgerAudit', {
  description: 'Last audit of a worker. It runs every hour the checks of `npx ats audit` that need the database only.',
})
export class LedgerAuditView implements AuditReport {
  @Field(() => DateTimeScalar, { nullable: true, description: 'End of the audit. Null before the first one.' })
  readonly auditedAt: Date | null;

  @Field(() => Boolean, {
    description: 'Whether the audit read everything. False if it started from the last clean audit, or if unknown.',
  })
  readonly isWhole: boolean;

  @Field(() => [LedgerAuditCheckView], { description: 'Checks that ran, those of the ledger first.' })
  readonly checks: readonly LedgerAuditCheckView[];
}

@Resolver()
export class LedgerAuditResolver {
  @Query(() => LedgerAuditView, {
    description:
      'Stored result of the last audit of a worker. It starts no audit: run `npx ats audit` for a current one. Only operators may read it.',
  })
  async ledgerAudit(@Ctx() context: Context): Promise<LedgerAuditView> {
    platformOnly(context, 'ledgerAudit');
    return lastAudit(context.db);
  }
}
