export interface AuthResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly body: string;
}

/** What of a request signing in looks at. */
export interface AuthRequest {
  readonly host: string | undefined;
  /** The query, with its `?`; empty when there is none. */
  readonly search: string;
  readonly cookie: string | undefined;
  readonly origin: string | undefined;
  /** Whether a page is wanted rather than JSON. */
  readonly page: boolean;
}
