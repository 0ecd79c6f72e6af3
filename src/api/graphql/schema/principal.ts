import {
  Arg,
  Ctx,
  Field,
  FieldResolver,
  ID,
  InputType,
  Mutation,
  ObjectType,
  Query,
  Resolver,
  Root,
} from 'type-graphql';
import { assert } from '../../../domain/errors/errors';
import { keyOf } from '../../../domain/keys';
import { nextMidnight } from '../../../domain/time';
import * as operations from '../../../operations/commands/principal';
import { principal, type PrincipalRow } from '../../../operations/queries/principals';
import { requireMutation, authorize, type Context } from '../execution/context';
import { restNames } from '../execution/names';
import { Node } from './node';
import { EconomicAnchorView, SetEconomicAnchorInput } from './economic-anchor';
import { PrincipalUsageView } from './usage';
import { StampsScalar } from './scalars';
import { ConsoleInput } from './principal-input';

@ObjectType('Principal', {
  implements: Node,
  description: 'The economic party. It owns credentials, agents, listings and balances.',
})
export class PrincipalView extends Node {
  /** @param preloaded undefined if the row is not loaded, for example the principal of an agent's credential */
  constructor(
    readonly row: Pick<PrincipalRow, 'principalId'>,
    readonly preloaded?: PreloadedPrincipal,
  ) {
    super(keyOf('prn', row.principalId));
  }

  static of(row: PrincipalRow): PrincipalView {
    return new PrincipalView(row, preloadedOf(row));
  }

  @Field(() => ID, { description: 'Key of the principal, `prn_…`.' })
  get principalKey(): string {
    return this.id;
  }

  @Field(() => ID, { description: 'UUID form of the key.' })
  get principalId(): string {
    return this.row.principalId;
  }
}

/** Values that were read with the principal (`resolvePreloaded`). */
interface PreloadedPrincipal {
  readonly displayName: string;
  readonly economicAnchor: EconomicAnchorView;
  readonly createdAt: Date;
}

function preloadedOf(row: PrincipalRow): PreloadedPrincipal {
  return { displayName: row.displayName, economicAnchor: row, createdAt: row.createdAt };
}

async function loadPrincipal({ row }: PrincipalView, { loaders }: Context): Promise<PreloadedPrincipal> {
  const principal = await loaders.principal.load(row.principalId);
  assert(principal, 'a principal is never deleted');
  return preloadedOf(principal);
}

@ObjectType('PublicPrincipal', {
  implements: Node,
  description: 'Public fields of a principal, as its counterparties see them.',
})
export class PublicPrincipalView extends Node {
  constructor(readonly row: Pick<PrincipalRow, 'principalId' | 'displayName'>) {
    super(keyOf('prn', row.principalId));
  }

  @Field(() => ID, { description: 'Key of the principal, `prn_…`.' })
  get principalKey(): string {
    return this.id;
  }

  @Field(() => String, { description: 'Display name of the principal.' })
  get displayName(): string {
    return this.row.displayName;
  }
}

@InputType({ description: 'Renames a principal.' })
export class RenamePrincipalInput extends ConsoleInput {
  @Field(() => String, { description: 'New display name, 1 to 120 characters.' })
  displayName: string;
}

@ObjectType({ description: 'Payload of the mutation `renamePrincipal`.' })
export class RenamePrincipalPayload {
  @Field(() => PrincipalView, { description: 'The principal with its new name.' })
  principal: PrincipalView;
}

@ObjectType({ description: 'Payload of the mutation `setEconomicAnchor`.' })
export class SetEconomicAnchorPayload {
  @Field(() => PrincipalView, { description: 'The principal with its new limits.' })
  principal: PrincipalView;
}

@Resolver(() => PrincipalView)
export class PrincipalResolver {
  @Query(() => PrincipalView, { description: 'A principal for which the caller may read. Most reads start here.' })
  async principal(
    @Ctx() context: Context,
    @Arg('principalKey', () => ID, { nullable: true, description: 'Key of the principal. Optional for agents.' })
    principalKey?: string | null,
  ): Promise<PrincipalView> {
    const principalId = authorize(context, 'principal', principalKey);
    if (context.caller.kind === 'principal') return new PrincipalView({ principalId });
    return PrincipalView.of(await principal(context.db, principalId));
  }

  @FieldResolver(() => String, { description: 'Display name, 1 to 120 characters.' })
  async displayName(@Root() principal: PrincipalView, @Ctx() context: Context): Promise<string> {
    return (await loadPrincipal(principal, context)).displayName;
  }

  @FieldResolver(() => EconomicAnchorView, { description: 'Limits of the principal.' })
  async economicAnchor(@Root() principal: PrincipalView, @Ctx() context: Context): Promise<EconomicAnchorView> {
    return (await loadPrincipal(principal, context)).economicAnchor;
  }

  @FieldResolver(() => PrincipalUsageView, { description: 'Use of the limits and quotas of the principal.' })
  async usage(@Root() { row }: PrincipalView, @Ctx() context: Context): Promise<PrincipalUsageView> {
    const now = await context.now();
    const usage = await context.loaders.usage(now).load(row.principalId);
    return { ...usage, resetsAt: nextMidnight(now) };
  }

  @FieldResolver(() => Date, { description: 'Time of creation.' })
  async createdAt(@Root() principal: PrincipalView, @Ctx() context: Context): Promise<Date> {
    return (await loadPrincipal(principal, context)).createdAt;
  }

  @FieldResolver(() => StampsScalar, { description: 'Spendable tickets in stamps.' })
  async ticketBalanceStamps(@Root() { row }: PrincipalView, @Ctx() { loaders }: Context): Promise<bigint> {
    return (await loaders.balances.load(row.principalId)).ticketStamps;
  }

  @FieldResolver(() => StampsScalar, { description: 'Available bond in stamps, not reserved by a trade.' })
  async bondAvailableStamps(@Root() { row }: PrincipalView, @Ctx() { loaders }: Context): Promise<bigint> {
    return (await loaders.balances.load(row.principalId)).bondAvailableStamps;
  }

  @FieldResolver(() => StampsScalar, { description: 'Bond in stamps reserved by open trades.' })
  async bondReservedStamps(@Root() { row }: PrincipalView, @Ctx() { loaders }: Context): Promise<bigint> {
    return (await loaders.balances.load(row.principalId)).bondReservedStamps;
  }

  @Mutation(() => RenamePrincipalPayload, {
    description: 'Renames a principal. Only owners may call it, through the console.',
  })
  async renamePrincipal(
    @Ctx() context: Context,
    @Arg('input', () => RenamePrincipalInput, { description: 'Input of the mutation.' }) input: RenamePrincipalInput,
  ): Promise<RenamePrincipalPayload> {
    const principalId = authorize(context, 'renamePrincipal', input.principalKey);
    return {
      principal: PrincipalView.of(
        await operations.renamePrincipal(requireMutation(context), principalId, input.displayName),
      ),
    };
  }

  @Mutation(() => SetEconomicAnchorPayload, {
    description: 'Changes the limits of a principal. Only operators may call it.',
  })
  async setEconomicAnchor(
    @Ctx() context: Context,
    @Arg('input', () => SetEconomicAnchorInput, { description: 'Input of the mutation.' })
    input: SetEconomicAnchorInput,
  ): Promise<SetEconomicAnchorPayload> {
    const principalId = authorize(context, 'setEconomicAnchor', input.principalKey);
    return {
      principal: PrincipalView.of(
        await operations.setEconomicAnchor(requireMutation(context), principalId, restNames(input)),
      ),
    };
  }
}
