import { Pip, type PipTone } from './Pip.tsx';

type LoopsProps = {
  total: number;
  closed: number;
  /** What is counted, in words: `1 of 2 uses left`. Empty where the words stand beside the loops already. */
  label: string;
  size?: number | undefined;
  tone?: PipTone | undefined;
  className?: string | undefined;
};

/** A row of loops, the closed ones first. */
export function Loops({ total, closed, label, size = 24, tone, className = '' }: LoopsProps) {
  const naming = label === '' ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label };
  return (
    <span {...naming} className={`inline-flex flex-wrap items-start gap-1.5 ${className}`}>
      {Array.from({ length: total }, (_, index) => (
        <Pip key={index} closed={index < closed} size={size} tone={tone} />
      ))}
    </span>
  );
}
