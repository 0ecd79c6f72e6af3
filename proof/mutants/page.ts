import { type Mutant, referenceName } from './mutant';
import { mutantsByArea } from './mutants';

/** docs/proofs/mutants.md: an introduction, and a table of the mutants of each area. */

const INTRODUCTION = `# Mutation tests

\`\`\`sh
npm run mutants                          # all mutants, about 45 minutes
npm run mutants -- trade-not-locked      # named mutants; --list lists them, --times 5 runs each five times
npm run mutants -- --skip-baseline       # does not run the tests without a mutant first
\`\`\`

A mutant is a small bug that is made on purpose: a missing lock, \`>\` instead of \`>=\`, an answer stored after the commit.
Each mutant names the tests that must find it. The mutants were written by hand, one for each rule that is easy to break.

A run copies the repository into a temporary folder and removes the folder at the end. It starts a PostgreSQL, unless
\`ATS_TEST_DATABASE_URL\` names one. The run has these steps:

1. It compiles the mutants, and checks that their tests pass without a mutant.
2. It applies each mutant in a fresh copy and runs its tests. Each of these tests must fail.
3. It also runs the control test, which starts the service and settles a trade. The control must pass with the mutant,
   because a service that does not start fails every test. A mutant with \`stops\` must stop the control.

The exit code is 1 if a test does not find its mutant or fails without one. It is also 1 if the control fails or an edit
does not fit.

\`npm test\` does not run the mutants. It checks that each text to replace occurs exactly once, and that each test id exists
once. It also runs three changes that must not count as caught: a syntax error, a renamed table and an empty change.

## How to change a mutant

The mutants are in \`MUTANTS_FOLDER\`, one file for each area. An edit replaces a text that occurs exactly once in
a file. If a check says that the text is not found, the code has changed: make the same bug in the new code.
Keep the text short and free of names that can change. Then run the mutant by its name.

A test is named by its file and its id: the comment \`// @id <id>\` above the test. The title can change freely. \`row\` selects
one row of a parameterized test.

If no test finds a new mutant, write the test first. \`npm run generate\` writes this page.
`;

function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}

function row({ name, breaks, violates, caughtBy }: Mutant): string {
  const tests = caughtBy.map((test) => cell(referenceName(test))).join('<br>');
  return `| \`${name}\` | ${cell(breaks)} | ${cell(violates)} | ${tests} |`;
}

/** The page as Markdown. `folder` is the path of the mutants. */
export function mutantsMarkdown(folder: string): string {
  const sections = Object.entries(mutantsByArea).map(([area, mutants]) => {
    const head = ['| mutant | bug | violated rule | caught by |', '| --- | --- | --- | --- |'];
    return [`## ${area}`, '', ...head, ...mutants.map(row), ''].join('\n');
  });
  return [INTRODUCTION.replace('MUTANTS_FOLDER', folder), ...sections].join('\n');
}
