export interface AuthResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly body: string;
}

/** The parts of an HTTP request that the sign-in routes read. */
export interface AuthRequest {
  readonly host: string | undefined;
  /** The query with its `?`, or an empty string. */
  readonly search: string;
  readonly cookie: string | undefined;
  readonly origin: string | undefined;
  readonly address: string;
  /** Whether the client wants HTML instead of JSON. */
  readonly page: boolean;
}
