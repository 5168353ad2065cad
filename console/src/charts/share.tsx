/** From here on little is left. */
const LITTLE_LEFT = 0.9;

interface ShareProps {
  readonly used: number;
  /** Null: no limit. */
  readonly limit: number | null;
}

/** Returns the used share of a limit, 0 to 1; 1 if nothing is allowed. */
export const shareOf = ({ used, limit }: ShareProps): number => (limit === null ? 0 : limit === 0 ? 1 : Math.min(used / limit, 1));

/** Returns whether a limit is about to be reached. */
export const isLow = (given: ShareProps): boolean => shareOf(given) > LITTLE_LEFT;

/** The used share of a limit as a line. The caller also states it in words. */
export function Share(given: ShareProps) {
  return (
    <svg viewBox="0 0 1 1" preserveAspectRatio="none" className="block h-1 w-full rounded-full" aria-hidden="true">
      <rect width={1} height={1} className="fill-line" />
      <rect width={shareOf(given)} height={1} className={isLow(given) ? 'fill-error' : 'fill-ink'} />
    </svg>
  );
}
