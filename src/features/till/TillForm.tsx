import type { ReactNode } from 'react';
import { FormBoundary } from '#web/form/FormBoundary.tsx';
import { FieldSizeContext } from '#web/ui/fieldContext.ts';

// On a low screen fields and button share one line, so that they and the verdict stay above the keyboard.
export const lowField = 'low:line-field';
export const lowButton = 'low:mt-7 low:min-h-[54px] low:text-[1.0625rem]';

type TillFormProps = { isPending: boolean; onSubmit: () => void; children: ReactNode };

/** The form of one step at the till. While it is pending, submitting it does nothing. */
export function TillForm({ isPending, onSubmit, children }: TillFormProps) {
  return (
    <FieldSizeContext value="till">
      <FormBoundary>
        {/* The method "dialog" keeps a PIN that is submitted before hydration out of the address bar. */}
        <form
          method="dialog"
          noValidate
          className="flex flex-col gap-5"
          onSubmit={(event) => {
            event.preventDefault();
            if (!isPending) onSubmit();
          }}
        >
          {children}
        </form>
      </FormBoundary>
    </FieldSizeContext>
  );
}
