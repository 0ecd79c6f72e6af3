import { type CatalogueEntry, errorCatalogue } from '../../src/domain/errors/catalogue';
import { docstring, HEAD } from './text';

/** Renders one Python class for each code of the error catalogue. */
export function pythonErrorClasses(): string {
  const entries = Object.entries<CatalogueEntry>(errorCatalogue);
  const names = entries.map(([code]) => classNameOf(code));
  return [
    HEAD('One class for each error code'),
    'from __future__ import annotations',
    '',
    'from typing import Any, Literal',
    '',
    'from .error_base import ApiError',
    '',
    `__all__ = [\n${names.map((name) => `    "${name}",\n`).join('')}]`,
    '',
    ...entries.map(([code, entry]) => errorClass(code, entry)),
    '',
    `ApiError.catalogue.update(\n    {\n${entries.map(([code]) => `        "${code}": ${classNameOf(code)},\n`).join('')}    }\n)`,
    '',
  ].join('\n');
}

/** The class of an error code: `TradeNotFound` for `trade_not_found`. */
export function classNameOf(code: string): string {
  return code.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

// Every error has them: from the header, and as an empty list.
const COMMON_MEMBERS: readonly string[] = ['retry_after_seconds', 'fields'];

function errorClass(code: string, entry: CatalogueEntry): string {
  const properties = entry.members
    .filter((member) => !COMMON_MEMBERS.includes(member))
    .map(
      (member) => `\n    @property\n    def ${member}(self) -> Any:\n        return self.members.get("${member}")\n`,
    );
  const doc = docstring(`${entry.meaning} ${entry.remedy}`, '    ');
  // A program may also catch the class of Python for a key that leads to nothing.
  const bases = entry.status === 404 ? 'ApiError, LookupError' : 'ApiError';
  return `\nclass ${classNameOf(code)}(${bases}):\n${doc}\n    code: Literal["${code}"]\n${properties.join('')}`;
}
