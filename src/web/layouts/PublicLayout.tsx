import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { useDonor } from '#web/site/SiteData.tsx';
import { PublicFrame, type PublicFrameProps } from './PublicFrame.tsx';
import { SiteFooter } from './SiteFooter.tsx';
import { SiteHeader, type SiteHeaderProps } from './SiteHeader.tsx';

type PublicLayoutProps = {
  ground?: PublicFrameProps['ground'];
  /** By default it depends on whether a donor is signed in. */
  header?: SiteHeaderProps['kind'] | undefined;
  footer?: boolean | undefined;
  children: ReactNode;
};

/** A public page with the site's usual header and footer. */
export function PublicLayout({ ground, header, footer = true, children }: PublicLayoutProps) {
  const { pathname, hash } = useLocation();
  const here = pathname + hash;
  return (
    <PublicFrame
      ground={ground}
      header={header ? <SiteHeader kind={header} here={here} /> : <DefaultHeader here={here} />}
      footer={footer && <SiteFooter here={pathname} />}
    >
      {children}
    </PublicFrame>
  );
}

/** A component of its own, so that the server's answer rerenders the header only. */
function DefaultHeader({ here }: { here: string }) {
  return <SiteHeader kind={useDonor() ? 'donor' : 'visitor'} here={here} />;
}
