import type { Locator, Page } from 'playwright-core';

/** The way in which a human operates a page. */
export interface Hand {
  press(control: Locator): Promise<void>;
  /** Replaces the text of a field. */
  fill(field: Locator, text: string): Promise<void>;
  /** Selects an option by its text. */
  choose(field: Locator, option: string): Promise<void>;
}

export const mouse: Hand = {
  press: (control) => control.click(),
  fill: (field, text) => field.fill(text),
  choose: async (field, option) => {
    await field.selectOption({ label: option });
  },
};

/** The keyboard alone: Tab to reach a control, and the keys that operate it. */
export function keyboard(page: Page): Hand {
  return {
    press: async (control) => {
      await tabTo(page, control);
      await page.keyboard.press('Enter');
    },
    fill: async (field, text) => {
      await tabTo(page, field);
      await page.keyboard.press('Control+A');
      await page.keyboard.type(text);
    },
    choose: async (field, option) => {
      await tabTo(page, field);
      await page.keyboard.press('Home');
      const options = await field.locator('option').allTextContents();
      for (let moves = options.indexOf(option); moves > 0; moves -= 1) await page.keyboard.press('ArrowDown');
      expect(await field.locator('option:checked').textContent()).toBe(option);
    },
  };
}

export interface Focus {
  readonly name: string;
  readonly isVisible: boolean;
  readonly isInDialog: boolean;
  /** False: the focus is on the window of the browser itself. */
  readonly isPage: boolean;
}

const FOCUS = `(() => {
  const at = document.activeElement;
  const style = getComputedStyle(at);
  return {
    name: at.textContent,
    // The browser itself marks the calendar button inside a field of time.
    isVisible: at.type === 'datetime-local' || (style.outlineStyle !== 'none' && at.getClientRects().length > 0),
    isInDialog: at.closest('dialog') !== null,
    isPage: at !== document.body,
  };
})()`;

export const focusOf = (page: Page): Promise<Focus> => page.evaluate<Focus>(FOCUS);

/** Runs in the page. */
const isFocused = (element: { readonly ownerDocument: { readonly activeElement: unknown } }): boolean =>
  element === element.ownerDocument.activeElement;

const MOST_STOPS = 150;

/** Presses Tab until the control has the focus. Every stop on the way must be visible. */
export async function tabTo(page: Page, control: Locator): Promise<void> {
  await control.waitFor();
  for (let stops = 0; stops < MOST_STOPS; stops += 1) {
    const focus = await focusOf(page);
    if (focus.isPage) expect(focus).toEqual({ ...focus, isVisible: true });
    if (await control.evaluate(isFocused)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`the keyboard does not reach ${String(control)}`);
}
