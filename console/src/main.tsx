import { CSPProvider } from '@base-ui/react/csp-provider';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { type ReactNode, StrictMode, useCallback, useMemo, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { createQueries } from './api/client.ts';
import './app.css';
import { ShortcutProvider } from './keys/shortcuts.tsx';
import { createConsoleRouter } from './router.ts';
// Before the router looks at the address.
import './session/issuer.ts';
import { applyTheme, type Preferences, PreferencesContext, readPreferences, storePreferences } from './session/preferences.ts';
import { ClientsContext, createClients, ME } from './session/session.ts';
import { browserLocale } from './text/locale.ts';
import { type Language, languageOf, loadWords, TextContext, type Words } from './text/words.ts';
import { hasUnsaved, type UnsavedChecks, UnsavedContext } from './ui/forms/use-leave.ts';
import { Toasts } from './ui/overlays/toast.tsx';

interface AppProps {
  readonly stored: Preferences;
  readonly given: Words;
  readonly children: ReactNode;
}

/** Provides the person's preferences and the words of their language. */
function Chosen({ stored, given, children }: AppProps) {
  const [preferences, setPreferences] = useState(stored);
  const [words, setWords] = useState(given);
  const wanted = useRef<Language>(undefined);
  const change = useCallback((changes: Partial<Preferences>) => {
    setPreferences((before) => {
      const after = { ...before, ...changes };
      storePreferences(after);
      applyTheme(after.theme);
      return after;
    });
    const { language } = changes;
    if (language === undefined) return;
    wanted.current = language;
    // If another language is chosen meanwhile, that one applies.
    void loadWords(language).then((loaded) => wanted.current === language && setWords(loaded));
  }, []);
  const text = useMemo(() => {
    const browser = browserLocale();
    const language = preferences.language ?? languageOf(browser);
    document.documentElement.lang = language;
    return { words, language, locale: languageOf(browser) === language ? browser : language };
  }, [words, preferences.language]);
  const use = useMemo(() => ({ preferences, change }), [preferences, change]);
  return (
    <PreferencesContext value={use}>
      <TextContext value={text}>{children}</TextContext>
    </PreferencesContext>
  );
}

async function start(element: HTMLElement): Promise<void> {
  const stored = readPreferences();
  applyTheme(stored.theme);
  const words = await loadWords(stored.language ?? languageOf(browserLocale()));
  const unsaved: UnsavedChecks = new Set();
  const queries = createQueries((key) => {
    if (!hasUnsaved(unsaved)) queries.setQueryData(ME, null);
    // A person with unsaved changes is told and keeps them: signing in in another tab is enough to continue.
    else if (key[0] !== ME[0]) void queries.invalidateQueries({ queryKey: ME });
  });
  // Other screens may be outdated now: their data is fetched again when somebody opens them.
  const clients = createClients(() => void queries.invalidateQueries({ refetchType: 'none' }));
  createRoot(element).render(
    <StrictMode>
      <CSPProvider disableStyleElements>
        <Chosen stored={stored} given={words}>
          <QueryClientProvider client={queries}>
            <ClientsContext value={clients}>
              <UnsavedContext value={unsaved}>
                <Toasts>
                  <ShortcutProvider>
                    <RouterProvider router={createConsoleRouter()} />
                  </ShortcutProvider>
                </Toasts>
              </UnsavedContext>
            </ClientsContext>
          </QueryClientProvider>
        </Chosen>
      </CSPProvider>
    </StrictMode>,
  );
}

const element = document.getElementById('root');
if (element !== null) void start(element);
