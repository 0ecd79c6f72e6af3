/** The comparison of two signature bases, for a client that signs another text than the service. */

export interface LineDifference {
  /** From 1. */
  readonly line: number;
  /** The line of the service; null if its base has fewer lines. */
  readonly server: string | null;
  /** The line of the client; null if its base has fewer lines. */
  readonly client: string | null;
}

/** Returns the first line in which two signature bases differ. Null: they are equal. */
export function firstDifference(server: string, client: string): LineDifference | null {
  if (server === client) return null;
  const [ours, theirs] = [server.split('\n'), client.split('\n')];
  const length = Math.max(ours.length, theirs.length);
  for (let at = 0; at < length; at += 1) {
    const [one, other] = [ours[at] ?? null, theirs[at] ?? null];
    if (one !== other) return { line: at + 1, server: one, client: other };
  }
  return null;
}
