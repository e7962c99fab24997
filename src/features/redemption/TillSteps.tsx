import { steps } from '#words/till.tsx';
import { Card } from '#web/ui/Card.tsx';
import { Ring } from '#web/ui/Ring.tsx';

/** How the till goes, for the clerk who has not done it yet. */
export function TillSteps() {
  return (
    <Card flush className="self-start px-5 bar:mt-14">
      <ol className="divide-y-[1.5px] divide-line">
        {steps.map(({ title, text }, index) => (
          <li key={title} className="flex items-center gap-4 py-4.5">
            <Ring percent={((index + 1) / steps.length) * 100} size={34} />
            <div>
              <p className="font-bold leading-snug">{title}</p>
              <p className="t-small mt-0.5 text-muted">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </Card>
  );
}
