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
export const secondFactorHint = 'second-factor-hint';

type SecondFactorRuleProps = {
  isRequired: boolean;
  /** Whether the signed-in admin has one. */
  hasSecondFactor: boolean;
};

/** Switches whether everyone needs a second factor. An admin without one must set theirs up at once, so asks them first. */
export function SecondFactorRule({ isRequired, hasSecondFactor }: SecondFactorRuleProps) {
  const id = useId();
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const change = useChange(contract.changeSettings, {
    change: (send, required: boolean) => send({ body: { isSecondFactorRequired: required } }),
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

  function choose(required: boolean) {
    if (change.isPending) return;
    if (required && !hasSecondFactor) {
      change.reset();
      setAsking(true);
      return;
    }
    change.mutate(required, { onError: (error) => errorToast(error, 'Failed to change this.') });
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
          aria-describedby={secondFactorHint}
          // Shows the new choice while it is being saved.
          checked={change.isPending ? change.variables : isRequired}
          onChange={(event) => choose(event.currentTarget.checked)}
        />
        Everyone needs a second factor
      </label>
      {asking && (
        <ConfirmDialog
          title="Does everyone need a second factor?"
          description="You have none yourself, so you set yours up next: you need a phone with an authenticator app. Until then nothing else is open to you."
          confirmLabel="Set up mine"
          pendingLabel="Saving…"
          change={change}
          onConfirm={() => change.mutate(true)}
          onClose={() => setAsking(false)}
          failed="Failed to change this."
        />
      )}
    </>
  );
}
