import { htmlPage } from '../../../domain/html';
import type { AuthResponse } from './types';

// The pages have no scripts and styles, and contain only constant texts.
const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; form-action 'self'; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'",
};

function page(status: number, title: string, body: string): AuthResponse {
  return {
    status,
    headers: HEADERS,
    body: htmlPage(title, body),
  };
}

/** @param prefix the path of ATS_PUBLIC_URL */
export function signedInPage(prefix: string): AuthResponse {
  return page(
    200,
    'You are signed in',
    `<form method="post" action="${prefix}/auth/logout"><p><button type="submit">Sign out</button></p></form>`,
  );
}

export function signedOutPage(prefix: string): AuthResponse {
  return page(
    200,
    'You are signed out',
    `<p>Your agents and their credentials stay active.</p>\n<p><a href="${prefix}/auth/login">Sign in again</a></p>`,
  );
}

export function failedPage(status: number, prefix: string): AuthResponse {
  const reason =
    status === 503
      ? 'The identity provider cannot be reached. Try again later.'
      : 'The sign-in took too long, was started in another browser, or was refused. If your provider did not ask for a sign-in, sign out there.';
  return page(
    status,
    'Sign-in did not work',
    `<p>${reason}</p>\n<p><a href="${prefix}/auth/login">Sign in again</a></p>`,
  );
}
