export function Key({ children }: { readonly children: string }) {
  return (
    <kbd className="inline-block min-w-5 rounded-sm whitespace-nowrap border border-line bg-raised px-1 text-center font-mono text-xs text-faint">
      {children}
    </kbd>
  );
}
