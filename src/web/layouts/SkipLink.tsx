import { skip } from '#words/site.ts';

export function SkipLink() {
  return (
    <a
      href="#content"
      className="fixed top-3 left-3 z-50 -translate-y-24 rounded-control bg-spruce px-4 py-3 font-bold text-on-spruce focus:translate-y-0 print:hidden"
    >
      {skip}
    </a>
  );
}
