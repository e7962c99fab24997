import { lazy, Suspense, type ComponentType } from 'react';
import { useSearchParams } from 'react-router';
import { DONATION_PARAMETER } from './donationAddress.ts';
import { goBackTo } from './goBackTo.ts';
import { overlayIn } from './overlayAddress.ts';
import { PERSON_PARAMETER } from './personAddress.ts';

type Overlay = ComponentType<{ id: number; onClose: () => void }>;

/** What an address can open over any screen of the console. Its code comes when it is first opened. */
const overlays = new Map<string, Overlay>([
  [
    DONATION_PARAMETER,
    lazy(async () => ({
      default: (await import('#features/donations/details/DonationDetailsDialog.tsx')).DonationDetailsDialog,
    })),
  ],
  [
    PERSON_PARAMETER,
    lazy(async () => ({ default: (await import('#features/people/PersonSheet.tsx')).PersonSheet })),
  ],
]);

/** Donation details and the sheets of participants, in the order in which they were opened. */
export function ConsoleOverlays() {
  const [searchParams, setSearchParams] = useSearchParams();

  function close(parameter: string) {
    const rest = new URLSearchParams(searchParams);
    rest.delete(parameter);
    if (!goBackTo(rest)) setSearchParams(rest, { replace: true, preventScrollReset: true });
  }

  const opened = [...new Set(searchParams.keys())].filter((parameter) => overlays.has(parameter));
  return opened.map((parameter, index) => {
    const Overlay = overlays.get(parameter);
    const id = overlayIn(searchParams, parameter);
    if (!Overlay || id === null) return null;
    // A sheet stays where it goes on to the next person; what comes to lie on top is drawn anew.
    const key = parameter === PERSON_PARAMETER ? `${parameter} ${index}` : `${parameter} ${id} ${index}`;
    return (
      <Suspense key={key}>
        <Overlay id={id} onClose={() => close(parameter)} />
      </Suspense>
    );
  });
}
