import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

/** Every relative link and every anchor in the Markdown files resolves. */

const ROOT = execFileSync('git', ['rev-parse', '--show-toplevel'], { cwd: __dirname, encoding: 'utf8' }).trim();
const files = execFileSync('git', ['ls-files', '*.md'], { cwd: ROOT, encoding: 'utf8' })
  .split('\n')
  .filter((name) => name !== '' && existsSync(join(ROOT, name)));

function withoutCode(text: string): string {
  return text.replace(/^ *(```|~~~)[^\n]*\n[\s\S]*?^ *\1 *$/gm, '').replace(/`[^`\n]*`/g, '`code`');
}

/** Anchors as GitHub makes them from headings. */
function anchorsOf(text: string): ReadonlySet<string> {
  const anchors = new Set<string>();
  const plain = text.replace(/^ *(```|~~~)[^\n]*\n[\s\S]*?^ *\1 *$/gm, '');
  for (const [, heading = ''] of plain.matchAll(/^#{1,6} +(.+?) *$/gm)) {
    const slug = heading
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-');
    let anchor = slug;
    for (let number = 1; anchors.has(anchor); number += 1) anchor = `${slug}-${String(number)}`;
    anchors.add(anchor);
  }
  for (const [, id = ''] of text.matchAll(/<a (?:id|name)="([^"]+)"/g)) anchors.add(id);
  return anchors;
}

function brokenLinks(name: string): string[] {
  const path = join(ROOT, name);
  const text = readFileSync(path, 'utf8');
  const links = Array.from(withoutCode(text).matchAll(/\]\(<?([^)\s>]+)>?(?: "[^"]*")?\)/g), ([, link = '']) => link);
  return links
    .filter((link) => !/^[a-z][a-z+.-]*:/i.test(link))
    .filter((link) => {
      const [file = '', anchor] = link.split('#');
      const target = file === '' ? path : resolve(dirname(path), decodeURIComponent(file));
      if (relative(ROOT, target).startsWith('..') || !existsSync(target)) return true;
      if (anchor === undefined || !target.endsWith('.md') || statSync(target).isDirectory()) return false;
      return !anchorsOf(readFileSync(target, 'utf8')).has(anchor);
    });
}

test('there are Markdown files to check', () => {
  expect(files.length).toBeGreaterThan(20);
});

test.each(files)('%s has no broken link', (name) => {
  expect(brokenLinks(name)).toEqual([]);
});
