import { Link } from 'react-router';
import * as titles from '#words/titles.ts';
import { useDonor } from '#web/api/useDonor.ts';
import { PublicLayout } from '#web/layouts/PublicLayout.tsx';
import { Categories } from '#web/pages/guide/Categories.tsx';
import { Checklists } from '#web/pages/guide/Checklists.tsx';
import { UnsureNote } from '#web/pages/guide/UnsureNote.tsx';
import { paths } from '#web/paths.ts';
import { PlainButton } from '#web/ui/PlainButton.tsx';

export default function GuidePage() {
  const donor = useDonor();
  return (
    <PublicLayout donor={donor !== null}>
      <title>{titles.guide}</title>
      <meta
        name="description"
        content="What ReRound takes and what it can’t: accepted categories, a quality checklist, and how to donate household things in Manitoba."
      />
      <div className="container-page pt-7 pb-16 bar:pt-12">
        <div className="flex flex-wrap items-end justify-between gap-x-10 gap-y-8">
          <div className="max-w-[37rem]">
            <h1 className="t-1">
              What’s <span className="whitespace-nowrap">Bric-a-Brac?</span>
            </h1>
            <p className="t-lead mt-4.5">
              The small, useful, well-kept things of a home. If you would lend it to a friend, it belongs on
              our shelf.
            </p>
          </div>
          <div className="flex flex-wrap gap-3 max-sm:[&>*]:px-5 max-tiny:[&>*]:grow">
            <PlainButton asChild>
              <Link to={paths.log}>Log a Donation</Link>
            </PlainButton>
            <PlainButton asChild kind="outline">
              <Link to={paths.pickupRequest}>Call for Pickup</Link>
            </PlainButton>
          </div>
        </div>
        <Categories />
        <Checklists />
        <UnsureNote />
      </div>
    </PublicLayout>
  );
}
