import { Button } from '#web/ui/Button.tsx';
import { CopyButton } from '#web/ui/CopyButton.tsx';

/** A generated password, for a new admin or after a reset. */
export interface IssuedPassword {
  adminId: number;
  username: string;
  password: string;
  isReset: boolean;
}

type IssuedPasswordsProps = {
  issuedPasswords: readonly IssuedPassword[];
  onPassedOn: (issuedPassword: IssuedPassword) => void;
};

/** Generated passwords. Each is shown until the admin says that it is passed on, or leaves the tab. */
export function IssuedPasswords({ issuedPasswords, onPassedOn }: IssuedPasswordsProps) {
  return (
    <div aria-live="polite">
      {issuedPasswords.map((issuedPassword) => (
        <section
          key={issuedPassword.adminId}
          aria-label={`Password of ${issuedPassword.username}`}
          className="flex flex-wrap items-center gap-x-5.5 gap-y-3 max-lg:gap-x-3 border-t-[1.5px] border-s-6 border-t-line border-s-wheat bg-wheat-tint px-4.5 py-3.5 text-[0.90625rem] leading-[1.4]"
        >
          <p className="max-w-full">
            <b className="block font-[650] wrap-anywhere">
              {issuedPassword.username} {issuedPassword.isReset ? 'has a new password' : 'can sign in'}
            </b>
            The password is shown once and changed at the first sign-in.
          </p>
          <code className="rounded-console bg-raised px-4 py-1.5 font-display text-[1.375rem] leading-[1.4] font-bold tracking-[.01em] wrap-anywhere max-lg:px-3 max-lg:text-[1.125rem]">
            {issuedPassword.password}
          </code>
          <CopyButton text={issuedPassword.password} size="console" className="max-md:min-h-11" />
          <Button
            kind="quiet"
            size="console"
            onClick={() => onPassedOn(issuedPassword)}
            className="ms-auto max-md:min-h-11 max-sm:w-full"
          >
            I have passed it on
          </Button>
        </section>
      ))}
    </div>
  );
}
