import { Link } from 'react-router';
import { guide as words } from '#words/bins.tsx';
import { errorTitle, networkError, titles } from '#words/site.ts';
import { PublicLayout } from '#web/layouts/PublicLayout.tsx';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/Button.tsx';
import {
  type ComponentType,
  lazy,
  type ReactNode,
  startTransition,
  Suspense,
  useState,
  useTransition,
} from 'react';
import { Bag } from '#web/art/Bag.tsx';
import { Books } from '#web/art/Books.tsx';
import type { DrawingProps } from '#web/art/Drawing.tsx';
import { Duck } from '#web/art/Duck.tsx';
import { Lamp } from '#web/art/Lamp.tsx';
import { Teapot } from '#web/art/Teapot.tsx';
import { Vase } from '#web/art/Vase.tsx';
import { Bay, bayFrame, type BayTint } from '#web/ui/Shelf.tsx';
import { CircleX, TriangleAlert } from 'lucide-react';
import { Pip } from '#web/ui/Pip.tsx';
import { toast } from '#web/ui/toast.ts';

export default function GuidePage() {
  return (
    <PublicLayout>
      <title>{titles.guide}</title>
      <meta name="description" content={words.description} />
      <div className="container-page pt-7 pb-16 bar:pt-12">
        <div className="flex flex-wrap items-end justify-between gap-x-10 gap-y-8">
          <div className="max-w-[37rem]">
            <h1 className="t-1">
              {words.heading((text) => (
                <span className="whitespace-nowrap">{text}</span>
              ))}
            </h1>
            <p className="t-lead mt-4.5">{words.lead}</p>
          </div>
          <div className="flex flex-wrap gap-3 max-sm:[&>*]:px-5 max-tiny:[&>*]:grow">
            <Button asChild>
              <Link to={paths.log}>{words.logDonation}</Link>
            </Button>
            <Button asChild kind="outline">
              <Link to={paths.pickupRequest}>{words.requestPickup}</Link>
            </Button>
          </div>
        </div>
        <Categories />
        <Checklists />
        <UnsureNote />
      </div>
    </PublicLayout>
  );
}

interface Category {
  title: string;
  text: string;
  tint: BayTint;
  object: ComponentType<DrawingProps>;
  /** The drawing's size on a wide screen. A phone shows all drawings in one size. */
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

/** The accepted categories, each in a bay of a shelf. */
function Categories() {
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

/** The condition that items must have, and the items that are not accepted. */
function Checklists() {
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

// Loaded at the first press, because its form library is as large as the rest of the page.
const loadDialog = () => import('#features/bins/ReportBinDialog.tsx');
const ReportBinDialog = lazy(async () => ({ default: (await loadDialog()).ReportBinDialog }));

/** Help for visitors in doubt: a link to the contacts, and a button that reports a bin. */
function UnsureNote() {
  const [isReporting, setReporting] = useState(false);
  const [isOpening, startOpening] = useTransition();

  async function openDialog() {
    try {
      await loadDialog();
      startTransition(() => setReporting(true));
    } catch {
      toast({ kind: 'error', title: errorTitle, description: networkError });
    }
  }

  return (
    <section
      aria-labelledby="unsure"
      className="on-field mt-14 flex flex-wrap items-center justify-between gap-x-10 gap-y-6 rounded-slab bg-field px-5 py-6 text-field-ink bar:px-10 bar:py-9"
    >
      <div className="max-w-[29rem]">
        <h2 id="unsure" className="t-2 text-[2.25rem]">
          {words.unsure}
        </h2>
        <p className="mt-2">{words.unsureText}</p>
      </div>
      <div className="flex flex-wrap gap-3 max-sm:w-full max-sm:flex-col max-sm:[&>*]:px-3">
        <Button asChild kind="outline">
          <Link to={paths.section('contact')}>{words.contactUs}</Link>
        </Button>
        <Button
          kind="fieldOutline"
          icon={TriangleAlert}
          pending={isOpening}
          onClick={() => startOpening(openDialog)}
        >
          {words.reportBin}
        </Button>
      </div>
      <Suspense>{isReporting && <ReportBinDialog onClose={() => setReporting(false)} />}</Suspense>
    </section>
  );
}
