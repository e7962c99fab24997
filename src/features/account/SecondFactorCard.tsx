import { ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { CodeField } from '#features/auth/CodeField.tsx';
import { FocusedField } from '#features/auth/FocusedField.tsx';
import { useSiteInfo } from '#features/site/useSiteInfo.ts';
import type { EndpointResponse } from '#shared/endpoint.ts';
import { useChange } from '#web/api/useChange.ts';
import type { z } from 'zod';
import { TextField } from '#web/form/fields.tsx';
import { Form } from '#web/form/Form.tsx';
import { placeErrors, unplacedError } from '#web/form/serverErrors.ts';
import { useZodForm } from '#web/form/useForm.ts';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { Instant } from '#web/ui/Instant.tsx';
import { Pill } from '#web/ui/Pill.tsx';
import { toast } from '#web/ui/toast.ts';
import { contract } from './contract.ts';

const disableBody = contract.disableSecondFactor.body;

/** A second factor that is on, and the way to switch it off. */
export function SecondFactorCard({ factor }: { factor: EndpointResponse<typeof contract.secondFactor> }) {
  const { since, recoveryCodesLeft, isRequired } = factor;
  const { timeZone } = useSiteInfo();
  const [switchingOff, setSwitchingOff] = useState(false);
  return (
    <Card console className="max-w-[34rem]">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <h2 className="t-4">Your second factor</h2>
        <Pill tone="spruce" icon={ShieldCheck}>
          On
        </Pill>
      </div>
      <p className="mt-2 text-base leading-[1.5]">
        Since <span>{since && <Instant at={since} timeZone={timeZone} />}</span>. The sign-in asks for your
        password, then for a code.
      </p>
      <p
        className={`mt-1.5 text-base leading-[1.5] ${recoveryCodesLeft > 2 ? 'text-muted' : 'text-wheat-deep'}`}
      >
        {recoveryCodesLeft === 1 ? '1 recovery code is' : `${recoveryCodesLeft} recovery codes are`} left. For
        new ones, or for another phone, switch it off and set it up again.
        {isRequired && ' Here everyone needs one, so that comes right after.'}
      </p>
      {switchingOff ? (
        <SwitchOffForm onCancel={() => setSwitchingOff(false)} />
      ) : (
        <Button
          kind="clayOutline"
          size="console"
          className="mt-4 max-md:min-h-11"
          onClick={() => setSwitchingOff(true)}
        >
          Switch off
        </Button>
      )}
    </Card>
  );
}

function SwitchOffForm({ onCancel }: { onCancel: () => void }) {
  const form = useZodForm(disableBody, { defaultValues: { password: '', code: '' } });
  const disable = useChange(contract.disableSecondFactor, {
    change: (send, body: z.output<typeof disableBody>) => send({ body }),
    onSuccess: () => {
      toast({
        kind: 'success',
        title: 'The second factor is off',
        description: 'Your password alone opens your account.',
      });
    },
    onError: (error) => placeErrors(form, error),
  });
  return (
    <div className="mt-4 border-t-[1.5px] border-line pt-4">
      <Form
        form={form}
        size="console"
        onSubmit={(values) => disable.mutate(values)}
        pending={disable.isPending}
        error={unplacedError(disable.error, 'Failed to switch it off.')}
        actions={
          <div className="flex flex-wrap gap-2.5">
            <Button
              type="submit"
              kind="clay"
              size="console"
              className="max-md:min-h-11"
              pending={disable.isPending}
              pendingLabel="Switching off…"
            >
              Switch off
            </Button>
            <Button kind="ghost" size="console" className="max-md:min-h-11" onClick={onCancel}>
              Keep it on
            </Button>
          </div>
        }
      >
        <FocusedField>
          <TextField
            control={form.control}
            name="password"
            label="Your password"
            type="password"
            autoComplete="current-password"
          />
        </FocusedField>
        <CodeField hint="From the app, or a recovery code." />
      </Form>
    </div>
  );
}
