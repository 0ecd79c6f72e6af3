import type { CombinedError } from 'urql';
import { errorOfGraphQL } from '../../../client/src/errors';

/** An error of the service, as its catalogue describes it. */
export interface Problem {
  readonly code: string;
  readonly title: string;
  readonly detail: string;
  /** The remedy of the catalogue. */
  readonly remedy: string;
  /** Whether the same request can succeed later. It may have happened already. */
  readonly isTransient: boolean;
  /** The errors of single inputs, by their paths. */
  readonly fields: readonly { readonly path: string; readonly detail: string }[];
  readonly requestId: string | undefined;
}

/** A refusal of GraphQL has its own status in the extensions. */
const OK = 200;

const UNREACHABLE: Problem = {
  code: 'unreachable',
  title: 'No answer',
  detail: 'The service did not answer. Nothing was lost.',
  remedy: 'Try again. A repeated act has its effect only once.',
  isTransient: true,
  fields: [],
  requestId: undefined,
};

/** An act that this browser could not send, such as with a full store of the tab. */
export const notSent = (error: unknown): Problem => ({
  code: 'not_sent',
  title: 'The act was not sent',
  detail: error instanceof Error ? error.message : String(error),
  remedy: 'Load the page again, or use another browser. Then send the act again.',
  isTransient: false,
  fields: [],
  requestId: undefined,
});

/** Returns the first error of an answer, or that there was no answer. */
export function problemOf(error: CombinedError): Problem {
  const [first] = error.graphQLErrors;
  if (!first) return UNREACHABLE;
  const { code, detail, remedy, recovery, requestId, fields } = errorOfGraphQL(first, OK);
  const { title } = first.extensions;
  return {
    code,
    title: typeof title === 'string' ? title : 'Error',
    detail,
    remedy: remedy ?? '',
    isTransient: recovery === 'transient',
    requestId,
    fields: fields.map((error) => ({
      path: error.path ? error.path.join('.') : error.pointer.replace(/^\//, '').replaceAll('/', '.'),
      detail: error.detail,
    })),
  };
}
