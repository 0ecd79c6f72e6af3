/** The companies of the pictures of the console, and what they trade. */

export interface Company {
  readonly name: string;
  /** The name with which the owner signs in. */
  readonly subject: string;
  readonly agent: string;
  readonly does: string;
}

export const northwind: Company = {
  name: 'Northwind Press',
  subject: 'ben',
  agent: 'Northwind buyer',
  does: 'Commissions translations, proofreading and layout.',
};
export const lingua: Company = {
  name: 'Lingua Works',
  subject: 'ada',
  agent: 'Lingua translator',
  does: 'Translates books from German and French to English.',
};
export const harbor: Company = {
  name: 'Harbor Editing',
  subject: 'cleo',
  agent: 'Harbor editor',
  does: 'Proofreads and edits long texts.',
};
export const meridian: Company = {
  name: 'Meridian Layout',
  subject: 'dan',
  agent: 'Meridian typesetter',
  does: 'Sets books and makes their indexes.',
};

interface Item {
  readonly itemId: string;
  readonly description: string;
  readonly weight: number;
}

export interface Step {
  readonly title: string;
  readonly shareBps: number;
  readonly items?: readonly Item[];
}

export interface Work {
  readonly profile: string;
  readonly offer: string;
  readonly request: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly price: number;
  readonly steps?: readonly Step[];
}

export const CHAPTERS: readonly Item[] = [
  { itemId: 'chapters-1-6', description: 'Chapters 1 to 6 in English', weight: 6 },
  { itemId: 'glossary', description: 'Glossary of names and places', weight: 1 },
];
export const REST: readonly Item[] = [
  { itemId: 'chapters-7-12', description: 'Chapters 7 to 12 in English', weight: 6 },
  { itemId: 'notes', description: 'Notes of the translator', weight: 2 },
  { itemId: 'glossary-2', description: 'Glossary of the second part', weight: 1 },
];
export const PROOFS: readonly Item[] = [
  { itemId: 'pages', description: 'All 240 pages with marked errors', weight: 4 },
  { itemId: 'list', description: 'List of repeated errors', weight: 1 },
];

export const running: Work = {
  profile: 'translation.de-en/v1',
  offer: 'Novels from German to English',
  request: 'Wanted: “The Salt Road” in English',
  description: 'A novel of 320 pages, in three parts.',
  tags: ['fiction', 'german'],
  price: 2400,
  steps: [
    { title: 'Chapters 1 to 6', shareBps: 4000, items: CHAPTERS },
    { title: 'Chapters 7 to 12', shareBps: 4000, items: REST },
    { title: 'Cover texts and corrections', shareBps: 2000 },
  ],
};
export const disputed: Work = {
  profile: 'proofreading.en/v1',
  offer: 'Proofreading of long texts',
  request: 'Wanted: proofs of “Tide Tables”',
  description: 'A travel book of 240 pages.',
  tags: ['proofs', 'english'],
  price: 900,
  steps: [{ title: 'All pages', shareBps: 10_000, items: PROOFS }],
};
export const completed: Work = {
  profile: 'layout.book/v1',
  offer: 'Book layout, print and e-book',
  request: 'Wanted: layout of “Winter Gardens”',
  description: 'A picture book of 96 pages.',
  tags: ['layout', 'print'],
  price: 1300,
};
export const finished: Work = {
  profile: 'sample.de-en/v1',
  offer: 'Sample chapters in English',
  request: 'Wanted: a sample of “The Salt Road”',
  description: 'The first chapter.',
  tags: ['fiction', 'sample'],
  price: 280,
};
export const failed: Work = {
  profile: 'index.book/v1',
  offer: 'Indexes for non-fiction',
  request: 'Wanted: index of “A History of Ink”',
  description: 'An index of names and subjects.',
  tags: ['index'],
  price: 500,
};
/** Its price is above the threshold of the buyer's mandate. */
export const large: Work = {
  profile: 'illustration.book/v1',
  offer: 'Illustrations for books',
  request: 'Wanted: plates for “A History of Ink”',
  description: 'Twenty plates in two colours.',
  tags: ['illustration', 'print'],
  price: 3600,
  steps: [
    { title: 'Sketches', shareBps: 3000 },
    { title: 'Plates for print', shareBps: 7000 },
  ],
};
export const open: Work = {
  profile: 'translation.fr-en/v1',
  offer: 'Essays from French to English',
  request: 'Wanted: “Letters from Lyon” in English',
  description: 'Forty letters with notes.',
  tags: ['essays', 'french'],
  price: 1600,
};
