import { isPartMissing } from '../api/failures.ts';
import { useWords } from '../text/words.ts';
import { Button } from '../ui/button.tsx';

/** Replaces a screen that failed, because the service was upgraded since this page was loaded, or because of a fault of the page. */
export function Broken({ error }: { readonly error: unknown }) {
  const words = useWords();
  const { title, text } = isPartMissing(error) ? words.broken.older : words.broken.fault;
  return (
    <main className="mx-auto flex max-w-md flex-col items-start gap-3 px-6 py-24">
      <h1 className="text-xl font-semibold tracking-tight">{title}</h1>
      <p role="alert" className="text-faint">
        {text}
      </p>
      <Button look="primary" onClick={() => location.reload()}>
        {words.broken.reload}
      </Button>
    </main>
  );
}
