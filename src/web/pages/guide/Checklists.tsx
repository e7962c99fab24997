import { CircleX } from 'lucide-react';
import type { ReactNode } from 'react';
import { guide as words } from '#words/bins.tsx';
import { Pip } from '#web/ui/Pip.tsx';

/** How things should be, beside what can't be taken at all. */
export function Checklists() {
  return (
    <div className="mt-16 grid gap-x-18 gap-y-12 bar:mt-[100px] bar:grid-cols-2">
      <section aria-labelledby="quality">
        <h2 id="quality" className="t-2">
          {words.quality}
        </h2>
        <List>
          {words.wanted.map((what) => (
            <Item key={what} icon={<Pip closed size={26} />}>
              {what}
            </Item>
          ))}
        </List>
      </section>
      <section aria-labelledby="not-accepted">
        <h2 id="not-accepted" className="t-2">
          {words.notAccepted}
        </h2>
        <List>
          {words.refused.map(({ what, aside }) => (
            <Item
              key={what}
              icon={<CircleX size={26} className="shrink-0 text-clay" strokeWidth={2.2} aria-hidden />}
            >
              {what}
              {aside && <span className="font-normal text-muted"> {aside}</span>}
            </Item>
          ))}
        </List>
      </section>
    </div>
  );
}

function List({ children }: { children: ReactNode }) {
  return <ul className="mt-4.5 divide-y-[1.5px] divide-line border-t-[1.5px] border-line">{children}</ul>;
}

function Item({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li className="flex min-h-[52px] items-center gap-3.5 py-3 leading-[1.6] font-semibold">
      {icon}
      <span className="min-w-0">{children}</span>
    </li>
  );
}
