import { Link } from 'react-router';
import { guide as words } from '#words/bins.tsx';
import { titles } from '#words/site.ts';
import { PublicLayout } from '#web/layouts/PublicLayout.tsx';
import { Categories } from '#web/pages/guide/Categories.tsx';
import { Checklists } from '#web/pages/guide/Checklists.tsx';
import { UnsureNote } from '#web/pages/guide/UnsureNote.tsx';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/Button.tsx';

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
