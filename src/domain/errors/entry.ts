/**
 * `recovery`: `transient` try again, `correctable` change the request, `terminal` give up.
 * `members`: what an error of this code may carry beside the members every error has.
 */
export interface CatalogueEntry {
  readonly status: number;
  readonly title: string;
  readonly meaning: string;
  readonly remedy: string;
  readonly recovery: 'transient' | 'correctable' | 'terminal';
  readonly members: readonly string[];
}

export function entry(
  status: number,
  title: string,
  meaning: string,
  remedy: string,
  recovery: CatalogueEntry['recovery'] = 'correctable',
  members: readonly string[] = [],
): CatalogueEntry {
  return { status, title, meaning, remedy, recovery, members };
}

export function notFound(noun: string): CatalogueEntry {
  return entry(
    404,
    `${noun} not found`,
    `Within what you may see there is no such ${noun.toLowerCase()}; it may belong to someone else.`,
    'Check the key; list the collection to see which there are.',
    'terminal',
  );
}
