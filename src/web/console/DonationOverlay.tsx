import { lazy, Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { DONATION_PARAMETER, goBackTo, rowIdInQuery } from './donationAddress.ts';

const DonationDetailsDialog = lazy(async () => ({
  default: (await import('#features/donations/console/DonationDetailsDialog.tsx')).DonationDetailsDialog,
}));

/** Shows, over any console screen, the details of the donation that the address names. */
export function DonationOverlay() {
  const [searchParams, setSearchParams] = useSearchParams();
  const id = rowIdInQuery(searchParams, DONATION_PARAMETER);

  function close() {
    const queryWithoutDonation = new URLSearchParams(searchParams);
    queryWithoutDonation.delete(DONATION_PARAMETER);
    if (!goBackTo(queryWithoutDonation))
      setSearchParams(queryWithoutDonation, { replace: true, preventScrollReset: true });
  }

  if (id === null) return null;
  return (
    <Suspense key={id}>
      <DonationDetailsDialog id={id} onClose={close} />
    </Suspense>
  );
}
