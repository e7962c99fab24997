import type { ComponentType } from 'react';
import { guide as words } from '#words/bins.tsx';
import { Bag } from '#web/art/Bag.tsx';
import { Books } from '#web/art/Books.tsx';
import type { DrawingProps } from '#web/art/Drawing.tsx';
import { Duck } from '#web/art/Duck.tsx';
import { Lamp } from '#web/art/Lamp.tsx';
import { Teapot } from '#web/art/Teapot.tsx';
import { Vase } from '#web/art/Vase.tsx';
import { Bay, bayFrame, type BayTint } from '#web/ui/Shelf.tsx';

interface Category {
  title: string;
  text: string;
  tint: BayTint;
  object: ComponentType<DrawingProps>;
  /** On a wide screen; a phone shows them all alike. */
  size: string;
}

const categories: readonly Category[] = [
  {
    title: words.kitchenware,
    text: words.kitchenwareText,
    tint: 'spruce',
    object: Teapot,
    size: 'bar:size-[122px]',
  },
  {
    title: words.decor,
    text: words.decorText,
    tint: 'wheat',
    object: Vase,
    size: 'bar:size-[130px]',
  },
  {
    title: words.media,
    text: words.mediaText,
    tint: 'sky',
    object: Books,
    size: 'bar:size-[116px]',
  },
  {
    title: words.games,
    text: words.gamesText,
    tint: 'sky',
    object: Duck,
    size: 'bar:size-[118px]',
  },
  {
    title: words.household,
    text: words.householdText,
    tint: 'spruce',
    object: Lamp,
    size: 'bar:size-[128px]',
  },
  {
    title: words.accessories,
    text: words.accessoriesText,
    tint: 'wheat',
    object: Bag,
    size: 'bar:size-[118px]',
  },
];

/** What is taken, each kind in a bay of the shelf. */
export function Categories() {
  return (
    <section aria-labelledby="accepted" className="mt-8 bar:mt-11">
      <h2 id="accepted" className="t-3">
        {words.accepted}
      </h2>
      <ul className={`mt-4.5 grid grid-cols-2 gap-[2.5px] sm:grid-cols-3 ${bayFrame}`}>
        {categories.map(({ title, text, tint, object: CategoryObject, size }) => (
          <li key={title}>
            <Bay tint={tint} stage="narrow" objects={<CategoryObject className={`size-24 ${size}`} />}>
              <div className="px-3.5 pt-3.5 pb-4 max-tiny:px-3 bar:px-6.5 bar:pt-5.5 bar:pb-4.5">
                <h3 className="t-4 bar:t-3">{title}</h3>
                <p className="t-small mt-1.5 text-muted">{text}</p>
              </div>
            </Bay>
          </li>
        ))}
      </ul>
    </section>
  );
}
