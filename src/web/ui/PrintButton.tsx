import { print } from '#words/site.ts';
import { Button } from './Button.tsx';

/** Prints the page that it stands on. */
export function PrintButton() {
  return (
    <Button kind="outline" size="small" className="print:hidden" onClick={() => window.print()}>
      {print}
    </Button>
  );
}
