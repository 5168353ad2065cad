import type { ApiKey } from '@posthorn/sdk';
import { useWords } from '../../text/words.ts';
import { legible } from '../../ui/legible.ts';
import { Confirm } from '../../ui/overlays/confirm.tsx';
import { useToast } from '../../ui/overlays/toast.tsx';

interface RevokeKeyProps {
  readonly revoking: ApiKey | undefined;
  /** Revokes the key and refetches the list that shows it. */
  revoke(key: ApiKey): Promise<void>;
  onClose(): void;
}

/** Asks before a key is revoked, while there is one to revoke. */
export function RevokeKey({ revoking, revoke, onClose }: RevokeKeyProps) {
  const words = useWords();
  const say = useToast();
  const confirm = async () => {
    if (revoking !== undefined) await revoke(revoking);
    say(words.keysScreen.revoked);
  };
  return (
    <Confirm
      open={revoking !== undefined}
      onClose={onClose}
      title={words.keysScreen.revokeTitle(legible(revoking?.name ?? ''))}
      action={words.keysScreen.revoke}
      onConfirm={confirm}
    >
      {words.keysScreen.revokeText}
    </Confirm>
  );
}
