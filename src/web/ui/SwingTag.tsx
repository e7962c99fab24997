import { qrCodeFor } from '#words/site.ts';
import type { ReactNode } from 'react';
import { QrCode } from './QrCode.tsx';

type SwingTagProps = {
  code: string;
  qrValue: string;
  /** Uses and dates, under the code. */
  children: ReactNode;
  /** Small words above the code. */
  caption?: ReactNode;
  /** Buttons along the bottom of the tall tag. */
  actions?: ReactNode;
  /** `tall` for the code to use next, `wide` for the others, `best` for the one on panel. */
  variant?: 'tall' | 'wide' | 'best' | undefined;
  className?: string | undefined;
};

/** A reward code as a thrift-store swing tag. The filter sits outside, so the shadow follows the cut corners. */
export function SwingTag({ variant = 'tall', className = '', ...content }: SwingTagProps) {
  return (
    <div className={`relative drop-shadow-tag print:filter-none ${className}`}>
      {variant === 'wide' && <WideTag {...content} />}
      {variant === 'tall' && <TallTag {...content} />}
      {variant === 'best' && <BestTag {...content} />}
    </div>
  );
}

type TagContent = Omit<SwingTagProps, 'variant' | 'className'>;

function WideTag({ code, qrValue, children, caption }: TagContent) {
  return (
    <div className="tag-wide flex items-center gap-2 bg-raised py-4 pr-3 pl-12.5 sm:gap-3 sm:pr-6 sm:pl-13.5">
      <span aria-hidden="true" className="tag-eyelet size-5.5 border-[5px]" />
      <div className="min-w-0 flex-1">
        {caption && <p className="t-small text-muted">{caption}</p>}
        <p className="t-code-row whitespace-nowrap">{code}</p>
        <div className="mt-2">{children}</div>
      </div>
      <QrCode value={qrValue} size={76} label={qrCodeFor(code)} className="max-tiny:size-15" />
    </div>
  );
}

function TallTag({ code, qrValue, children, caption, actions }: TagContent) {
  return (
    // On paper a dashed line to cut along; shadow, mask and clip would be printed as a coarse picture.
    <div className="tag-tall bg-raised px-5 pt-15 pb-6 sm:px-6.5 print:border-2 print:border-dashed print:border-edge print:[clip-path:none] print:[mask:none]">
      <span aria-hidden="true" className="tag-eyelet size-7 border-[6.5px]" />
      <div className="flex flex-col items-center gap-4 text-center sm:flex-row sm:justify-between sm:text-left">
        <div className="min-w-0">
          {caption && <p className="t-small text-muted">{caption}</p>}
          <p className="t-code-tag whitespace-nowrap">{code}</p>
          <div className="mt-4">{children}</div>
        </div>
        <QrCode value={qrValue} label={qrCodeFor(code)} />
      </div>
      {actions && <div className="mt-4 flex flex-wrap gap-2 [&>*]:flex-auto print:hidden">{actions}</div>}
    </div>
  );
}

/** Tall on a phone, wide elsewhere: modules of 5 pixels, or of 4. The tag is part of the code's quiet zone. */
function BestTag({ code, qrValue, children }: TagContent) {
  return (
    <div className="flex items-center bg-raised max-sm:tag-tall max-sm:flex-col max-sm:px-4 max-sm:pt-15 max-sm:text-center sm:tag-wide sm:justify-between sm:gap-5 sm:py-1.5 sm:pr-2.5 sm:pl-16.5">
      <span aria-hidden="true" className="tag-eyelet size-7 border-[6.5px] sm:size-5.5 sm:border-[5px]" />
      <div className="min-w-0">
        <p className="t-code-tag whitespace-nowrap">{code}</p>
        <div className="mt-3.5">{children}</div>
      </div>
      <QrCode
        value={qrValue}
        modulePixels={5}
        label={qrCodeFor(code)}
        className="max-sm:-mt-1 sm:[zoom:0.8]"
      />
    </div>
  );
}
