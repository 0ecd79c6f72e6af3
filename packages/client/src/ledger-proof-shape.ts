/** A movement of stamps from `debit` to `credit`, such as `ticket:{principal id}` or `platform_fee`. */
export interface ProvenLine {
  readonly debit: string;
  readonly credit: string;
  readonly amount: number;
}

export interface Journal {
  readonly journal_id: string;
  readonly idem_key: string;
  readonly kind: string;
  readonly trade_id: string | null;
  readonly created_at: string;
  readonly lines: readonly ProvenLine[];
}

/** The layout of a proof (docs/proofs/ledger-proofs.md). */
export interface Shape {
  readonly journal: Journal;
  readonly leaf_no: number;
  readonly path: readonly string[];
  readonly block: {
    readonly height: number;
    readonly previous: string;
    readonly merkle_root: string;
    readonly journals: number;
  };
  readonly chain: readonly { readonly merkle_root: string; readonly journals: number }[];
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const MAX_JOURNALS = 2 ** 31 - 1;

// A lone surrogate has no UTF-8 bytes.
const isText = (value: unknown): boolean => typeof value === 'string' && !/\p{Surrogate}/u.test(value);
const isHash = (value: unknown): boolean => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);
const isId = (value: unknown): boolean => typeof value === 'string' && UUID.test(value);
const isTime = (value: unknown): boolean =>
  typeof value === 'string' && TIME.test(value) && !Number.isNaN(Date.parse(value));
const isCount = (max: number) => (value: unknown) =>
  Number.isSafeInteger(value) && Number(value) >= 1 && Number(value) <= max;
const isList = (isItem: (value: unknown) => boolean) => (value: unknown) => Array.isArray(value) && value.every(isItem);
const orNull = (isType: (value: unknown) => boolean) => (value: unknown) => value === null || isType(value);

/** Checks for exactly these members, because an unchecked member must not look proven. */
function isObject(members: Readonly<Record<string, (value: unknown) => boolean>>): (value: unknown) => boolean {
  const names = Object.keys(members);
  return (value) =>
    typeof value === 'object' &&
    value !== null &&
    Object.keys(value).length === names.length &&
    names.every(
      (name) => Object.hasOwn(value, name) && members[name]?.((value as Record<string, unknown>)[name]) === true,
    );
}

const isLine = isObject({ debit: isText, credit: isText, amount: isCount(Number.MAX_SAFE_INTEGER) });
const sealMembers = { merkle_root: isHash, journals: isCount(MAX_JOURNALS) };
/** Checks the layout of a proof of version `ats-proof-v1`, not its truth. */
export const isProof = isObject({
  version: (value) => value === 'ats-proof-v1',
  journal: isObject({
    journal_id: isId,
    idem_key: isText,
    kind: isText,
    trade_id: orNull(isId),
    created_at: isTime,
    lines: isList(isLine),
  }),
  leaf_no: isCount(MAX_JOURNALS),
  path: isList(isHash),
  block: isObject({ height: isCount(Number.MAX_SAFE_INTEGER), previous: isHash, ...sealMembers }),
  chain: isList(isObject(sealMembers)),
  head: isHash,
});
