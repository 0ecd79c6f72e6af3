/**
 * Scenarios that are not for this product, and checks of others as `scenario:check`.
 *
 * Decision 0056 says why. A scenario of these lists that passes is an error, so the lists stay true.
 */

const NO_PROMPTS = [
  'prompts-list',
  'prompts-get-simple',
  'prompts-get-with-args',
  'prompts-get-embedded-resource',
  'prompts-get-with-image',
];

/** Scenarios of revision 2025-11-25. */
const OLD = [
  ...NO_PROMPTS,
  'completion-complete',
  'resources-subscribe',
  'resources-unsubscribe',
  // No stream can be resumed.
  'server-sse-polling',
];

/** Scenarios of revision 2026-07-28. */
const NEW = [
  ...NO_PROMPTS,
  'completion-complete',
  'caching:sep-2549-prompts-list-caching-hints',
  // Its only request is for a prompt.
  'input-required-result-non-tool-request',
  // No tool has an argument that a client repeats in a header.
  'http-custom-header-server-validation',
];

/** Left out by revision of the protocol. */
export type Skips = Readonly<Record<string, readonly string[]>>;

export const OF_PROGRAM: Skips = {
  '2025-11-25': OLD,
  // It would read the schema of the service, and the program runs without one.
  '2026-07-28': [...NEW, 'caching:sep-2549-resources-read-caching-hints'],
};

// A page that rebinds a name has no access token, and the service does not know which names its proxy serves.
const NO_REBINDING = 'dns-rebinding-protection';

export const OF_HOSTED: Skips = {
  '2025-11-25': [
    ...OLD,
    NO_REBINDING,
    // A server without a session cannot ask a client of 2025.
    'tools-call-sampling',
    'tools-call-elicitation',
    'elicitation-sep1034-defaults',
    'elicitation-sep1330-enums',
    'server-session-lifecycle',
    'server-sse-multiple-streams',
  ],
  '2026-07-28': [...NEW, NO_REBINDING],
};
