import { useMutation } from '@tanstack/react-query';
import { lengths } from '#shared/lengths.ts';
import { TextField } from '#web/form/fields.tsx';
import { unplacedError, placeErrors } from '#web/form/serverErrors.ts';
import { useZodForm } from '#web/form/useForm.ts';
import { donorLogin as words } from '#words/signIn.tsx';
import { nameDonor } from './donorSession.ts';
import { FocusedField } from '#web/signIn/FocusedField.tsx';
import { LoginForm } from '#web/signIn/LoginForm.tsx';
import { SignInCard } from '#web/signIn/SignInCard.tsx';
import { Button } from '#web/ui/Button.tsx';

const loadNameBody = async () => (await import('./contract.ts')).contract.studentName.body;

const goOn = { submit: words.toDashboard, pending: words.saving };

/** The last step of whoever signed in with a new address: what to greet them with, if they like. */
export function DonorNameStep({ onDone }: { onDone: () => Promise<void> }) {
  const form = useZodForm(loadNameBody, { defaultValues: { displayName: '' } });
  const save = useMutation({
    mutationFn: (body: { displayName: string }) => nameDonor({ body }),
    onSuccess: onDone,
    onError: (error) => placeErrors(form, error),
  });
  return (
    <SignInCard
      title={words.signedIn}
      lead={words.whatToCallYou}
      below={
        <Button kind="ghost" size="small" onClick={() => void onDone()} className="-ms-3">
          {words.notNow}
        </Button>
      }
    >
      <LoginForm
        form={form}
        login={save}
        errorOf={(error) => unplacedError(error, words.savingFailed)}
        labels={goOn}
      >
        <FocusedField>
          <TextField
            control={form.control}
            name="displayName"
            label={words.name}
            autoComplete="name"
            maxLength={lengths.name}
          />
        </FocusedField>
      </LoginForm>
    </SignInCard>
  );
}
