/** Minimal SVG: elements as text, coordinates rounded to a tenth. The same picture always has the same bytes. */

type Attributes = Readonly<Record<string, string | number>>;

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

export function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ESCAPES[character] ?? character);
}

function attribute([name, value]: readonly [string, string | number]): string {
  return ` ${name}="${typeof value === 'number' ? String(Math.round(value * 10) / 10) : escaped(value)}"`;
}

export function element(name: string, attributes: Attributes, content?: string): string {
  const attributeTexts = Object.entries(attributes).map(attribute).join('');
  return content === undefined ? `<${name}${attributeTexts}/>` : `<${name}${attributeTexts}>${content}</${name}>`;
}

export function text(x: number, y: number, words: string, more: Attributes = {}): string {
  return element('text', { x, y, ...more }, escaped(words));
}

export function rectangle(x: number, y: number, width: number, height: number, fill: string): string {
  return element('rect', { x, y, width, height, fill });
}

export function line(x1: number, y1: number, x2: number, y2: number, stroke: string): string {
  return element('line', { x1, y1, x2, y2, stroke });
}

/** A whole picture. `title` is its alternative text. */
export function svg(width: number, height: number, title: string, elements: readonly string[]): string {
  const attributes = {
    xmlns: 'http://www.w3.org/2000/svg',
    viewBox: `0 0 ${String(width)} ${String(height)}`,
    width,
    height,
    role: 'img',
    'font-family': 'system-ui, sans-serif',
    'font-size': 12,
    fill: '#222',
  };
  const all = [element('title', {}, escaped(title)), rectangle(0, 0, width, height, '#fff'), ...elements];
  return `${element('svg', attributes, `\n${all.join('\n')}\n`)}\n`;
}

/** Round numbers that cover `low` to `high` in at most eight steps, with both ends and zero. */
export function ticks(low: number, high: number): number[] {
  const span = Math.max(high, 0) - Math.min(low, 0) || 1;
  const magnitude = 10 ** (String(Math.ceil(span / 8)).length - 1);
  const step = [1, 2, 5, 10].map((factor) => factor * magnitude).find((size) => span / size <= 8) ?? 10 * magnitude;
  const first = Math.floor(Math.min(low, 0) / step);
  const last = Math.ceil(Math.max(high, 0) / step);
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
}
