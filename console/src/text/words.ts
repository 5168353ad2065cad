import { createContext, useContext } from 'react';
import type { Words } from './en.ts';

export type { Words };

export const languages = { en: 'English', de: 'Deutsch' } as const;
export type Language = keyof typeof languages;

export const isLanguage = (value: unknown): value is Language => typeof value === 'string' && Object.hasOwn(languages, value);

export const languageOf = (locale: string): Language => (locale.startsWith('de') ? 'de' : 'en');

export async function loadWords(language: Language): Promise<Words> {
  return language === 'de' ? (await import('./de.ts')).de : (await import('./en.ts')).en;
}

export interface Text {
  readonly words: Words;
  readonly language: Language;
  readonly locale: string;
}

export const TextContext = createContext<Text | undefined>(undefined);

function useText(): Text {
  const text = useContext(TextContext);
  if (text === undefined) throw new Error('no words above');
  return text;
}

export const useWords = (): Words => useText().words;
export const useLanguage = (): Language => useText().language;
export const useLocale = (): string => useText().locale;
