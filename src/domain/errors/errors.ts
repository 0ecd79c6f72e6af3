import { errorCatalogue, type CatalogueEntry, type ErrorCode } from './catalogue';

/** Members of an error in addition to its code: REST names (snake_case), amounts as bigint or number. */
export type Members = Readonly<Record<string, unknown>>;

/**
 * An error that the caller caused.
 *
 * Every other error is a defect of the service. The response is then 500 `internal_error` without details.
 */
export class Refusal extends Error {
  override readonly name = 'Refusal';

  constructor(
    readonly code: ErrorCode,
    detail?: string,
    readonly members: Members = {},
    /** Advice for this case. Default: the advice of the code. It follows the same rules as that. */
    private readonly ownRemedy?: string,
    /** From when on the cause can be gone, if time alone removes it and the caller may know that. */
    readonly availableAt: Date | null = null,
  ) {
    super(truncate(detail ?? errorCatalogue[code].meaning));
  }

  get remedy(): string {
    return this.ownRemedy ?? this.entry.remedy;
  }

  /** The same refusal with more members. */
  withMembers(members: Members): Refusal {
    return new Refusal(this.code, this.message, { ...this.members, ...members }, this.ownRemedy, this.availableAt);
  }

  /** The same refusal with other advice. */
  withRemedy(remedy: string): Refusal {
    return new Refusal(this.code, this.message, this.members, remedy, this.availableAt);
  }

  get entry(): CatalogueEntry {
    return errorCatalogue[this.code];
  }
}

/** Members and indexes from the arguments of a GraphQL field down: `["input", "terms", "steps", 0, "priceStamps"]`. */
export type InputPath = readonly (string | number)[];

/** One invalid member of a request. `pointer` is a JSON pointer into the body, with REST names. */
export interface FieldError {
  readonly pointer: string;
  readonly detail: string;
  /** Only in errors of GraphQL. */
  readonly path?: InputPath;
}

/** The refusal 400 `validation_failed` or `cursor_invalid`. It has at most 100 field errors, and the detail of the first. */
export function invalid(
  fields: readonly FieldError[],
  code: 'validation_failed' | 'cursor_invalid' = 'validation_failed',
): Refusal {
  const first = fields[0];
  const detail = first ? `${first.pointer === '' ? 'The request' : first.pointer} ${first.detail}` : undefined;
  const listed = fields.slice(0, MAX_FIELD_ERRORS).map((field) => ({ ...field, detail: truncate(field.detail) }));
  const omitted = fields.length - listed.length;
  if (omitted > 0) {
    listed.push({ pointer: '', detail: `has ${String(omitted)} more errors: correct the listed errors first` });
  }
  return new Refusal(code, detail, { fields: listed });
}

/** The refusal 400 `validation_failed` of one member. The pointer '' names the whole request. */
export function invalidMember(pointer: string, detail: string): Refusal {
  return invalid([{ pointer, detail }]);
}

// Each member of a list can have an error, so their number is limited only by the size of the body.
const MAX_FIELD_ERRORS = 100;

// A detail can quote a value that is as large as the body.
const MAX_DETAIL_LENGTH = 1_000;

function truncate(detail: string): string {
  return detail.length > MAX_DETAIL_LENGTH ? `${detail.slice(0, MAX_DETAIL_LENGTH)}…` : detail;
}

/** Checks an invariant. A failure is a defect of the service, never an error of the caller. */
export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`assertion failed: ${message}`);
}
