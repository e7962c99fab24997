import { Link } from 'react-router';
import { notFound as words, titles } from '#words/site.ts';
import { Books } from '#web/art/Books.tsx';
import { Frame } from '#web/art/Frame.tsx';
import { Lamp } from '#web/art/Lamp.tsx';
import { Mug } from '#web/art/Mug.tsx';
import { Teapot } from '#web/art/Teapot.tsx';
import { PublicLayout } from '#web/layouts/PublicLayout.tsx';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/Button.tsx';
import { Shelf } from '#web/ui/Shelf.tsx';

export default function NotFoundPage() {
  return (
    <PublicLayout>
      <title>{titles.notFound}</title>
      <div className="container-page flex flex-1 flex-col items-center pt-14 pb-16 text-center bar:pt-22 bar:pb-16">
        <h1 className="t-1">{words.heading}</h1>
        <p className="t-lead mt-4 text-muted">{words.text}</p>
        <Button asChild size="large" className="mt-7">
          <Link to={paths.home}>{words.goHome}</Link>
        </Button>
      </div>
      <Shelf lip={false} rowClassName="container-page max-w-[1040px] justify-between">
        <Lamp className="size-24 bar:size-39" />
        <Books className="size-22 max-tiny:hidden bar:size-33" />
        <Teapot isDotted className="size-32 bar:size-54" />
        <Mug className="size-20 max-sm:hidden bar:size-27" />
        <Frame className="size-24 bar:size-35" />
      </Shelf>
    </PublicLayout>
  );
}
