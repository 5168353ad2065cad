const isKnown = (locale: string | undefined): locale is string => {
  if (locale === undefined) return false;
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(locale).length > 0;
  } catch {
    // Some browsers report a name that is no language tag, such as en-US@posix.
    return false;
  }
};

/** Returns the first language of the browser that Intl accepts. */
export const browserLocale = (): string => [...(navigator.languages ?? []), navigator.language].find(isKnown) ?? 'en';

/** Returns the time zone of the browser; UTC if it reports none, or an invalid one. */
export function browserTimeZone(): string {
  const { timeZone } = new Intl.DateTimeFormat('en').resolvedOptions();
  return timeZone === undefined || timeZone.startsWith('Etc/Unknown') ? 'UTC' : timeZone;
}
