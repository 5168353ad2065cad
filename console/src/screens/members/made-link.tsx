import { useWords } from '../../text/words.ts';
import { Button } from '../../ui/button.tsx';
import { Copyable } from '../../ui/copy.tsx';
import { Actions } from '../../ui/overlays/dialog.tsx';

/** The content of a dialog once it has a link that gives access; it is shown once. */
export function MadeLink({ link, onDone }: { readonly link: string; onDone(): void }) {
  const words = useWords();
  return (
    <>
      <Copyable text={link} label={words.members.link} />
      <Actions>
        <Button look="primary" onClick={onDone}>
          {words.common.done}
        </Button>
      </Actions>
    </>
  );
}
