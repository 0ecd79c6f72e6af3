import { asRefusal } from '../../graphql/execution/errors';
import type { CredentialScope } from '../../../domain/sessions/credential-limits';
import { keyOf } from '../../../domain/keys';
import { readOauthScopes, redirectTarget } from '../../../domain/sessions/oauth';
import { pathPrefix } from '../../../domain/url';
import type { Database } from '../../../database/transactions/database';
import { connectionChoices, type ConnectionChoice } from '../../../database/repositories/oauth';
import type { SessionWithAccount } from '../../../database/repositories/sessions';
import { connectApplication } from '../../../operations/commands/oauth-connection';
import { browserSession } from '../../../operations/commands/session';
import type { Services } from '../../../operations/context';
import { cookiesAt } from '../sign-in/cookies';
import type { AuthResponse } from '../sign-in/types';
import type { AuthorizationServer } from './authorization-server';
import { consentPage, type ConsentForm, failedPage, noPrincipalPage } from './consent-page';
import { OAUTH_PATHS } from './paths';

export interface ConsentDeps {
  readonly store: Database;
  readonly services: Services;
  readonly server: AuthorizationServer;
}

/** A request of the consent page. */
export interface ConsentRequest {
  readonly uid: string;
  readonly cookie: string | undefined;
  readonly requestId: string;
}

export interface ConsentSubmission extends ConsentRequest {
  readonly origin: string | undefined;
  readonly form: URLSearchParams;
}

/** A connection gives control to others, so it needs a sign-in of at most this age, as in the console. */
const RECENT_MS = 5 * 60_000;
/** More agents than a human finds in a list. */
const MAX_CHOICES = 500;

const NO_SCOPE = { error: 'invalid_scope', error_description: 'Ask for ats:read, ats:trade or ats:money.' } as const;
const ENDED = 'This request has ended, or it was started in another browser.';

/** A pending consent, and the human who may give it. */
interface Opened {
  readonly pending: NonNullable<Awaited<ReturnType<AuthorizationServer['pendingConsent']>>>;
  readonly application: { readonly clientId: string; readonly name: string };
  readonly session: SessionWithAccount;
  readonly choices: readonly ConnectionChoice[];
  readonly requestedScopes: readonly CredentialScope[];
}

/** The page on which a signed-in human connects an application. */
export class Consent {
  constructor(private readonly deps: ConsentDeps) {}

  /** GET: shows the form, after a sign-in if the last one is too old. */
  async show(request: ConsentRequest): Promise<AuthResponse> {
    const opened = await this.open(request);
    return 'status' in opened ? opened : consentPage(formOf(opened));
  }

  /** POST: connects the application, or refuses it, and sends the browser back to it. */
  async decide(submission: ConsentSubmission): Promise<AuthResponse> {
    const { origin, form, cookie } = submission;
    const { server, services } = this.deps;
    if (origin !== new URL(services.publicUrl()).origin) return failedPage(403, 'Another page sent this form.');
    const opened = await this.open(submission);
    if ('status' in opened) return opened;
    const { pending } = opened;
    if (form.get('decision') !== 'allow') {
      const denied = { error: 'access_denied', error_description: 'The human refused.' } as const;
      return redirect(await server.decide(pending, cookie, denied));
    }
    const scopes = opened.requestedScopes.filter((scope) => form.getAll('scope').includes(scope));
    const choice = opened.choices.flatMap(choicesOf).find(({ value }) => value === form.get('choice'));
    if (!choice) return consentPage(formOf(opened, 'Choose what the application acts for.'));
    if (scopes.length === 0) return consentPage(formOf(opened, 'Allow at least one thing, or cancel.'));
    const connected = await this.connect(submission, opened, { ...choice, scopes });
    if ('isSignedOut' in connected) return redirect(this.signInUrl(submission.uid));
    if ('error' in connected) return consentPage(formOf(opened, connected.error));
    return redirect(await server.decide(pending, cookie, { ...connected, scopes }));
  }

  private async connect(
    { requestId }: ConsentRequest,
    { application, session }: Opened,
    chosen: {
      readonly principalId: string;
      readonly agentKey: string | null;
      readonly scopes: readonly CredentialScope[];
    },
  ): Promise<{ readonly credentialId: string } | { readonly error: string } | { readonly isSignedOut: true }> {
    const { store, services } = this.deps;
    const { clientId, name: clientName } = application;
    const connection = { ...chosen, clientId, clientName, session };
    try {
      const credentialId = await store.inTransaction((tx) =>
        connectApplication({ tx, services, requestId }, connection),
      );
      return { credentialId };
    } catch (error) {
      const refusal = asRefusal(error);
      if (refusal.code === 'internal_error') throw error;
      if (refusal.code === 'session_invalid') return { isSignedOut: true };
      return { error: refusal.message };
    }
  }

  private async open({ uid, cookie }: ConsentRequest): Promise<Opened | AuthResponse> {
    const { store, services, server } = this.deps;
    const pending = await server.pendingConsent(uid, cookie);
    const application = pending && (await server.application(textOf(pending.params['client_id'])));
    if (!pending || !application) return failedPage(400, ENDED);
    const session = await this.recentSession(cookie);
    if (!session) return redirect(this.signInUrl(uid));
    const choices = await connectionChoices(store, session.humanId, MAX_CHOICES);
    if (choices.length === 0) return noPrincipalPage(session.subject, services.consoleUrl());
    const requestedScopes = readOauthScopes(textOf(pending.params['scope']));
    if (requestedScopes.length === 0) return redirect(await server.decide(pending, cookie, NO_SCOPE));
    return { pending, application, session, choices, requestedScopes };
  }

  private async recentSession(cookie: string | undefined): Promise<SessionWithAccount | undefined> {
    const { store, services } = this.deps;
    const token = cookiesAt(services.publicUrl()).refresh.read(cookie);
    if (token === undefined) return undefined;
    const now = await store.realNow();
    const session = await browserSession({ db: store, services }, token, now);
    return session && now.getTime() - session.createdAt.getTime() <= RECENT_MS ? session : undefined;
  }

  private signInUrl(uid: string): string {
    const prefix = pathPrefix(this.deps.services.publicUrl());
    const returnTo = `${prefix}${OAUTH_PATHS.consent}/${uid}`;
    return `${prefix}/auth/login?return_to=${encodeURIComponent(returnTo)}`;
  }
}

/** A parameter of the authorization request, which the library has checked. */
function textOf(parameter: unknown): string {
  return typeof parameter === 'string' ? parameter : '';
}

/** The choices of one row: its agent, and all agents of its principal once. */
function choicesOf(
  { principalId, agentId, agentName }: ConnectionChoice,
  index: number,
  rows: readonly ConnectionChoice[],
) {
  const principal = {
    principalId,
    agentKey: null,
    value: keyOf('prn', principalId),
    label: 'Every agent of this principal',
  };
  const isLast = rows[index + 1]?.principalId !== principalId;
  const agentKey = agentId === null ? null : keyOf('agt', agentId);
  const agent = agentKey === null ? [] : [{ principalId, agentKey, value: agentKey, label: agentName ?? agentKey }];
  return [...agent, ...(isLast ? [principal] : [])];
}

function formOf({ pending, application, session, choices, requestedScopes }: Opened, error?: string): ConsentForm {
  const redirectUri = textOf(pending.params['redirect_uri']);
  const options = choices.flatMap(choicesOf);
  const principals = new Map(choices.map((choice) => [choice.principalId, choice]));
  return {
    application: application.name,
    target: redirectTarget(redirectUri),
    scheme: new URL(redirectUri).protocol,
    describedBy: URL.canParse(application.clientId) ? new URL(application.clientId).host : undefined,
    human: session.subject,
    principals: [...principals].map(([principalId, { principalName: name, isAccepted }]) => ({
      name,
      isAccepted,
      options: options.filter((option) => option.principalId === principalId),
    })),
    scopes: requestedScopes,
    error,
  };
}

function redirect(location: string): AuthResponse {
  return { status: 303, headers: { location }, body: '' };
}
