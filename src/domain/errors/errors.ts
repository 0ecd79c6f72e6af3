import { errorCatalogue, type CatalogueEntry, type ErrorCode } from './catalogue';

/** What an error carries beside its code: names as on the REST wire (snake_case); amounts as bigint or number. */
export type Members = Readonly<Record<string, unknown>>;

/**
 * A refusal: something the caller did that the caller can mend or must live with. Everything else that goes wrong is a
 * fault of ours (`assert`, or an unexpected error) and is answered as 500 `internal_error` with nothing of the inside.
 */
export class Refusal extends Error {
  override readonly name = 'Refusal';

  constructor(
    readonly code: ErrorCode,
    detail?: string,
    readonly members: Members = {},
  ) {
    super(short(detail ?? errorCatalogue[code].meaning));
  }

  get entry(): CatalogueEntry {
    return errorCatalogue[this.code];
  }
}

/** One member of a request that is not valid. `pointer` is a JSON pointer into the request's body, REST spelling. */
export interface FieldFault {
  readonly pointer: string;
  readonly detail: string;
}

/** 400 `validation_failed` for the faults found, the first hundred of them; the detail names the first. */
export function invalid(fields: readonly FieldFault[]): Refusal {
  const first = fields[0];
  const detail = first ? `${first.pointer === '' ? 'The request' : first.pointer} ${first.detail}` : undefined;
  const told = fields.slice(0, MAX_FAULTS).map((field) => ({ ...field, detail: short(field.detail) }));
  const untold = fields.length - told.length;
  if (untold > 0) told.push({ pointer: '', detail: `has ${String(untold)} faults more: mend these first` });
  return new Refusal('validation_failed', detail, { fields: told });
}

// A list has as many as it has members, which may be as many as a body has room for.
const MAX_FAULTS = 100;

// A detail repeats what was sent, which may be as large as a body.
const MAX_DETAIL_LENGTH = 1_000;

function short(detail: string): string {
  return detail.length > MAX_DETAIL_LENGTH ? `${detail.slice(0, MAX_DETAIL_LENGTH)}…` : detail;
}

/** For what must never be. A failed assertion is a fault of ours, never the caller's. */
export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`assertion failed: ${message}`);
}
