import { Download, Printer } from 'lucide-react';
import { Button } from '#web/ui/Button.tsx';
import { print } from '#words/printing.ts';

export function CsvButton({ href }: { href: string }) {
  return (
    <Button asChild kind="ghost" size="console" className="max-md:min-h-11 max-sm:px-2.5">
      <a href={href} download>
        <Download size={17} aria-hidden="true" />
        CSV
      </a>
    </Button>
  );
}

export function PrintButton() {
  return (
    <Button
      kind="outline"
      size="console"
      icon={Printer}
      className="max-md:min-h-11 max-sm:px-3"
      onClick={() => window.print()}
    >
      {print}
    </Button>
  );
}
