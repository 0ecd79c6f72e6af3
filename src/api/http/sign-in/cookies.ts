import { isLoopback } from '../../../domain/url';

/**
 * The cookies of a sign-in.
 * With https their names begin with `__Host-`, so that no other host and no plain-http page can set them. Plain http is
 * only for the local machine. Browsers refuse Secure there, and with it the prefix.
 */
export interface Cookies {
  /** Identifies the browser during a sign-in. */
  readonly signIn: Cookie;
  readonly refresh: Cookie;
  /** The JWT for a console backend on the same host; scripts cannot read it. */
  readonly jwt: Cookie;
}

export interface Cookie {
  /** Reads its value from a `Cookie` header. */
  read(header: string | undefined): string | undefined;
  /** Formats a `Set-Cookie` value. */
  set(value: string, seconds: number): string;
  clear(): string;
}

/** The cookies of a service at this address. Over plain http to another machine they keep Secure, so that browsers refuse them. */
export function cookiesAt(publicUrl: string): Cookies {
  const { protocol, hostname } = new URL(publicUrl);
  return cookiesFor(!(protocol === 'http:' && isLoopback(hostname)));
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
