import { editDistance } from '../domain/errors/edit-distance';
import { similarNames } from '../domain/errors/similar-names';

/** Two edits: a missing underscore, a changed letter, or two exchanged letters. */
const MAX_EDITS = 2;
/** Short names such as PORT are near too many names of other programs. */
const MIN_COMPARED_LENGTH = 8;

/** Variables of the clients, which name a service and a credential. They are no settings and no errors. */
const CLIENT_NAMES: readonly string[] = ['ATS_CREDENTIAL', 'ATS_URL'];

type Environment = Readonly<Record<string, string | undefined>>;

function nearest(name: string, candidates: readonly string[]): { readonly name: string; readonly edits: number } {
  return candidates
    .map((candidate) => ({ name: candidate, edits: editDistance(name, candidate) }))
    .reduce((best, next) => (next.edits < best.edits ? next : best), { name: '', edits: Infinity });
}

/** Returns the variables that begin with ATS_ and are no settings. */
export function unknownNames(environment: Environment, names: readonly string[]): string[] {
  const own = names.filter((name) => name.startsWith('ATS_'));
  return Object.keys(environment)
    .filter((name) => name.startsWith('ATS_') && !names.includes(name) && !CLIENT_NAMES.includes(name))
    .map((name) => {
      const [near] = similarNames(name, own);
      const hint = near === undefined ? 'unset it, or use another prefix' : `did you mean ${near}?`;
      return `${name} is not a setting; ${hint}`;
    });
}

/** Whether a name begins almost with ATS_. A name of another program, such as IS_SANDBOX, can be near in the rest alone. */
function hasOwnPrefix(name: string): boolean {
  const [first = ''] = name.split('_');
  const beginnings = [first, name.slice(0, 3)];
  return beginnings.some((one) => editDistance(one, 'ATS') <= 1 || [...one].sort().join('') === 'AST');
}

/** Returns variables whose names are almost those of unset settings: DATABASE_URI, STRIPE_SECRETKEY, AST_ENV. */
export function misspeltNames(environment: Environment, names: readonly string[]): string[] {
  const unset = names.filter((name) => name.length >= MIN_COMPARED_LENGTH || name.startsWith('ATS_'));
  const candidates = unset.filter((name) => (environment[name] ?? '').trim() === '');
  return Object.keys(environment)
    .filter((name) => !name.startsWith('ATS_') && !names.includes(name))
    .flatMap((name) => {
      const near = nearest(name, candidates);
      if (near.edits > MAX_EDITS || (near.name.startsWith('ATS_') && !hasOwnPrefix(name))) return [];
      return [`${name} is not a setting, and ${near.name} is not set; did you mean ${near.name}?`];
    });
}
