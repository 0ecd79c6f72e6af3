import { optional, row } from './definition';
import { oneOf, secret, subjects } from './kinds';

const credential = secret('<api key>:<signing secret> of a platform credential', /^ak_[^:\s]+:sk_[^:\s]+$/);

/** Settings of the console, the web application at `/console`. */
export const consoleRows = {
  console: row('ATS_CONSOLE', oneOf('on', 'off'), 'on', 'On: the console is served at /console.'),
  consoleCredential: optional(
    'ATS_CONSOLE_CREDENTIAL',
    credential,
    'Platform credential of the console, role console. Unset: created outside production. In production there is no console without it.',
  ),
  consoleOperatorCredential: optional(
    'ATS_CONSOLE_OPERATOR_CREDENTIAL',
    credential,
    'Platform credential of the operator screens, role operator. Unset: created outside production.',
  ),
  consoleOperators: optional(
    'ATS_CONSOLE_OPERATORS',
    subjects,
    'Subjects of the humans who may use the operator screens. Unset: the name operator outside production, else no human.',
  ),
} as const;
