import { createContext, useContext } from 'react';
import type { Language } from '../text/words.ts';
import { isLanguage } from '../text/words.ts';

export type Theme = 'system' | 'light' | 'dark';

/** A person's preferences in this browser. */
export interface Preferences {
  readonly theme: Theme;
  /** The browser's language unless chosen. */
  readonly language: Language | undefined;
  readonly singleKeys: boolean;
  /** The last tenant shown. */
  readonly tenant: string | undefined;
}

const PLACE = 'posthorn-console';

function readStored(): Record<string, unknown> {
  try {
    return Object(JSON.parse(localStorage.getItem(PLACE) ?? '{}'));
  } catch {
    return {};
  }
}

export function readPreferences(): Preferences {
  const { theme, language, singleKeys, tenant } = readStored();
  return {
    theme: theme === 'light' || theme === 'dark' ? theme : 'system',
    language: isLanguage(language) ? language : undefined,
    singleKeys: singleKeys !== false,
    tenant: typeof tenant === 'string' ? tenant : undefined,
  };
}

export function storePreferences(preferences: Preferences): void {
  try {
    localStorage.setItem(PLACE, JSON.stringify(preferences));
  } catch {
    // A browser that stores nothing loses them with the page.
  }
}

export function applyTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

interface PreferencesUse {
  readonly preferences: Preferences;
  change(changes: Partial<Preferences>): void;
}

export const PreferencesContext = createContext<PreferencesUse | undefined>(undefined);

export function usePreferences(): PreferencesUse {
  const use = useContext(PreferencesContext);
  if (use === undefined) throw new Error('no preferences above');
  return use;
}
