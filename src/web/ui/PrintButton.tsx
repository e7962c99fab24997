import { print } from '#words/site.ts';
import { PlainButton } from './PlainButton.tsx';

/** Prints the page that it stands on. */
export function PrintButton() {
  return (
    <PlainButton kind="outline" size="small" className="print:hidden" onClick={() => window.print()}>
      {print}
    </PlainButton>
  );
}
