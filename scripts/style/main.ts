/**
 * Checks the tracked files against docs/style.md and prints `file:line rule: text`.
 * Usage: node --import tsx scripts/style/main.ts [--warn] [--counts] [--rule=<rule>] [path ...]
 * `--warn` prints totals only and never fails. `--counts` prints totals per folder.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { checkFile, isChecked } from './check';
import { existsAmong } from './citations';
import { formatCounts, formatFinding, formatTotals } from './report';

const args = process.argv.slice(2);
const paths = args.filter((arg) => !arg.startsWith('--')).map((path) => path.replace(/^\.\/|\/$/g, ''));
const rule = args.find((arg) => arg.startsWith('--rule='))?.slice('--rule='.length);

// New files count before they are committed.
const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
  maxBuffer: 1 << 26,
});
const files = [...new Set(listed.split('\0'))].filter((file) => file !== '' && existsSync(file));
const exists = existsAmong(files);
const findings = files
  .filter(isChecked)
  .filter((file) => paths.length === 0 || paths.some((path) => file === path || file.startsWith(`${path}/`)))
  .flatMap((file) => checkFile(file, readFileSync(file, 'utf8'), exists))
  .filter((finding) => rule === undefined || finding.rule === rule);

if (args.includes('--counts')) console.log(formatCounts(findings));
else if (args.includes('--warn')) console.log(formatTotals(findings));
else if (findings.length > 0) console.log([...findings.map(formatFinding), '', formatTotals(findings)].join('\n'));
if (findings.length > 0 && !args.includes('--warn')) process.exitCode = 1;
