import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { useDonor } from '#web/site/SiteData.tsx';
import { PublicFrame, type PublicFrameProps } from './PublicFrame.tsx';
import { SiteFooter } from './SiteFooter.tsx';
import { SiteHeader, type SiteHeaderProps } from './SiteHeader.tsx';

type PublicLayoutProps = {
  ground?: PublicFrameProps['ground'];
  /** Whether a donor is signed in. If absent, the header asks the server. */
  isDonorSignedIn?: boolean | undefined;
  /** `slim` for a screen with one task: logo, language and Dashboard only. */
  header?: 'full' | 'slim' | undefined;
  footer?: boolean | undefined;
  children: ReactNode;
};

/** Every page for visitors and donors: skip link, header, main, footer. */
export function PublicLayout({
  ground,
  isDonorSignedIn,
  header = 'full',
  footer = true,
  children,
}: PublicLayoutProps) {
  const { pathname, hash } = useLocation();
  const headerProps = { slim: header === 'slim', here: pathname + hash };
  return (
    <PublicFrame
      ground={ground}
      header={
        isDonorSignedIn === undefined ? (
          <HeaderWithDonor {...headerProps} />
        ) : (
          <SiteHeader isDonorSignedIn={isDonorSignedIn} {...headerProps} />
        )
      }
      footer={footer && <SiteFooter here={pathname} />}
    >
      {children}
    </PublicFrame>
  );
}

/** A component of its own, so that the server's answer rerenders the header only. */
function HeaderWithDonor(props: Omit<SiteHeaderProps, 'isDonorSignedIn'>) {
  return <SiteHeader isDonorSignedIn={Boolean(useDonor())} {...props} />;
}
