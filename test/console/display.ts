import { readFileSync } from 'node:fs';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

/**
 * The ways of display in which a page must be usable.
 *
 * These are light and dark, a window of 320 px, a zoom and a text of 200 %, forced colours, and reduced motion.
 */

const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
const SIZE = { width: 1280, height: 900 };
/** A window of 1280 px at a zoom of 200 % has half as many CSS pixels. */
const ZOOMED = { width: 640, height: 450 };
const NARROW = { width: 320, height: 700 };

/** Everything that is wrong on the page as it is shown, in every way of display. */
export async function findingsOfDisplay(page: Page): Promise<string[]> {
  const wrong = [
    ...(await violations(page)),
    ...(await tooWide(page, NARROW)),
    ...(await tooWide(page, ZOOMED)),
    ...(await tooWideWithLargeText(page)),
    ...(await lostInForcedColours(page)),
    ...(await moving(page)),
  ];
  return wrong;
}

/** Opens each dialog of the page, and returns everything that is wrong in it. */
export async function findingsOfDialogs(page: Page): Promise<string[]> {
  const openers = page.locator('main button[aria-haspopup="dialog"]:enabled');
  const wrong: string[] = [];
  const names = new Set<string>();
  for (const opener of await openers.all()) {
    const name = await opener.innerText();
    // The rows of a table open the same dialog.
    if (names.has(name)) continue;
    names.add(name);
    await opener.click();
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    await dialog.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
    const found = [...(await violations(page)), ...(await tooWide(page, NARROW))];
    wrong.push(...found.map((text) => `dialog ${name}: ${text}`));
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  }
  return wrong;
}

/** The rules of axe-core that read colours. All others give the same findings in light and in dark. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** The serious violations that axe-core finds in light and in dark. */
async function violations(page: Page): Promise<string[]> {
  const isLoaded = await page.evaluate<boolean>('"axe" in window');
  if (!isLoaded) await page.evaluate(AXE);
  const wrong: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const options = {
      resultTypes: ['violations'],
      ...(colorScheme === 'dark' && { runOnly: { type: 'rule', values: COLOUR_RULES } }),
    };
    const { violations: found } = await page.evaluate<AxeResults>(`axe.run(document, ${JSON.stringify(options)})`);
    for (const { id, impact, nodes } of found)
      if (impact === 'serious' || impact === 'critical')
        wrong.push(
          ...nodes.map(({ html, failureSummary }) => `${colorScheme}: ${id}: ${html}\n${failureSummary ?? ''}`),
        );
  }
  await page.emulateMedia({ colorScheme: 'light' });
  return wrong;
}

async function tooWide(page: Page, size: { readonly width: number; readonly height: number }): Promise<string[]> {
  await page.setViewportSize(size);
  const wrong = await overflow(page, size.width);
  await page.setViewportSize(SIZE);
  return wrong;
}

async function tooWideWithLargeText(page: Page): Promise<string[]> {
  await page.evaluate("document.documentElement.style.fontSize = '200%'");
  const wrong = await overflow(page, SIZE.width);
  await page.evaluate("document.documentElement.style.fontSize = ''");
  return wrong.map((text) => `text of 200 %: ${text}`);
}

async function overflow(page: Page, most: number): Promise<string[]> {
  const width = await page.evaluate<number>('document.documentElement.scrollWidth');
  if (width <= most) return [];
  // The elements that reach the furthest, to find the cause.
  const widest = await page.evaluate<string[]>(
    `[...document.querySelectorAll('main *')].filter((one) => one.getBoundingClientRect().right > ${String(most)})
      .slice(0, 8).map((one) => one.outerHTML.slice(0, 150))`,
  );
  return [[`${String(width)} px wide in a window of ${String(most)} px`, ...widest].join('\n')];
}

/** The shapes of pictures without a colour that differs from the ground, and selected items without a mark. */
const LOST = `(() => {
  const ground = getComputedStyle(document.body).backgroundColor;
  const isSeen = (colour) => colour !== 'none' && colour !== ground && !/^rgba\\(.*, 0\\)$/.test(colour);
  const shapes = [...document.querySelectorAll('main svg :is(rect, path, line, circle, text)')].filter((shape) => {
    const { fill, stroke } = getComputedStyle(shape);
    return shape.getClientRects().length > 0 && shape.closest('defs') === null && !isSeen(fill) && !isSeen(stroke);
  });
  const selected = [...document.querySelectorAll(':is([aria-current="page"], [aria-pressed="true"])')].filter(
    (item) => item.getClientRects().length > 0 && getComputedStyle(item).outlineStyle === 'none',
  );
  return [...shapes, ...selected].map((one) => one.outerHTML.slice(0, 200));
})()`;

async function lostInForcedColours(page: Page): Promise<string[]> {
  const wrong: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, forcedColors: 'active' });
    const lost = await page.evaluate<string[]>(LOST);
    wrong.push(...lost.map((html) => `forced colours, ${colorScheme}: not seen: ${html}`));
  }
  await page.emulateMedia({ colorScheme: 'light', forcedColors: 'none' });
  return wrong;
}

/** The elements that move although the human asked for no motion. */
async function moving(page: Page): Promise<string[]> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const found = await page.evaluate<string[]>(
    `[...document.querySelectorAll('*')].filter((one) => {
      const { animationName, transitionDuration } = getComputedStyle(one);
      return animationName !== 'none' || /[1-9]/.test(transitionDuration);
    }).map((one) => one.outerHTML.slice(0, 200))`,
  );
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  return found.map((html) => `reduced motion: ${html}`);
}
