import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { PublicFrame, type PublicFrameProps } from './PublicFrame.tsx';
import { SiteFooter } from './SiteFooter.tsx';
import { SiteHeader } from './SiteHeader.tsx';

type PublicLayoutProps = {
  ground?: PublicFrameProps['ground'];
  /** A donor is signed in. */
  donor: boolean;
  /** `slim` for a screen with one thing to do: logo and Dashboard only. */
  header?: 'full' | 'slim' | undefined;
  footer?: boolean | undefined;
  children: ReactNode;
};

/** Every page for visitors and donors: skip link, header, main, footer. */
export function PublicLayout({ ground, donor, header = 'full', footer = true, children }: PublicLayoutProps) {
  const { pathname, hash } = useLocation();
  return (
    <PublicFrame
      ground={ground}
      header={<SiteHeader donor={donor} slim={header === 'slim'} here={pathname + hash} />}
      footer={footer && <SiteFooter here={pathname} />}
    >
      {children}
    </PublicFrame>
  );
}
