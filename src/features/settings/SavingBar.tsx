import { useSiteInfo } from '#features/site/useSiteInfo.ts';
import { formatInstant } from '#words/dates.ts';
import { Button } from '#web/ui/Button.tsx';
import { ErrorNote } from '#web/ui/ErrorNote.tsx';
import type { SettingChange } from './settingChanges.ts';

type SavingBarProps = {
  changes: readonly [SettingChange, ...SettingChange[]];
  lastSaved: { updatedAt: string | null; updatedBy: string | null };
  error: string | null;
  /** Whether a field has the focus of the error. */
  errorIsAtField: boolean;
  saving: boolean;
  onDiscard: () => void;
};

/** What is not saved yet, and the two ways on. It stays in sight while the screen scrolls. */
export function SavingBar({ changes, lastSaved, error, errorIsAtField, saving, onDiscard }: SavingBarProps) {
  return (
    <div className="bottom-0 z-3 [@media(height>=26rem)]:sticky -mx-3.5 -mb-8 border-t-[1.5px] border-line bg-raised px-3.5 pt-3 pb-[max(12px,env(safe-area-inset-bottom))] sm:-mx-6 sm:px-6">
      <ErrorNote message={error} takesFocus={!errorIsAtField} className="mb-3" />
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <p role="status" className="min-w-0 flex-1 basis-52 leading-[1.35] wrap-anywhere">
          <b className="me-1 font-[650]">
            {changes.length === 1 ? '1 change not saved' : `${changes.length} changes not saved`}
          </b>{' '}
          <span className="text-muted max-card:line-clamp-1">{inWords(changes)}</span>
        </p>
        <LastSaved {...lastSaved} />
        <span className="ms-auto flex gap-1.5">
          <Button
            kind="ghost"
            size="console"
            onClick={onDiscard}
            disabledReason={saving ? 'Wait until this is done.' : undefined}
            className="max-md:min-h-11"
          >
            Discard
          </Button>
          <Button
            type="submit"
            size="console"
            pending={saving}
            pendingLabel="Saving…"
            className="max-md:min-h-11"
          >
            Save changes
          </Button>
        </span>
      </div>
    </div>
  );
}

function LastSaved({ updatedAt, updatedBy }: SavingBarProps['lastSaved']) {
  const { timeZone } = useSiteInfo();
  if (updatedAt === null) return null;
  return (
    <p className="text-muted max-bar:hidden">
      Last saved {formatInstant(new Date(updatedAt), timeZone)}
      {updatedBy !== null && ` by ${updatedBy}`}
    </p>
  );
}

/** The one change with both its values, or the names of several. */
export function inWords(changes: readonly SettingChange[]): string {
  const [first, ...others] = changes;
  if (!first) return '';
  if (others.length > 0 || !first.words) return changes.map(({ name }) => name).join(', ');
  return `${first.name} ${first.words.from} to ${first.words.to}${first.words.unit}`;
}
