import type { CombinedError } from 'urql';

/** An error of the service, as its catalogue describes it. */
export interface Problem {
  readonly code: string;
  readonly title: string;
  readonly detail: string;
  /** The remedy of the catalogue. */
  readonly remedy: string;
  /** Whether the same request can succeed later. It may have happened already. */
  readonly isTransient: boolean;
  /** The faults of single inputs, by their paths. */
  readonly fields: readonly { readonly path: string; readonly detail: string }[];
  readonly requestId: string | undefined;
}

interface Extensions {
  readonly code?: string;
  readonly title?: string;
  readonly remedy?: string;
  readonly recovery?: string;
  readonly requestId?: string;
  /** The same, as problem documents name it. */
  readonly request_id?: string;
  readonly fields?: readonly {
    readonly path?: readonly string[];
    readonly pointer?: string;
    readonly detail: string;
  }[];
}

const UNREACHABLE: Problem = {
  code: 'unreachable',
  title: 'No answer',
  detail: 'The service did not answer. Nothing was lost.',
  remedy: 'Try again. A repeated act has its effect only once.',
  isTransient: true,
  fields: [],
  requestId: undefined,
};

/** Returns the first error of an answer, or that there was no answer. */
export function problemOf(error: CombinedError): Problem {
  const [first] = error.graphQLErrors;
  if (!first) return UNREACHABLE;
  const { code, title, remedy, recovery, requestId, request_id, fields } = first.extensions as Extensions;
  return {
    code: code ?? 'unknown',
    title: title ?? 'Error',
    detail: first.message,
    remedy: remedy ?? '',
    isTransient: recovery === 'transient',
    requestId: requestId ?? request_id,
    fields: (fields ?? []).map(({ path, pointer, detail }) => ({
      path: path ? path.join('.') : (pointer ?? '').replace(/^\//, '').replaceAll('/', '.'),
      detail,
    })),
  };
}
