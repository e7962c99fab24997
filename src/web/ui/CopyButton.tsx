import { Check, Copy } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { copying as words } from '#words/forms.ts';
import { Button, type ButtonKind, type ButtonSize, type Icon } from './Button.tsx';
import { TextInput } from './Field.tsx';

type CopyButtonProps = {
  text: string;
  /** The label of the button, and of the field from which somebody may copy by hand. */
  label?: string | undefined;
  kind?: ButtonKind | undefined;
  size?: ButtonSize | undefined;
  /** By default two sheets of paper. */
  icon?: Icon | undefined;
  /** Whether it fills the width of its container. */
  wide?: boolean | undefined;
  className?: string | undefined;
};

const COPIED_MILLISECONDS = 2000;

/** A button that copies a text. If the browser forbids that, it shows the text selected, to copy by hand. */
export function CopyButton({
  text,
  label = words.copy,
  kind = 'outline',
  size = 'small',
  icon = Copy,
  wide = false,
  className,
}: CopyButtonProps) {
  const [state, setState] = useState<'idle' | 'copied' | 'byHand'>('idle');
  const field = useRef<HTMLInputElement>(null);

  useEffect(() => {
    if (state === 'byHand') field.current?.select();
    if (state !== 'copied') return undefined;
    const timer = setTimeout(() => setState('idle'), COPIED_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [state]);

  async function copy() {
    try {
      // Throws on pages without https, where `clipboard` is missing.
      await navigator.clipboard.writeText(text);
      setState('copied');
    } catch {
      setState('byHand');
      // After an earlier press the field is already shown, so the effect does not run again.
      field.current?.select();
    }
  }

  return (
    <span className={`flex-wrap items-center gap-2 ${wide ? 'flex [&>*]:grow' : 'inline-flex'}`}>
      {state === 'byHand' && (
        <TextInput
          ref={field}
          readOnly
          value={text}
          size="console"
          aria-label={label}
          onFocus={(event) => event.currentTarget.select()}
        />
      )}
      <Button
        kind={kind}
        size={size}
        icon={state === 'copied' ? Check : icon}
        onClick={() => void copy()}
        className={className}
      >
        {state === 'copied' ? words.copied : label}
      </Button>
      <span className="sr-only" aria-live="polite">
        {state === 'copied' && words.copied}
        {state === 'byHand' && words.byHand}
      </span>
    </span>
  );
}
