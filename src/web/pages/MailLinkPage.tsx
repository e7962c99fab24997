import { mailLink as words, siteHeader, titles } from '#words/site.ts';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/Button.tsx';
import { Wordmark } from '#web/ui/Wordmark.tsx';

/**
 * The page that links in mails open: a question and one button, in HTML without scripts. The built page is for links that do
 * not work. For other links the server replaces its text and shows the form (`server/http/linkPages.ts`).
 */
export default function MailLinkPage() {
  return (
    <div className="flex min-h-dvh flex-col bg-paper">
      <title>{titles.mailLink}</title>
      <meta name="description" content={words.description} />
      <meta name="robots" content="noindex" />
      <header className="border-b-[1.5px] border-line">
        <div className="container-page flex min-h-15.5 items-center">
          <a href={paths.home} aria-label={siteHeader.homeLink} className="flex min-h-11 items-center">
            <Wordmark />
          </a>
        </div>
      </header>
      <main className="container-page flex flex-1 flex-col items-center py-14 text-center bar:py-22">
        <h1 className="t-2">{words.heading}</h1>
        <p className="t-lead mt-3 max-w-[44ch] text-muted wrap-anywhere">{words.text}</p>
        <form hidden method="post" className="mt-7">
          <Button type="submit" size="large">
            {words.goOn}
          </Button>
        </form>
      </main>
    </div>
  );
}
