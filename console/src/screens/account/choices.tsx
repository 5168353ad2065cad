import { type Theme, usePreferences } from '../../session/preferences.ts';
import { isLanguage, languages, useLanguage, useWords } from '../../text/words.ts';
import { Check, SelectField } from '../../ui/forms/field.tsx';

const THEMES: readonly Theme[] = ['system', 'light', 'dark'];

/** Preferences stored in this browser: appearance, language, single keys. */
export function Choices() {
  const words = useWords();
  const language = useLanguage();
  const { preferences, change } = usePreferences();
  return (
    <div className="flex max-w-72 flex-col gap-4">
      <SelectField
        label={words.account.theme}
        value={preferences.theme}
        onChange={(event) => change({ theme: THEMES.find((theme) => theme === event.target.value) ?? 'system' })}
      >
        {THEMES.map((theme) => (
          <option key={theme} value={theme}>
            {words.account.themes[theme]}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={words.account.language}
        value={language}
        onChange={(event) => isLanguage(event.target.value) && change({ language: event.target.value })}
      >
        {Object.entries(languages).map(([code, name]) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </SelectField>
      <Check
        label={words.keys.single}
        hint={words.keys.singleHint}
        checked={preferences.singleKeys}
        onChange={(event) => change({ singleKeys: event.target.checked })}
      />
    </div>
  );
}
