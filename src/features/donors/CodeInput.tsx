import { type ComponentProps, Fragment } from 'react';
import { useWatch } from 'react-hook-form';
import { asciiDigits } from '#shared/digits.ts';
import { useBoundField } from '#web/form/fields.tsx';
import { useFormMethods } from '#web/form/formContext.ts';
import { rewriteTyped } from '#web/form/rewriteTyped.ts';
import { Field } from '#web/ui/Field.tsx';
import { useFieldAttributes } from '#web/ui/fieldContext.ts';
import { donorLogin as words } from '#words/signIn.tsx';

/** A field for six digits of any script. It drops other characters, and calls `onComplete` once the sixth is typed. */
export function CodeInput({ onComplete }: { onComplete: () => void }) {
  const { control } = useFormMethods<{ code: string }, unknown>();
  const { registration, field } = useBoundField<{ code: string }, unknown>({
    name: 'code',
    label: words.sixDigitCode,
    hint: words.codeHint,
  });
  const digits = useWatch({ control, name: 'code' });

  const handlers = rewriteTyped(sixDigits, async (event) => {
    await registration.onChange(event);
    if (!event.isComposing && event.target.value.length === 6) onComplete();
  });

  return (
    <Field {...field}>
      <CodeBoxes {...registration} {...handlers} digits={sixDigits(digits)} />
    </Field>
  );
}

/** The first six digits of a text, in any script. */
function sixDigits(text: string): string {
  return asciiDigits(text).replaceAll(/\D/g, '').slice(0, 6);
}

type CodeBoxesProps = Omit<ComponentProps<'input'>, 'value' | 'size' | 'className'> & { digits: string };

const boxIndexes = [0, 1, 2, 3, 4, 5];

/** One invisible input over six drawn boxes: autofill, paste and screen readers treat it as one field. */
function CodeBoxes({ digits, ...rest }: CodeBoxesProps) {
  const attributes = useFieldAttributes(rest);
  return (
    <span className="relative block">
      <input
        {...rest}
        {...attributes}
        type="text"
        inputMode="numeric"
        autoComplete="one-time-code"
        autoCorrect="off"
        spellCheck={false}
        className="peer absolute inset-0 z-1 h-full w-full cursor-text text-base opacity-0"
      />
      <span
        aria-hidden="true"
        className="group/boxes flex items-center gap-1.5 peer-focus:[--caret:var(--ink)] peer-focus:[&>[data-next]]:border-[3px] peer-focus:[&>[data-next]]:border-spruce peer-aria-[invalid=true]:[&>[data-box]]:border-2 peer-aria-[invalid=true]:[&>[data-box]]:border-clay peer-aria-[invalid=true]:[&>[data-box]]:bg-clay-tint"
      >
        {boxIndexes.map((index) => (
          <Fragment key={index}>
            {index === 3 && <span className="h-[3px] w-3.5 shrink-0 rounded-full bg-edge" />}
            <span
              data-box=""
              data-next={index === Math.min(digits.length, boxIndexes.length - 1) ? '' : undefined}
              className="grid h-[60px] min-w-0 flex-1 place-items-center rounded-control border-[1.5px] border-edge bg-raised font-display text-[1.75rem] font-extrabold text-ink tabular-nums"
            >
              {digits[index] ?? (index === digits.length && <span className="h-7 w-0.5 bg-(--caret)" />)}
            </span>
          </Fragment>
        ))}
      </span>
    </span>
  );
}
