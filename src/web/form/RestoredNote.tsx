import { PlainButton } from '#web/ui/PlainButton.tsx';
import { restored, startOver } from '#words/form.ts';

/** Says that a form stands as it was left, and lets someone else begin with an empty one. */
export function RestoredNote({ onStartOver }: { onStartOver: () => void }) {
  return (
    <div
      role="status"
      className="flex flex-wrap items-center justify-between gap-x-4 rounded-large bg-sky-tint py-1.5 ps-4 pe-1.5"
    >
      <p className="min-w-0 flex-1 basis-44 py-1.5 leading-normal">{restored}</p>
      <PlainButton kind="ghost" size="small" onClick={onStartOver}>
        {startOver}
      </PlainButton>
    </div>
  );
}
