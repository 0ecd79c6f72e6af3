import { createHash } from 'node:crypto';
import type { CredentialScope } from '../../../domain/sessions/credential-limits';
import { escapeHtml, htmlPage } from '../../../domain/html';
import type { AuthResponse } from '../sign-in/types';

/** The pages of the consent. They have no script. All texts that others chose are escaped. */

/** One option of the page: a principal with one of its agents, or with all of them. */
export interface ConsentOption {
  readonly value: string;
  readonly label: string;
}

/** A principal that the human owns. */
export interface ConsentPrincipal {
  readonly name: string;
  /** False: another owner added the human, who never acted for the principal. */
  readonly isAccepted: boolean;
  readonly options: readonly ConsentOption[];
}

export interface ConsentForm {
  readonly application: string;
  /** The host or program that gets the code. */
  readonly target: string;
  /** The scheme of the application's address, for the policy of the page. */
  readonly scheme: string;
  /** The host that describes the application. Undefined: it registered itself. */
  readonly describedBy: string | undefined;
  readonly human: string;
  /** Accepted ones first. */
  readonly principals: readonly ConsentPrincipal[];
  readonly scopes: readonly CredentialScope[];
  /** The error of the last answer. */
  readonly error?: string | undefined;
}

const SCOPE_TEXTS: Readonly<Record<CredentialScope, string>> = {
  read: 'Read balances, listings, proposals and trades',
  trade: 'Publish listings, accept proposals and trade. This reserves bonds and can cost stamps',
  money: 'Buy tickets, and move stamps between tickets and bond',
};

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0; padding: 1rem; }
main { max-width: 32rem; margin: 2rem auto; }
h1 { font-size: 1.5rem; line-height: 1.25; }
fieldset { border: 1px solid GrayText; border-radius: 8px; margin: 1.5rem 0; padding: 1rem; }
legend, .label { font-weight: 600; padding: 0 .25rem; }
.label { display: block; padding: 0; }
label.choice { display: flex; gap: .75rem; align-items: baseline; margin: .5rem 0; }
select { font: inherit; width: 100%; padding: .5rem; margin-top: .25rem; }
.error { border-left: 4px solid #c62828; padding: .5rem 1rem; }
.buttons { display: flex; gap: 1rem; flex-wrap: wrap; }
button { font: inherit; padding: .6rem 1.4rem; border-radius: 8px; border: 1px solid GrayText; cursor: pointer; }
button.main { background: #1f5eff; border-color: #1f5eff; color: #fff; }
code { overflow-wrap: anywhere; }
`;
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

/** @param formTargets where forms may lead. Browsers apply it to the redirect after the form too. */
function page(status: number, title: string, body: string, formTargets = ''): AuthResponse {
  const policy = [
    "default-src 'none'",
    `style-src 'sha256-${STYLE_HASH}'`,
    `form-action 'self'${formTargets}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ');
  return {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'referrer-policy': 'same-origin',
    },
    body: htmlPage(title, body, STYLE),
  };
}

/** The form on which a human allows or refuses an application. */
export function consentPage(form: ConsentForm): AuthResponse {
  return page(
    form.error === undefined ? 200 : 400,
    `Connect ${form.application}?`,
    `${form.error === undefined ? '' : `<p class="error" role="alert">${escapeHtml(form.error)}</p>\n`}<p>You are signed in as <strong>${escapeHtml(form.human)}</strong>. The application will act for you until you sign out, or revoke its credential in the console.</p>
<p>${origin(form)} It receives the access at <code>${escapeHtml(form.target)}</code>. Continue only if you have just started this there.</p>
<form method="post">
<p><label><span class="label">It acts for</span>
<select name="choice" required>
${noChoice(form)}${form.principals.map(optionGroup).join('\n')}
</select></label></p>
<fieldset><legend>It may</legend>
${form.scopes.map(scopeChoice).join('\n')}
</fieldset>
<p class="buttons"><button class="main" name="decision" value="allow">Connect</button> <button name="decision" value="deny" formnovalidate>Cancel</button></p>
</form>`,
    // Browsers check every address that follows the form: a sign-in, the application, and where that leads.
    [...new Set(['https:', 'http:', form.scheme])].map((scheme) => ` ${scheme}`).join(''),
  );
}

function origin({ describedBy }: ConsentForm): string {
  if (describedBy === undefined) return 'The application chose its name itself.';
  return `The application is described at <code>${escapeHtml(describedBy)}</code>.`;
}

/** The first option, which a browser preselects. A stranger must not become the default by adding the human as an owner. */
function noChoice({ principals }: ConsentForm): string {
  return principals[0]?.isAccepted === true ? '' : '<option value="">Choose one</option>\n';
}

function optionGroup({ name, isAccepted, options }: ConsentPrincipal): string {
  const items = options.map(({ value, label }) => `<option value="${escapeHtml(value)}">${escapeHtml(label)}</option>`);
  const label = isAccepted ? name : `${name} (another owner added you)`;
  return `<optgroup label="${escapeHtml(label)}">${items.join('')}</optgroup>`;
}

function scopeChoice(scope: CredentialScope): string {
  return `<label class="choice"><input type="checkbox" name="scope" value="${scope}"${scope === 'money' ? '' : ' checked'}><span>${SCOPE_TEXTS[scope]}</span></label>`;
}

/** The page for a human who owns no principal. */
export function noPrincipalPage(human: string, consoleUrl: string | undefined): AuthResponse {
  const where =
    consoleUrl === undefined
      ? 'Ask your platform to create one for you'
      : `<a href="${escapeHtml(consoleUrl)}">Create one in the console</a>`;
  return page(
    403,
    'You own no principal',
    `<p>You are signed in as <strong>${escapeHtml(human)}</strong>. An application acts for a principal, and only its owner can connect one. ${where}, then connect the application again.</p>`,
  );
}

export function failedPage(status: number, reason: string): AuthResponse {
  return page(
    status,
    'The application was not connected',
    `<p>${escapeHtml(reason)}</p>\n<p>Go back to the application and connect it again.</p>`,
  );
}
