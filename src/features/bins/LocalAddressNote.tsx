import { TriangleAlert } from 'lucide-react';
import { leadsNowhereElse } from '#shared/publicUrl.ts';

type LocalAddressNoteProps = { publicUrl: string; className?: string | undefined };

/** Warns before somebody prints codes that no phone can follow. */
export function LocalAddressNote({ publicUrl, className = '' }: LocalAddressNoteProps) {
  if (!leadsNowhereElse(publicUrl)) return null;
  return (
    <p className={`flex gap-2.5 rounded-large bg-wheat-tint px-4 py-3 text-base leading-[1.45] ${className}`}>
      <TriangleAlert size={20} aria-hidden="true" className="mt-0.5 shrink-0 text-wheat-deep" />
      <span className="min-w-0 wrap-anywhere">
        {`These codes lead to ${publicUrl}, which no phone can reach. Set PUBLIC_URL to the site's address, start the server anew, then make and print the codes.`}
      </span>
    </p>
  );
}
