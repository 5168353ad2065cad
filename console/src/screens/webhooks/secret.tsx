import { useWords } from '../../text/words.ts';
import { Button } from '../../ui/button.tsx';
import { CodeBlock } from '../../ui/copy.tsx';
import { Actions } from '../../ui/overlays/dialog.tsx';

/** The secret, shown once. */
export function Secret({ secret, onClose }: { readonly secret: string; onClose(): void }) {
  const words = useWords();
  return (
    <>
      <CodeBlock code={secret} label={words.webhooks.secret} />
      <Actions>
        <Button look="primary" onClick={onClose}>
          {words.keysScreen.kept}
        </Button>
      </Actions>
    </>
  );
}
