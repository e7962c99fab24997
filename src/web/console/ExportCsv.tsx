import { CircleQuestionMark, Download } from 'lucide-react';
import { Popover } from 'radix-ui';
import { useState } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { IconButton } from '#web/ui/ReasonButton.tsx';

type ExportCsvProps = {
  /** The name of the exported list: "Participants". */
  list: string;
  /** The address of the file. */
  href: string;
  className?: string | undefined;
};

/** Links that download a list, separated by commas or, for Excel in French, by semicolons. */
export function ExportCsv({ list, href, className = '' }: ExportCsvProps) {
  const semicolonHref = `${href}${href.includes('?') ? '&' : '?'}separator=semicolon`;
  return (
    <span className={`flex flex-wrap items-center gap-x-1 max-sm:w-full max-sm:gap-x-0.5 ${className}`}>
      <Button
        asChild
        kind="outline"
        size="console"
        icon={Download}
        className="whitespace-nowrap max-md:min-h-11 max-sm:flex-1 max-sm:px-2 max-[24rem]:[&>svg]:hidden"
      >
        <a href={href} download>
          Export CSV
        </a>
      </Button>
      <Button
        asChild
        kind="ghost"
        size="console"
        className="px-2! whitespace-nowrap max-md:min-h-11 max-sm:px-1!"
      >
        <a href={semicolonHref} download aria-label={`${list}, CSV for Excel in French`}>
          for Excel in French
        </a>
      </Button>
      <ExcelHelp />
    </span>
  );
}

/** Excel drops leading zeros of donor IDs and phone numbers unless their columns are imported as text. */
function ExcelHelp() {
  const [landmark, setLandmark] = useState<HTMLElement | null>(null);
  return (
    // By default the popover is rendered at the end of the body, outside all landmarks.
    <Popover.Root onOpenChange={() => setLandmark(document.querySelector('main'))}>
      <Popover.Trigger asChild>
        <IconButton
          icon={CircleQuestionMark}
          label="How to open it in Excel"
          kind="quiet"
          size="console"
          className="max-md:min-h-11 max-md:w-11"
        />
      </Popover.Trigger>
      <Popover.Portal container={landmark}>
        <Popover.Content
          aria-label="How to open it in Excel"
          align="end"
          sideOffset={6}
          collisionPadding={14}
          className="z-30 max-w-80 rounded-large border-[1.5px] border-line bg-raised px-4 py-3 text-[0.9375rem] leading-[1.45] text-ink shadow-toast"
        >
          <p>Zeros at the front and phone numbers stay when the columns are imported as text:</p>
          <ol className="mt-1.5 list-decimal space-y-1 ps-5">
            <li>In an empty sheet, choose Data, From Text/CSV.</li>
            <li>Choose Transform Data, and make the columns Text.</li>
          </ol>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
