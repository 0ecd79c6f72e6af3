import { errorCatalogue } from '../../../src/domain/errors/catalogue';
import { errorOfGraphQL, errorOfProblem, retryAfter } from '../../../packages/client/src/errors';
import { jitter, retrying } from '../../../packages/client/src/retry';
import { ApiError, errorCodes, isKnownError, isTransient, type KnownError } from '../../../src/client';

const policy = { attempts: 4, baseMs: 1, maximumMs: 4 };
const busy = (retryAfterSeconds?: number): ApiError =>
  new ApiError({ code: 'rate_limited', status: 429, detail: 'd', retryAfterSeconds });

async function attemptsUntil(error: Error, signal?: AbortSignal): Promise<number> {
  let made = 0;
  const attempt = (): Promise<never> => {
    made += 1;
    return Promise.reject(error);
  };
  await expect(retrying(attempt, policy, signal)).rejects.toBe(error);
  return made;
}

describe('ApiError', () => {
  it('reads the extensions of a GraphQL error', () => {
    const extensions = {
      ...{ code: 'wallet_insufficient_balance', status: 402, title: 't', recovery: 'correctable', requestId: 'req_1' },
      requiredStamps: 9,
    };
    expect(errorOfGraphQL({ message: 'too low', extensions }, 200)).toMatchObject({
      ...{ code: 'wallet_insufficient_balance', status: 402, detail: 'too low', recovery: 'correctable' },
      requestId: 'req_1',
      members: { requiredStamps: 9 },
    });
  });

  it('has a message with the detail, further wrong members and the remedy, for a log', () => {
    const fieldError = (name: string, detail: string) => ({
      pointer: `/${name}`,
      detail,
      path: ['input', 'steps', 0, name],
    });
    const fields = [fieldError('a', 'must be given'), fieldError('b', 'is unknown. Did you mean a?')];
    const parts = { code: 'validation_failed', status: 400, detail: 'input.steps[0].a must be given' };
    const error = new ApiError({ ...parts, remedy: 'Correct it.', members: { fields } });
    expect(error.message).toBe(
      'validation_failed: input.steps[0].a must be given; input.steps[0].b is unknown. Did you mean a? Remedy: Correct it.',
    );
    expect(error.fields).toEqual(fields);
    const many = Array.from({ length: 6 }, (_, n) => ({ pointer: `/${n}`, detail: 'is wrong.' }));
    expect(new ApiError({ ...parts, detail: 'The input has errors.', members: { fields: many } }).message).toBe(
      'validation_failed: The input has errors; /0 is wrong; /1 is wrong; /2 is wrong; and 3 more',
    );
    expect(new ApiError({ ...parts, detail: 'none', remedy: 'Wait.' }).message).toBe(
      'validation_failed: none. Remedy: Wait.',
    );
    expect(new ApiError(parts).fields).toEqual([]);
  });

  it('reads problem+json with its own members only', () => {
    const problem = {
      ...{ type: 'https://x/errors/trade_state_conflict', title: 't', status: 409, detail: 'exists', instance: '/a' },
      ...{ code: 'trade_state_conflict', request_id: 'req_2', recovery: 'terminal', trade_key: 'trd_1' },
    };
    const error = errorOfProblem(problem, 409);
    expect(error).toMatchObject({ code: 'trade_state_conflict', status: 409, detail: 'exists', requestId: 'req_2' });
    expect(error.members).toEqual({ trade_key: 'trd_1' });
  });

  it('is invalid_response if another program responded', () => {
    const headers = new Headers({ 'x-request-id': 'req_3' });
    expect(errorOfProblem(undefined, 502, headers)).toMatchObject({
      code: 'invalid_response',
      status: 502,
      requestId: 'req_3',
    });
  });
});

const YEAR = 365 * 86_400;

describe('Retry-After', () => {
  it.each([
    ['7', 7],
    ['Fri, 20 Nov 2026 09:30:10 GMT', 10],
    ['Fri, 20 Nov 2026 09:29:00 GMT', 0],
    ['Friday, 20-Nov-26 09:30:10 GMT', 10],
    ['Fri Nov 20 09:30:10 2026', 10],
    ['9999999999', YEAR],
    ['9'.repeat(400), YEAR],
    ['Fri, 31 Dec 9999 23:59:59 GMT', YEAR],
    ['-3', undefined],
    ['1.5', undefined],
    ['1e3', undefined],
    ['7, 7', undefined],
    ['Soon 1', undefined],
    ['2026-11-20T09:30:10Z', undefined],
    ['soon', undefined],
    ['', undefined],
  ])('is seconds or an HTTP date, at most a year, and is ignored otherwise: %s', (text, seconds) => {
    expect(retryAfter(new Headers({ 'retry-after': text }), Date.parse('2026-11-20T09:30:00Z'))).toBe(seconds);
  });
});

describe('retrying', () => {
  it.each([429, 500, 502, 503, 504])('retries after %i, up to the limit', async (status) => {
    expect(await attemptsUntil(new ApiError({ code: 'c', status, detail: 'd' }))).toBe(4);
  });

  it('retries after idempotency_key_in_progress and a lost connection', async () => {
    expect(await attemptsUntil(new ApiError({ code: 'idempotency_key_in_progress', status: 409, detail: 'd' }))).toBe(
      4,
    );
    expect(await attemptsUntil(new TypeError('fetch failed', { cause: new Error('ECONNRESET') }))).toBe(4);
  });

  it.each([400, 401, 402, 403, 404, 409, 422])('does not retry after %i', async (status) => {
    expect(await attemptsUntil(new ApiError({ code: 'trade_state_conflict', status, detail: 'd' }))).toBe(1);
  });

  it('does not retry after an error of the program', async () => {
    expect(await attemptsUntil(new TypeError('x is not a function'))).toBe(1);
    expect(isTransient('text')).toBe(false);
  });

  it('names the refusals whose repeat with the same key can help', () => {
    expect([busy(), new TypeError('fetch failed', { cause: 'reset' })].map(isTransient)).toEqual([true, true]);
    const expired = new ApiError({ code: 'signature_expired', status: 401, detail: 'd', recovery: 'transient' });
    expect(isTransient(expired)).toBe(false);
  });

  it('throws if Retry-After exceeds the longest pause', async () => {
    expect(await attemptsUntil(busy(60))).toBe(1);
    expect(await attemptsUntil(busy(YEAR))).toBe(1);
    expect(await attemptsUntil(busy(0))).toBe(4);
  });

  it('stops when the caller aborts', async () => {
    const controller = new AbortController();
    controller.abort(new Error('enough'));
    await expect(retrying(() => Promise.reject(busy()), policy, controller.signal)).rejects.toThrow('enough');
  });

  it('throws the reason of the caller who aborts in a pause', async () => {
    const controller = new AbortController();
    const retried = retrying(() => Promise.reject(busy(20)), { ...policy, maximumMs: 60_000 }, controller.signal);
    setImmediate(() => controller.abort(new Error('enough')));
    await expect(retried).rejects.toThrow('enough');
  });

  it('waits longer each time, within bounds', () => {
    const most = (failures: number): number =>
      Math.max(...Array.from({ length: 500 }, () => jitter(failures, { baseMs: 100, maximumMs: 1000 })));
    expect(most(1)).toBeLessThanOrEqual(100);
    expect(most(3)).toBeGreaterThan(200);
    expect(most(3)).toBeLessThanOrEqual(400);
    expect(most(5000)).toBeLessThanOrEqual(1000);
  });
});

describe('KnownError', () => {
  const error = (code: string): ApiError =>
    new ApiError({ code, status: 402, detail: 'd', members: { requiredStamps: 9 } });

  it('should know exactly the codes of the catalogue', () => {
    expect(errorCodes.toSorted()).toEqual(Object.keys(errorCatalogue).toSorted());
    expect(errorCodes.every((code) => isKnownError(error(code)))).toBe(true);
    expect([
      isKnownError(error('invalid_response')),
      isKnownError(error('new_code')),
      isKnownError(new Error('x')),
    ]).toEqual([false, false, false]);
  });

  it('should narrow the members by the code', () => {
    const required = (thrown: KnownError): number | undefined => {
      // @ts-expect-error the members depend on the code
      const early: unknown = thrown.members.requiredStamps;
      if (early === undefined) return undefined;
      switch (thrown.code) {
        case 'wallet_insufficient_balance':
          return thrown.members.requiredStamps;
        case 'idempotency_key_in_progress': {
          // @ts-expect-error this code has no such member
          const other: unknown = thrown.members.requiredStamps;
          return other === undefined ? undefined : 0;
        }
        default:
          return undefined;
      }
    };
    const thrown: unknown = error('wallet_insufficient_balance');
    expect(isKnownError(thrown) && required(thrown)).toBe(9);
  });
});
