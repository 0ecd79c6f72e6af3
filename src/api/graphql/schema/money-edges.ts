import { Args, ArgsType, Ctx, Field, FieldResolver, Resolver, Root } from 'type-graphql';
import { actingHuman } from '../../../domain/sessions/caller';
import { ticketPurchases, walletPurchases } from '../../../operations/queries/lists';
import { walletPostings } from '../../../operations/queries/postings';
import type { StoredPurchase } from '../../../operations/queries/tickets';
import type { Context } from '../execution/context';
import { ConnectionArgs, listConnection, type Connection } from './connection';
import { TicketPurchaseFilter } from './filters';
import { PostingConnection, postingConnection, PostingsArgs, type PostingView } from './posting';
import { PrincipalView } from './principal';
import { TicketPurchaseConnection, TicketPurchaseView } from './ticket';
import { WalletView } from './wallet';

@ArgsType()
class TicketPurchasesArgs extends ConnectionArgs {
  @Field(() => TicketPurchaseFilter, { nullable: true, description: 'Return only these purchases.' })
  filter?: TicketPurchaseFilter | null;
}

const purchaseView = (purchase: StoredPurchase): TicketPurchaseView => new TicketPurchaseView(purchase);

/** A human without an id has no wallet yet; no row has this owner. */
const NO_HUMAN = '00000000-0000-0000-0000-000000000000';

@Resolver(() => PrincipalView)
export class PrincipalPurchasesResolver {
  @FieldResolver(() => TicketPurchaseConnection, { description: 'Ticket purchases for the principal, newest first.' })
  async ticketPurchases(
    @Root() { row }: PrincipalView,
    @Ctx() context: Context,
    @Args(() => TicketPurchasesArgs) args: TicketPurchasesArgs,
  ): Promise<Connection<TicketPurchaseView>> {
    return listConnection(context, ticketPurchases, row.principalId, args, purchaseView);
  }
}

@Resolver(() => WalletView)
export class WalletEdgesResolver {
  @FieldResolver(() => PostingConnection, { description: 'Postings of the wallet, newest first.' })
  async postings(
    @Root() _wallet: WalletView,
    @Ctx() context: Context,
    @Args(() => PostingsArgs) args: PostingsArgs,
  ): Promise<Connection<PostingView>> {
    return postingConnection(context, walletPostings, actingHuman(context.caller).humanId ?? NO_HUMAN, args);
  }

  @FieldResolver(() => TicketPurchaseConnection, { description: 'Ticket purchases for the wallet, newest first.' })
  async ticketPurchases(
    @Root() _wallet: WalletView,
    @Ctx() context: Context,
    @Args(() => TicketPurchasesArgs) args: TicketPurchasesArgs,
  ): Promise<Connection<TicketPurchaseView>> {
    return listConnection(
      context,
      walletPurchases,
      actingHuman(context.caller).humanId ?? NO_HUMAN,
      args,
      purchaseView,
    );
  }
}
