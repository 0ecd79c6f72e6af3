import type { AuthResponse } from './types';

/** The few pages a browser may see while signing in, without script or style. Every text in them is our own. */

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; form-action 'self'; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'",
};

function page(status: number, title: string, body: string): AuthResponse {
  return {
    status,
    headers: HEADERS,
    body: `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title></head>
<body>
<main>
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`,
  };
}

export function signedInPage(): AuthResponse {
  return page(
    200,
    'You are signed in',
    '<form method="post" action="/auth/logout"><p><button type="submit">Sign out</button></p></form>',
  );
}

export function signedOutPage(): AuthResponse {
  return page(
    200,
    'You are signed out',
    '<p>Your agents and their credentials go on as before.</p>\n<p><a href="/auth/login">Sign in again</a></p>',
  );
}

export function failedPage(status: number): AuthResponse {
  const why =
    status === 503
      ? 'The identity provider cannot be reached at the moment.'
      : 'The sign-in took too long, was begun in another browser, or was not let through by the identity provider.';
  return page(status, 'Sign-in did not work', `<p>${why}</p>\n<p><a href="/auth/login">Sign in again</a></p>`);
}
