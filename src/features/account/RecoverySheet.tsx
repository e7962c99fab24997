import { useState } from 'react';
import { formatInstantDay } from '#words/dates.ts';
import { useSiteInfo } from '#features/site/useSiteInfo.ts';
import { Wordmark } from '#web/ui/Wordmark.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';

/** Half a page to be kept apart from the phone: without the secret, which would make a second one of it. */
export function RecoverySheet({
  username,
  recoveryCodes,
}: {
  username: string;
  recoveryCodes: readonly string[];
}) {
  const { timeZone } = useSiteInfo();
  const [made] = useState(() => new Date());
  return (
    <section className="hidden max-w-[6in] text-black print:block">
      <Wordmark size="till" />
      <h2 className="mt-4 font-display text-[1.5rem] font-[750]">Recovery codes of {username}</h2>
      <p className="mt-1 mb-3 text-base">
        {formatInstantDay(made, timeZone)}. Each opens the account once, with the password, when the phone is
        gone. Cross out what you have used, and keep this apart from your phone.
      </p>
      <RecoveryCodes recoveryCodes={recoveryCodes} />
    </section>
  );
}
