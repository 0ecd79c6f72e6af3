import { escapeHtml } from '../../domain/html';

/** The pages of the built-in identity provider. */

// No form-action: browsers would apply it to the redirect back to the service too.
export const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'",
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
} as const;

/** Renders the form with one field. `fault` describes the error in `typed`, which is shown again. */
export function signInPage(typed = '', fault: string | null = null): string {
  const described = fault === null ? '' : ' aria-invalid="true" aria-describedby="fault"';
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Sign in</title></head>
<body>
<main>
<h1>Sign in</h1>
<p>This identity provider is for development. It accepts every name.</p>
<form method="post">
${fault === null ? '' : `<p id="fault" role="alert">${escapeHtml(fault)}</p>\n`}<p><label for="subject">Name</label>
<input id="subject" name="subject" required maxlength="255" autocomplete="username" autocapitalize="none" spellcheck="false" autofocus value="${escapeHtml(typed)}"${described}></p>
<p><button type="submit">Sign in</button></p>
</form>
</main>
</body>
</html>
`;
}

export function faultPage(title: string, text: string): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head>
<body><main><h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p></main></body>
</html>
`;
}
