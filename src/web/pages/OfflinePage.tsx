import { offline as words, titles } from '#words/site.ts';
import { Lamp } from '#web/art/Lamp.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Shelf } from '#web/ui/Shelf.tsx';
import { Wordmark } from '#web/ui/Wordmark.tsx';

/** Replaces every page while there is no connection. It needs no script. */
export default function OfflinePage() {
  return (
    <div className="flex min-h-dvh flex-col bg-paper">
      <title>{titles.offline}</title>
      <meta name="description" content={words.description} />
      <meta name="robots" content="noindex" />
      <header className="border-b-[1.5px] border-line">
        <div className="container-page flex min-h-15.5 items-center">
          <Wordmark />
        </div>
      </header>
      <main className="container-page flex flex-1 flex-col items-center py-14 text-center bar:py-22">
        <Shelf thickness={8} className="w-50">
          <Lamp isDotted size={120} />
        </Shelf>
        <h1 className="t-2 mt-7">{words.heading}</h1>
        <p className="t-lead mt-3 max-w-[44ch] text-muted">{words.text}</p>
        <Button asChild size="large" className="mt-7">
          {/* oxlint-disable-next-line jsx-a11y/anchor-is-valid -- it reloads the address that this page replaces */}
          <a href="">{words.tryAgain}</a>
        </Button>
      </main>
    </div>
  );
}
