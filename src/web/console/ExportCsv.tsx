import { Download } from 'lucide-react';
import { Button } from '#web/ui/Button.tsx';

const howToOpen =
  'To keep zeros at the front and phone numbers in Excel, open it by Data, From Text/CSV, and choose Text for those columns.';

type ExportCsvProps = {
  /** The address of the file. */
  href: string;
  className?: string | undefined;
};

/** A list as a file, with commas or, as Excel in French reads it, with semicolons. */
export function ExportCsv({ href, className = '' }: ExportCsvProps) {
  const semicolons = `${href}${href.includes('?') ? '&' : '?'}separator=semicolon`;
  return (
    <span className={`flex flex-wrap items-center gap-x-1 ${className}`}>
      <Button
        asChild
        kind="outline"
        size="console"
        icon={Download}
        className="whitespace-nowrap max-md:min-h-11 max-sm:flex-1"
      >
        <a href={href} download title={howToOpen}>
          Export CSV
        </a>
      </Button>
      <Button asChild kind="ghost" size="console" className="px-2! whitespace-nowrap max-md:min-h-11">
        <a href={semicolons} download title={howToOpen}>
          for Excel in French
        </a>
      </Button>
    </span>
  );
}
