import { lengths } from '#shared/lengths.ts';
import { UserPlus } from 'lucide-react';
import { useEffect, type KeyboardEvent } from 'react';
import { TextField } from '#web/form/fields.tsx';
import { useFormMethods } from '#web/form/formContext.ts';
import { Button } from '#web/ui/Button.tsx';
import { ReasonButton } from '#web/ui/ReasonButton.tsx';
import { ErrorNote } from '#web/ui/ErrorBanner.tsx';
import type { IntakeInput, IntakeValues } from './intakeForm.ts';

type NewParticipantProps = {
  onCreate: () => void;
  onFindInstead: () => void;
  pending: boolean;
  error: string | null;
};

/** Someone nobody knows yet. Enter makes the participant; Ctrl+Enter goes on to save the donation with it. */
export function NewParticipant({ onCreate, onFindInstead, pending, error }: NewParticipantProps) {
  const { control, getValues, setFocus } = useFormMethods<IntakeInput, IntakeValues>();

  useEffect(() => {
    // What was typed to find them stands in its field already.
    setFocus(getValues('displayName') ? 'email' : 'displayName');
  }, [getValues, setFocus]);

  function handleKeyDown(event: KeyboardEvent) {
    const inField = event.target instanceof HTMLInputElement;
    if (event.key !== 'Enter' || !inField || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    onCreate();
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- catches Enter of the fields inside
    <div onKeyDown={handleKeyDown} className="flex flex-col gap-4">
      <TextField
        control={control}
        name="displayName"
        label="Name"
        maxLength={lengths.name}
        autoComplete="off"
      />
      <TextField
        control={control}
        name="email"
        label="Email"
        mark="optional"
        type="email"
        inputMode="email"
        maxLength={lengths.email}
        autoComplete="off"
      />
      <TextField
        control={control}
        name="phone"
        label="Phone"
        mark="optional"
        type="tel"
        inputMode="tel"
        maxLength={lengths.phone}
        autoComplete="off"
      />
      <ErrorNote message={error} />
      <div className="flex flex-wrap gap-2 max-md:[&>*]:min-h-11">
        <Button
          kind="outline"
          size="console"
          icon={UserPlus}
          pending={pending}
          pendingLabel="Creating…"
          onClick={onCreate}
        >
          Create participant
        </Button>
        <ReasonButton
          kind="ghost"
          size="console"
          onClick={onFindInstead}
          disabledReason={pending ? 'Wait until this is done.' : undefined}
        >
          Find instead
        </ReasonButton>
      </div>
    </div>
  );
}
