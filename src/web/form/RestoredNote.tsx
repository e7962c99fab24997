import { PlainButton } from '#web/ui/PlainButton.tsx';

/** Says that a form stands as it was left, and lets someone else begin with an empty one. */
export function RestoredNote({ onStartOver }: { onStartOver: () => void }) {
  return (
    <div
      role="status"
      className="flex flex-wrap items-center justify-between gap-x-4 rounded-large bg-sky-tint py-1.5 ps-4 pe-1.5"
    >
      <p className="min-w-0 flex-1 basis-44 py-1.5 leading-normal">What you wrote before is still here.</p>
      <PlainButton kind="ghost" size="small" onClick={onStartOver}>
        Start over
      </PlainButton>
    </div>
  );
}
