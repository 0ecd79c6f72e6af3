import { escapeHtml, htmlPage } from '../../domain/html';

/** The pages of the built-in identity provider. */

// No form-action: browsers would apply it to the redirect back to the service too.
export const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'",
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
} as const;

/** Renders the form with one field. `error` describes the error in `typed`, which is shown again. */
export function signInPage(typed = '', error: string | null = null): string {
  const described = error === null ? '' : ' aria-invalid="true" aria-describedby="error"';
  return htmlPage(
    'Sign in',
    `<p>This identity provider is for development. It accepts every name.</p>
<form method="post">
${error === null ? '' : `<p id="error" role="alert">${escapeHtml(error)}</p>\n`}<p><label for="subject">Name</label>
<input id="subject" name="subject" required maxlength="255" autocomplete="username" autocapitalize="none" spellcheck="false" autofocus value="${escapeHtml(typed)}"${described}></p>
<p><button type="submit">Sign in</button></p>
</form>`,
  );
}

export function errorPage(title: string, text: string): string {
  return htmlPage(title, `<p>${escapeHtml(text)}</p>`);
}
