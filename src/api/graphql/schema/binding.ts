import { Args, Ctx, Field, FieldResolver, ID, ObjectType, Resolver, Root } from 'type-graphql';
import { keyOf } from '../../../domain/keys';
import { bindingsOf, type BindingWithHuman } from '../../../database/repositories/parties';
import { connection, ConnectionArgs, connectionType, type Connection } from './connection';
import { notForAgents, type Context } from '../execution/context';
import { BindingRoleEnum } from './enums';
import { Node } from './node';
import { PrincipalView } from './principal';

@ObjectType('Binding', { implements: Node, description: 'A human who looks after a principal.' })
export class BindingView extends Node {
  constructor(private readonly row: BindingWithHuman) {
    super(keyOf('bnd', row.bindingId));
  }

  @Field(() => ID, { description: 'The key, `bnd_…`.' })
  get bindingId(): string {
    return this.id;
  }

  @Field(() => String, { description: 'Who vouches for the human: `X-Acting-Provider`.' })
  get provider(): string {
    return this.row.provider;
  }

  @Field(() => String, { description: 'The human, as the provider names them: `X-Acting-Subject`.' })
  get subject(): string {
    return this.row.subject;
  }

  @Field(() => BindingRoleEnum, { description: 'What the human may do.' })
  get role(): string {
    return this.row.role;
  }

  @Field(() => Date, { description: 'Since when.' })
  get createdAt(): Date {
    return this.row.createdAt;
  }
}

const BindingConnection = connectionType('Binding', () => BindingView);

@Resolver(() => PrincipalView)
export class PrincipalBindingsResolver {
  @FieldResolver(() => BindingConnection, {
    description: 'The humans who look after it, newest first. The console and operators; not for agents.',
  })
  async bindings(
    @Root() { row }: PrincipalView,
    @Ctx() { db, caller }: Context,
    @Args(() => ConnectionArgs) args: ConnectionArgs,
  ): Promise<Connection<BindingView>> {
    notForAgents(caller, 'principal.bindings');
    return connection(await bindingsOf(db, row.principalId, args), (binding) => new BindingView(binding));
  }
}
