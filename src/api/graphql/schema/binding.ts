import { Args, Ctx, Field, FieldResolver, ID, ObjectType, Resolver, Root } from 'type-graphql';
import { keyOf } from '../../../domain/keys';
import type { BindingWithHuman } from '../../../operations/queries/bindings';
import { bindings } from '../../../operations/queries/lists';
import { ConnectionArgs, connectionType, listConnection, type Connection } from './connection';
import { assertNoPlatformRead, type Context } from '../execution/context';
import { BindingRoleEnum } from './enums';
import { Node } from './node';
import { PrincipalView } from './principal';

@ObjectType('Binding', { implements: Node, description: 'The role of a human for a principal.' })
export class BindingView extends Node {
  constructor(private readonly row: BindingWithHuman) {
    super(keyOf('bnd', row.bindingId));
  }

  @Field(() => ID, { description: 'Key of the binding, `bnd_…`.' })
  get bindingId(): string {
    return this.id;
  }

  @Field(() => String, { description: 'Identity provider of the human, as in `X-Acting-Provider`.' })
  get provider(): string {
    return this.row.provider;
  }

  @Field(() => String, { description: 'Subject that the provider assigns to the human, as in `X-Acting-Subject`.' })
  get subject(): string {
    return this.row.subject;
  }

  @Field(() => BindingRoleEnum, { description: 'Role of the human: owner or viewer.' })
  get role(): string {
    return this.row.role;
  }

  @Field(() => Date, { description: 'Time at which the binding was created.' })
  get createdAt(): Date {
    return this.row.createdAt;
  }
}

const BindingConnection = connectionType('Binding', () => BindingView);

@Resolver(() => PrincipalView)
export class PrincipalBindingsResolver {
  @FieldResolver(() => BindingConnection, {
    description: 'Bindings of humans, newest first. Only the console and operators may read them.',
  })
  async bindings(
    @Root() { row }: PrincipalView,
    @Ctx() context: Context,
    @Args(() => ConnectionArgs) args: ConnectionArgs,
  ): Promise<Connection<BindingView>> {
    assertNoPlatformRead(context.caller, 'principal.bindings');
    return listConnection(
      context,
      bindings,
      row.principalId,
      args,
      (binding: BindingWithHuman) => new BindingView(binding),
    );
  }
}
