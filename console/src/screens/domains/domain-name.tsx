import { legible, legibleDomain } from '../../ui/legible.ts';

/** The name of a domain as people write it, with the one that DNS has beside it if that differs. */
export function DomainName({ name }: { readonly name: string }) {
  const [shown, inDns] = [legibleDomain(name), legible(name)];
  if (shown === inDns) return shown;
  return (
    <>
      {shown} <code className="font-mono text-xs font-normal text-faint max-sm:block max-sm:truncate">{inDns}</code>
    </>
  );
}
