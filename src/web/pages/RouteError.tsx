import { routeFailure as words } from '#words/site.ts';
import { Lamp } from '#web/art/Lamp.tsx';
import { PublicLayout } from '#web/layouts/PublicLayout.tsx';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/Button.tsx';
import { Shelf } from '#web/ui/Shelf.tsx';
import { useRouteFailure } from './useRouteFailure.ts';

/** The router's error boundary, for a screen that failed to load or broke. */
export function RouteError() {
  const { title, text } = useRouteFailure();
  return (
    <PublicLayout header="visitor" footer={false}>
      <title>{`${title} · ReRound`}</title>
      <div
        role="alert"
        className="container-page flex flex-1 flex-col items-center py-14 text-center bar:py-22"
      >
        <Shelf thickness={8} className="w-50">
          <Lamp isDotted size={120} />
        </Shelf>
        <h1 className="t-2 mt-7">{title}</h1>
        <p className="t-lead mt-3 max-w-[44ch] text-muted">{text}</p>
        <div className="mt-7 flex flex-wrap justify-center gap-3">
          <Button size="large" onClick={() => window.location.reload()}>
            {words.retry}
          </Button>
          <Button asChild kind="outline" size="large">
            {/* A full page load, since the running code may be broken. */}
            <a href={paths.home}>{words.goHome}</a>
          </Button>
        </div>
      </div>
    </PublicLayout>
  );
}
