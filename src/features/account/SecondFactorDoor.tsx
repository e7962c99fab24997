import { useNavigate, useSearchParams } from 'react-router';
import { Mug } from '#web/art/Mug.tsx';
import { Phone } from '#web/art/Phone.tsx';
import { TagObject } from '#web/art/TagObject.tsx';
import { ConsoleDoor, ConsoleDoorFrame } from '#web/console/ConsoleDoor.tsx';
import { LogoutButton } from '#web/console/LogoutButton.tsx';
import { consoleColumn, consoleHeading } from '#web/console/ConsolePageLayout.tsx';
import { useSessionWatch } from '#web/console/useSessionWatch.ts';
import { paths } from '#web/paths.ts';
import { returnAddress } from '#web/returnAddress.ts';
import { RecoverySheet } from './RecoverySheet.tsx';
import {
  secondFactorLead,
  SecondFactorSetup,
  StartButton,
  useSetup,
  whySecondFactor,
} from './SecondFactorSetup.tsx';

const heading = 'Set up your second factor';
const why = `Everyone here needs one. ${whySecondFactor}`;

/** Before anything else, where everyone needs a second factor and whoever is signed in has none. */
export function SecondFactorDoor({ username }: { username: string }) {
  useSessionWatch();
  const returnTo = returnAddress(paths.consoleAccount, useSearchParams()[0]);
  const navigate = useNavigate();
  const setup = useSetup();
  const { isUnderWay, recoveryCodes } = setup;
  if (!isUnderWay) {
    return (
      <ConsoleDoor
        objects={
          <>
            <Mug size={64} />
            <Phone size={96} />
            <TagObject size={64} />
          </>
        }
      >
        <h1 className="t-3">{heading}</h1>
        <p className="mt-1.5 mb-5.5 text-muted">{why}</p>
        <StartButton setup={setup} className="w-full" />
        <LogoutButton className="mt-3 w-full" />
      </ConsoleDoor>
    );
  }
  return (
    <ConsoleDoorFrame>
      <main id="content" tabIndex={-1} className={`${consoleColumn} pt-6 pb-10 sm:pt-9`}>
        {recoveryCodes && <RecoverySheet username={username} recoveryCodes={recoveryCodes} />}
        <div className="print:hidden">
          <h1 className={consoleHeading}>{heading}</h1>
          <p className={`mt-3 ${secondFactorLead}`}>{why}</p>
          <SecondFactorSetup setup={setup} onDone={() => void navigate(returnTo, { replace: true })} />
          {!recoveryCodes && <LogoutButton className="mt-4 -ms-[22px]" />}
        </div>
      </main>
    </ConsoleDoorFrame>
  );
}
