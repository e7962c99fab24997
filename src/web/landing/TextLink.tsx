import type { ReactNode } from 'react';

/** A link in a text. Its target is large enough for a thumb, but the lines keep their distance. */
export function TextLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a
      href={href}
      className="-my-2.5 inline-block py-2.5 underline decoration-2 underline-offset-[5px] hover:decoration-transparent"
    >
      {children}
    </a>
  );
}
