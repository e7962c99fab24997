import { Pip, type PipTone } from './Pip.tsx';

type LoopsProps = {
  total: number;
  closed: number;
  /** What is counted, in words: `1 of 2 uses left`. Empty where the words stand beside the loops already. */
  label: string;
  size?: number | undefined;
  tone?: PipTone | undefined;
  /** Short words under the loops, such as the month of each; the row then fills the width. */
  captions?: readonly string[] | undefined;
  className?: string | undefined;
};

/** A row of loops, the closed ones first. */
export function Loops({ total, closed, label, size = 24, tone, captions, className = '' }: LoopsProps) {
  const naming = label === '' ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label };
  const spread = captions ? 'flex w-full justify-between' : 'inline-flex flex-wrap gap-1.5';
  return (
    <span {...naming} className={`${spread} items-start ${className}`}>
      {Array.from({ length: total }, (_, index) => (
        <span key={index} className="flex flex-col items-center gap-1">
          <Pip closed={index < closed} size={size} tone={tone} />
          {captions?.[index] && <span className="t-small text-muted">{captions[index]}</span>}
        </span>
      ))}
    </span>
  );
}
