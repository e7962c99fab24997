import { useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { contract } from '#features/settings/contract.ts';
import { errorToast } from '#web/api/errors.ts';
import { useChange } from '#web/api/useChange.ts';
import { ConfirmDialog } from '#web/form/ConfirmDialog.tsx';
import { paths } from '#web/paths.ts';
import { withReturnHere } from '#web/returnAddress.ts';
import { Checkbox } from '#web/ui/Field.tsx';
import { toast } from '#web/ui/toast.ts';

/** The id of the text that explains the rule. */
export const secondFactorHintId = 'second-factor-hint';

type SecondFactorRuleProps = {
  isRequired: boolean;
  /** Whether the signed-in admin has one. */
  hasSecondFactor: boolean;
};

/** Switches whether everyone needs a second factor. Asks an admin without one first, who must then set theirs up at once. */
export function SecondFactorRule({ isRequired, hasSecondFactor }: SecondFactorRuleProps) {
  const id = useId();
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  const changeSettings = useChange(contract.changeSettings, {
    change: (send, isSecondFactorRequired: boolean) => send({ body: { isSecondFactorRequired } }),
    staysPending: true,
    onSuccess: async ({ settings: { isSecondFactorRequired } }) => {
      if (isSecondFactorRequired && !hasSecondFactor) {
        await navigate(withReturnHere(paths.consoleAccount));
        return;
      }
      toast({
        kind: 'success',
        title: isSecondFactorRequired ? 'Everyone needs a second factor' : 'Nobody needs a second factor',
        description: isSecondFactorRequired
          ? 'Whoever has none sets one up before anything else.'
          : 'Those who have one keep it.',
      });
    },
  });

  function changeRule(mustHave: boolean) {
    if (changeSettings.isPending) return;
    if (mustHave && !hasSecondFactor) {
      changeSettings.reset();
      setAsking(true);
      return;
    }
    changeSettings.mutate(mustHave, { onError: (error) => errorToast(error, 'Failed to change this.') });
  }

  return (
    <>
      <label
        htmlFor={id}
        className="flex min-h-9 cursor-pointer items-center gap-1.5 text-[0.9375rem] max-md:min-h-11 max-sm:order-last max-sm:w-full"
      >
        <Checkbox
          id={id}
          size="console"
          aria-describedby={secondFactorHintId}
          // Shows the new choice while it is being saved.
          checked={changeSettings.isPending ? changeSettings.variables : isRequired}
          onChange={(event) => changeRule(event.currentTarget.checked)}
        />
        Everyone needs a second factor
      </label>
      {isAsking && (
        <ConfirmDialog
          title="Does everyone need a second factor?"
          description="You have none yourself, so you set yours up next: you need a phone with an authenticator app. Until then nothing else is open to you."
          confirmLabel="Set up mine"
          pendingLabel="Saving…"
          change={changeSettings}
          onConfirm={() => changeSettings.mutate(true)}
          onClose={() => setAsking(false)}
          failed="Failed to change this."
        />
      )}
    </>
  );
}
