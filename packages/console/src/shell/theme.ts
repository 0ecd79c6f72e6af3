import { useSyncExternalStore } from 'react';
import { browserStorage } from '../api/storage';
import { Watchers } from '../api/watchers';

export const themes = ['system', 'light', 'dark'] as const;
type Theme = (typeof themes)[number];

const KEY = 'ats-theme';
const watchers = new Watchers();

function stored(): Theme {
  const value = browserStorage.read(KEY);
  return themes.find((theme) => theme === value) ?? 'system';
}

/** Applies the stored choice to the page. */
export function applyTheme(): void {
  const theme = stored();
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
}

export function setTheme(theme: Theme): void {
  browserStorage.write(KEY, theme);
  applyTheme();
  watchers.tell();
}

export function useTheme(): Theme {
  return useSyncExternalStore(watchers.watch, stored);
}
