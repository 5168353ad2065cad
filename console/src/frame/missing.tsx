import { Link } from '@tanstack/react-router';
import { useWords } from '../text/words.ts';
import { buttonClasses } from '../ui/button.tsx';

/** Shown where nothing exists, or nothing that this person may see. */
export function Missing() {
  const words = useWords();
  return (
    <main className="mx-auto flex max-w-md flex-col items-start gap-3 px-6 py-24">
      <h1 className="text-xl font-semibold">{words.missing.title}</h1>
      <p className="text-faint">{words.missing.text}</p>
      <Link to="/" className={buttonClasses()}>
        {words.missing.home}
      </Link>
    </main>
  );
}
