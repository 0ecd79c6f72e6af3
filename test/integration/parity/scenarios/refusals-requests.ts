import { randomUUID } from 'node:crypto';
import { Connection } from '../../../support/ledger';
import { idOf } from '../../../../src/domain/keys';
import type { Scenario } from '../suite';
import { found } from '../cast';

const HALF_AN_HOUR = 1_800_000;

/** Refusals of the request itself: its envelope, its form, its key. */
export const requestRefusals: readonly Scenario[] = [
  {
    name: 'refused: envelopes',
    async play(stage) {
      const { agent, p } = await found(stage, 'Company');
      const reserve = { ...p, amount_stamps: 1 };
      await stage.refused(null, 'reserveBond', reserve, 'signature_missing');
      await stage.refused(null, 'principal', p, 'signature_missing');
      await stage.refused(agent, 'reserveBond', reserve, 'signature_malformed', { unsigned: { signature: 'ats=?' } });
      const uncovered = { unsigned: { 'idempotency-key': randomUUID() }, key: undefined };
      await stage.refused(agent, 'reserveBond', reserve, 'signature_incomplete', uncovered);
      const early = { now: new Date(Date.now() - HALF_AN_HOUR) };
      await stage.refused(agent, 'reserveBond', reserve, 'signature_expired', early);
      const digest = { unsigned: { 'content-digest': `sha-256=:${Buffer.alloc(32).toString('base64')}:` } };
      await stage.refused(agent, 'reserveBond', reserve, 'content_digest_mismatch', digest);
      const unknownSigner = {
        credential: { ...agent.credential, signingSecret: ['sk_live', '0'.repeat(52)].join('_') },
      };
      await stage.refused(unknownSigner, 'principal', p, 'credential_invalid');
    },
  },
  {
    name: 'refused: forms',
    async play(stage) {
      const { agent, p } = await found(stage, 'Company');
      const reserve = { ...p, amount_stamps: 1 };
      const large = { body: JSON.stringify({ padding: 'x'.repeat(256 * 1024) }) };
      await stage.refused(agent, 'reserveBond', reserve, 'payload_too_large', large);
      const text = { headers: { 'content-type': 'text/plain' } };
      await stage.refused(agent, 'reserveBond', reserve, 'unsupported_media_type', text);
    },
  },
  {
    name: 'refused: idempotency keys',
    async play(stage) {
      const { agent, p } = await found(stage, 'Company');
      const release = { ...p, amount_stamps: 1 };
      const none = { key: undefined };
      await stage.refused(agent, 'releaseBond', release, 'idempotency_key_required', none);
      const key = randomUUID();
      const first = await stage.refused(agent, 'releaseBond', release, 'principal_bond_insufficient_balance', { key });
      const again = await stage.refused(agent, 'releaseBond', release, 'principal_bond_insufficient_balance', { key });
      if (JSON.stringify(again) !== JSON.stringify(first)) throw new Error('another answer for the same key');
      const other = { ...p, amount_stamps: 2 };
      await stage.refused(agent, 'releaseBond', other, 'idempotency_key_reused', { key });
      const busy = await Connection.open(stage.app.ownerUrl);
      try {
        const lock = `SELECT pg_advisory_lock(hashtextextended('prn:' || $1 || chr(10) || $2, 0))`;
        const held = randomUUID();
        await busy.sql(lock, idOf('prn', p.principal_key), held);
        await stage.refused(agent, 'releaseBond', release, 'idempotency_key_in_progress', { key: held });
      } finally {
        await busy.close();
      }
    },
  },
];

/** Refusals that only a strained service returns. */
export const strained: readonly Scenario[] = [
  {
    name: 'refused: the payment processor is away, then the minute’s reads are used up',
    world: 'strained',
    async play(stage) {
      const { agent } = await found(stage, 'Company');
      await stage.refused(agent, 'purchaseTickets', { pack: 'starter' }, 'payment_processor_unavailable');
      // Each read costs one unit, because its document is short.
      for (let reads = 0; reads < 3; reads += 1) await stage.ask(agent, 'ticketPacks');
      await stage.refused(agent, 'ticketPacks', {}, 'rate_limited');
    },
  },
];
