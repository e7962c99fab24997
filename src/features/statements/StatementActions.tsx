import { Link as LinkIcon } from 'lucide-react';
import { useState } from 'react';
import { endpointUrl } from '#shared/endpoint.ts';
import { Button } from '#web/ui/Button.tsx';
import { contract } from './contract.ts';
import { CsvButton, PrintButton } from './StatementButtons.tsx';
import { StatementLinkDialog } from './StatementLinkDialog.tsx';
import { useShownMonth } from './useShownMonth.ts';

type StatementActionsProps = { partner: { id: number; name: string } };

/** What is done with the whole of a store's statement. */
export function StatementActions({ partner }: StatementActionsProps) {
  const { named } = useShownMonth();
  const [sharing, setSharing] = useState(false);
  return (
    <>
      <Button
        kind="ghost"
        size="console"
        icon={LinkIcon}
        className="max-md:min-h-11 max-sm:px-2.5"
        onClick={() => setSharing(true)}
      >
        Link for the store
      </Button>
      <CsvButton
        href={endpointUrl(contract.statementFile, { params: { id: partner.id }, query: { month: named } })}
      />
      <PrintButton />
      {sharing && <StatementLinkDialog partner={partner} onClose={() => setSharing(false)} />}
    </>
  );
}
