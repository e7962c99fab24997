import { GraduationCap, Info } from 'lucide-react';
import * as words from '#words/till.tsx';
import { paths } from '#web/paths.ts';
import { PlainButton } from '#web/ui/PlainButton.tsx';

type Practising = {
  start: () => void;
  /** Its code is on its way. */
  pending: boolean;
};

type PractiseButtonProps = { practising: Practising; kind: 'ghost' | 'outline'; className: string };

export function PractiseButton({ practising, kind, className }: PractiseButtonProps) {
  return (
    <PlainButton
      kind={kind}
      size="small"
      icon={GraduationCap}
      pending={practising.pending}
      onClick={practising.start}
      className={className}
    >
      {words.practise}
    </PlainButton>
  );
}

/** Where a clerk finds out more. In a tab of its own, since a page that is left forgets the PIN that it keeps. */
export function RefusalsLink() {
  return (
    <p className="t-small flex min-w-60 flex-1 gap-2.5 text-muted">
      <Info size={20} className="mt-px shrink-0" aria-hidden="true" />
      <span>
        {words.refused((text, newTab) => (
          <a href={paths.tillGuide} target="_blank" rel="noopener" className="font-semibold text-spruce">
            {text}
            <span className="sr-only">{newTab}</span>
          </a>
        ))}
      </span>
    </p>
  );
}
