import { TENANT_PLACES } from '../screens/places.ts';
import { usePreferences } from '../session/preferences.ts';
import { useWords } from '../text/words.ts';
import { Check } from '../ui/forms/field.tsx';
import { Dialog } from '../ui/overlays/dialog.tsx';
import { Key } from './key.tsx';

/** Lists the keys, with the switch that turns single-key shortcuts off (WCAG 2.1.4). */
export function ShortcutHelp({ open, onClose }: { readonly open: boolean; onClose(): void }) {
  const words = useWords();
  const { preferences, change } = usePreferences();
  const general: readonly (readonly [keys: readonly string[], what: string])[] = [
    [['Ctrl/⌘', 'K'], words.keys.palette],
    [['/'], words.keys.search],
    [['j', 'k'], words.keys.rows],
    [['Enter'], words.keys.open],
    [['x'], words.keys.choose],
    [['Shift', 'x'], words.keys.chooseTo],
    [['a'], words.keys.chosen],
    [['n'], words.keys.create],
    [['Esc'], words.keys.back],
    [['?'], words.keys.help],
  ];
  const goings = TENANT_PLACES.flat().map(({ letter, name }) => [['g', letter], words.places[name]] as const);
  return (
    <Dialog open={open} onClose={onClose} title={words.keys.title} isRead>
      <div className="grid gap-x-8 gap-y-1 sm:grid-cols-2">
        {[...general, ...goings].map(([keys, what]) => (
          <div key={what} className="flex min-h-7 items-center justify-between gap-3">
            <span className="text-sm">{what}</span>
            <span className="flex gap-1">
              {keys.map((key) => (
                <Key key={key}>{key}</Key>
              ))}
            </span>
          </div>
        ))}
      </div>
      <Check
        className="mt-5 border-t border-line pt-4"
        label={words.keys.single}
        hint={words.keys.singleHint}
        checked={preferences.singleKeys}
        onChange={(event) => change({ singleKeys: event.target.checked })}
      />
    </Dialog>
  );
}
