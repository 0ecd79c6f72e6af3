import { accept, balances, buyTickets, createParty, principal, propose } from '../../support/actors';
import { builtServer } from '../../support/built';
import { partiesAt } from '../../support/built-parties';
import { startCuttingProxy } from '../../support/cutting-proxy';
import { freshDatabase } from '../../support/database';
import { sendMessage, toolCall } from '../../support/hosted-mcp';
import { OauthByHand } from '../../support/oauth-by-hand';
import { createOwnedParty } from '../../support/oauth-owner';

/** The service is killed between the commit of a call with an access token and its answer. */

// @spec MC25
test('a call with a token that is sent again after kill -9 between the commit and the answer has one effect', async () => {
  const database = await freshDatabase();
  const killed = await builtServer({ DATABASE_URL: database.ownerUrl });
  const parties = await partiesAt(killed);
  const seller = await createParty(parties, 'Seller');
  const buyer = await createOwnedParty(parties, 'Buyer');
  for (const party of [seller, buyer]) await buyTickets(party);
  const deal = await propose(seller, buyer, { price: 100 });
  await accept(deal, seller, buyer);
  const tradesOf = () =>
    principal<{ trades: { nodes: unknown[] } }>(
      buyer.api,
      'trades(filter: { proposalKey: $key }) { nodes { tradeKey state } }',
      { key: deal.proposalKey },
      '($key: ID!)',
    ).then(({ trades }) => trades.nodes);
  const hand = new OauthByHand(killed.url, buyer.human);
  const clientId = await hand.registered();
  const { json: tokens } = await hand.redeem(clientId, await hand.codeFor(clientId));
  const bearer = { authorization: `Bearer ${String(tokens['access_token'])}` };
  const message = toolCall('ats_start_trade', { proposalKey: deal.proposalKey, intentId: 'start-once' });
  const before = await balances(buyer);

  const proxy = await startCuttingProxy(killed.url, { isMutation: ({ url }) => url === '/mcp' });
  const held = proxy.holdNext();
  const lost = sendMessage(proxy, fetch, message, bearer).catch((error: unknown) => error);
  await held;
  await killed.kill('SIGKILL');
  await proxy.stop();
  expect(await lost).toBeInstanceOf(Error);

  // On the same port, because the token is for that address.
  const again = await builtServer(killed.env);
  const [trade] = await tradesOf();
  expect(trade).toMatchObject({ state: 'EXECUTING' });
  const answer = await sendMessage(again, fetch, message, bearer);
  expect([answer.status, answer.text]).toEqual([
    200,
    expect.stringContaining((trade as { tradeKey: string }).tradeKey),
  ]);
  expect(await tradesOf()).toEqual([trade]);
  const after = await balances(buyer);
  expect(before.ticketBalanceStamps - after.ticketBalanceStamps).toBe(100 + 1 + 20);
  await again.kill('SIGTERM');
  await database.drop();
});
