import { useWords } from '../../text/words.ts';
import { Button } from '../../ui/button.tsx';
import { Copyable } from '../../ui/copy.tsx';
import { Actions } from '../../ui/overlays/dialog.tsx';

/** What a dialog has in it once there is a link by which somebody gets in; it is shown this once. */
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
