import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { ApolloServer } from '@apollo/server';
import { startStandaloneServer } from '@apollo/server/standalone';
import { Arg, buildSchema, Field, ID, Int, Mutation, ObjectType, Query, Resolver } from 'type-graphql';
import { Column, DataSource, Entity, In, PrimaryColumn } from 'typeorm';

/**
 * A transfer between two accounts as one would write it with entities. Apollo Server has its standalone defaults. One
 * TypeORM transaction locks both accounts and saves them, the transfer and its two entries. It has no signature, no
 * idempotency key and no events.
 */

@ObjectType('Account')
@Entity('bench_account')
class Account {
  @Field(() => ID)
  @PrimaryColumn('uuid', { name: 'account_id' })
  accountId: string;

  @Field(() => String)
  @Column('bigint')
  balance: string;
}

@Entity('bench_transfer')
class Transfer {
  @PrimaryColumn('uuid', { name: 'transfer_id' })
  transferId: string;

  @Column('bigint')
  amount: string;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;
}

@Entity('bench_entry')
class Entry {
  @PrimaryColumn('uuid', { name: 'transfer_id' })
  transferId: string;

  @PrimaryColumn('uuid', { name: 'account_id' })
  accountId: string;

  @Column('bigint')
  amount: string;

  @Column('bigint', { name: 'balance_after' })
  balanceAfter: string;
}

const source = new DataSource({
  type: 'postgres',
  url: process.env['DATABASE_URL'] ?? '',
  entities: [Account, Transfer, Entry],
  poolSize: Number(process.env['CONNECTIONS']),
  installExtensions: false,
  extra: { idleTimeoutMillis: 600_000 },
});

async function move(from: string, to: string, amount: bigint): Promise<Account[]> {
  return source.transaction(async (manager) => {
    const accounts = await manager.find(Account, {
      where: { accountId: In([from, to]) },
      order: { accountId: 'ASC' },
      lock: { mode: 'pessimistic_write' },
    });
    const transferId = randomUUID();
    const entries: Entry[] = [];
    for (const account of accounts) {
      const change = account.accountId === from ? -amount : amount;
      const balance = BigInt(account.balance) + change;
      if (balance < 0n) throw new Error('the balance is too low');
      account.balance = String(balance);
      const entry = { transferId, accountId: account.accountId, amount: String(change), balanceAfter: account.balance };
      entries.push(Object.assign(new Entry(), entry));
    }
    await manager.save(accounts);
    const transfer = { transferId, amount: String(amount), createdAt: new Date() };
    await manager.save(Object.assign(new Transfer(), transfer));
    await manager.save(entries);
    return accounts;
  });
}

@Resolver()
class TransferResolver {
  @Query(() => String)
  name(): string {
    return 'transfers';
  }

  @Mutation(() => [Account])
  transfer(
    @Arg('from', () => ID) from: string,
    @Arg('to', () => ID) to: string,
    @Arg('amount', () => Int) amount: number,
  ): Promise<Account[]> {
    return move(from, to, BigInt(amount));
  }
}

async function main(): Promise<void> {
  await source.initialize();
  const schema = await buildSchema({ resolvers: [TransferResolver], validate: false });
  const { url } = await startStandaloneServer(new ApolloServer({ schema }), { listen: { port: 0, host: '127.0.0.1' } });
  process.on('disconnect', () => process.exit());
  process.send?.({ url: url.replace(/\/$/, '') });
}

void main();
