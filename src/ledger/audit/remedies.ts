const STAMPS =
  'Stamps or their proofs are affected. Look for manual changes, a restore or a failing disk. Take a backup, and change no row.';
const FACTS =
  'Rows differ from the facts about them. Look for changes that were made without the service. Change no row: each is evidence.';
const SERVICE =
  'A defect of the service can cause this. Run `npx ats audit --json`, keep the output and report it. Change no row.';

/** The advice for findings of a check, by the letter of its id (docs/operations/runbooks.md). */
export function remedyOf(check: string): string {
  if (/^[IS]/.test(check)) return STAMPS;
  return /^[FA]/.test(check) ? FACTS : SERVICE;
}
