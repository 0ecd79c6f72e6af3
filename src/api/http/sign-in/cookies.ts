/**
 * The cookies of signing in. On https their names begin with `__Host-`: a browser takes such a cookie only with Secure,
 * Path=/ and no Domain, so no other host and no plain-http page can plant one. Over plain http, which is for this very
 * machine alone, browsers refuse Secure and with it the prefix: there the names are bare.
 */
export interface Cookies {
  /** What the browser is known by between leaving for the provider and coming back. */
  readonly signIn: Cookie;
  readonly refresh: Cookie;
  /** The JWT, for a console backend behind the same host: it comes with the page's request, no script touches it. */
  readonly jwt: Cookie;
}

export interface Cookie {
  /** Its value in a `Cookie` header, if it is there. */
  read(header: string | undefined): string | undefined;
  /** A `Set-Cookie` value. */
  set(value: string, seconds: number): string;
  clear(): string;
}

const VALUE = /^[A-Za-z0-9._-]{1,4096}$/;

export function cookiesFor(secure: boolean): Cookies {
  const attributes = `Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
  const cookie = (bare: string): Cookie => {
    const name = `${secure ? '__Host-' : ''}${bare}`;
    return {
      read: (header) => {
        const found = header?.split(';').find((pair) => pair.trimStart().startsWith(`${name}=`));
        const value = found?.slice(found.indexOf('=') + 1).trim();
        return value !== undefined && VALUE.test(value) ? value : undefined;
      },
      set: (value, seconds) => `${name}=${value}; Max-Age=${String(Math.max(0, Math.floor(seconds)))}; ${attributes}`,
      clear: () => `${name}=; Max-Age=0; ${attributes}`,
    };
  };
  return { signIn: cookie('ats_sign_in'), refresh: cookie('ats_refresh'), jwt: cookie('ats_jwt') };
}
