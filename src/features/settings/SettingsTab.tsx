import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { get, set, useFormState, useWatch } from 'react-hook-form';
import { type Location, useBeforeUnload, useBlocker } from 'react-router';
import { contract as healthContract } from '#features/health/contract.ts';
import { useSiteInfo } from '#web/site/useSiteInfo.ts';
import type { EndpointResponse } from '#shared/endpoint.ts';
import { placeholderOrganization } from '#shared/organization.ts';
import { ApiError } from '#web/api/client.ts';
import { errorToast } from '#web/api/errors.ts';
import { endpointQuery } from '#web/api/queries.ts';
import { useChange } from '#web/api/useChange.ts';
import { ConfirmDialog } from '#web/form/ConfirmDialog.tsx';
import { useFormMethods } from '#web/form/formContext.ts';
import { FormElement, useFormMessage } from '#web/form/Form.tsx';
import { placeErrors, unplacedError } from '#web/form/serverErrors.ts';
import { useZodForm } from '#web/form/useForm.ts';
import { Button } from '#web/ui/Button.tsx';
import { ErrorBanner, ErrorNote } from '#web/ui/ErrorBanner.tsx';
import { focusMain } from '#web/ui/rowFocus.ts';
import { SkeletonBox } from '#web/ui/Skeleton.tsx';
import { toast } from '#web/ui/toast.ts';
import { formatInstant } from '#words/formats.ts';
import { contract } from './contract.ts';
import { type Placeholder, findPlaceholders } from './placeholders.ts';
import {
  findChangedPaths,
  toFormValues,
  settingsForm,
  type SettingsInput,
  type SettingsOutput,
} from './settingsForm.ts';
import { sectionTitles, SettingsSections } from './SettingsSections.tsx';

type SettingsResponse = EndpointResponse<typeof contract.settings>;

export function SettingsTab() {
  return (
    <>
      <h1 className="sr-only">Settings</h1>
      <HealthLine />
      <LoadedSettings />
    </>
  );
}

const failedToLoad = 'Failed to load the settings';

function LoadedSettings() {
  const settings = useQuery({ ...endpointQuery(contract.settings, {}), staleTime: 0 });

  async function loadNewer() {
    const { data, error } = await settings.refetch();
    if (!error) return data;
    errorToast(error, failedToLoad);
    return undefined;
  }

  // An answer from an earlier visit to this tab may be outdated, and the form starts only once.
  const isReady = settings.data && settings.isFetchedAfterMount;
  if (isReady) return <SettingsForm loaded={settings.data} loadNewer={loadNewer} />;
  if (settings.error) {
    return (
      <ErrorBanner
        message={failedToLoad}
        onRetry={() => void settings.refetch()}
        retrying={settings.isFetching}
      />
    );
  }
  return (
    <div role="status" className="grid max-w-[804px] gap-3.5 md:ps-[194px]">
      <span className="sr-only">Loading…</span>
      <SkeletonBox className="h-48" />
      <SkeletonBox className="h-48" />
    </div>
  );
}

/** The problems of backups, mail and disk in one red line. */
function HealthLine() {
  const health = useQuery({ ...endpointQuery(healthContract.health, {}), staleTime: 0 });
  if (health.error && !health.data) {
    return (
      <ErrorBanner
        className="mb-3.5"
        message="Failed to load whether backups, mail and disk are well"
        onRetry={() => void health.refetch()}
        retrying={health.isFetching}
      />
    );
  }
  if (!health.data?.problems.length) return null;
  return <ErrorBanner className="mb-3.5" message={health.data.problems.join(' ')} />;
}

type SettingsFormProps = {
  loaded: SettingsResponse;
  /** Undefined if it failed, which was then reported. */
  loadNewer: () => Promise<SettingsResponse | undefined>;
};

function SettingsForm({ loaded, loadNewer }: SettingsFormProps) {
  const { timeZone } = useSiteInfo();
  // The state of the settings that the form started from.
  const [base, setBase] = useState(loaded);
  const form = useZodForm(settingsForm, { defaultValues: toFormValues(base.settings) });
  const { isDirty } = useFormState({ control: form.control });

  useBeforeUnload((event) => {
    if (isDirty) event.preventDefault();
  });
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isDirty && screenAt(currentLocation) !== screenAt(nextLocation),
  );

  const save = useChange(contract.changeSettings, {
    change: (send, { body }: { body: Parameters<typeof send>[0]['body']; sentValues: SettingsInput }) =>
      send({ body: { ...body, updatedAt: base.updatedAt } }),
    onSuccess: (answer, { sentValues }) => {
      showNewer(answer, sentValues);
      toast({
        kind: 'success',
        title: 'Settings saved',
        description: 'Every page shows the change from its next load on.',
      });
    },
    onError: (error) => placeErrors(form, error, { milestones: 'milestones.0' }),
  });
  const showsSaveBar = isDirty || save.isPending || save.isError;
  const isOutdated = save.error instanceof ApiError && save.error.code === 'settings_changed';

  /** Shows newer settings, and keeps what was typed since the form had `before`. */
  function showNewer(newer: SettingsResponse, before: SettingsInput) {
    const typed = structuredClone(form.getValues());
    const merged = toFormValues(newer.settings);
    for (const path of findChangedPaths(before, typed)) set(merged, path, get(typed, path));
    // The first call sets the default values, the second the shown ones, so that only what was typed counts as changed.
    form.reset(toFormValues(newer.settings));
    form.reset(merged, { keepDefaultValues: true });
    setBase(newer);
  }

  async function reload() {
    const newer = await loadNewer();
    if (!newer) return;
    showNewer(newer, toFormValues(base.settings));
    save.reset();
  }

  const lastSaved = base.updatedAt !== null && (
    <p className="text-muted">
      Last saved {formatInstant(new Date(base.updatedAt), timeZone)} by {base.updatedBy ?? 'somebody'}
    </p>
  );
  const placeholders = findPlaceholders(base.settings.organization);
  const { message, hasFieldErrors } = useFormMessage(
    form,
    unplacedError(save.error, 'Failed to save the settings'),
  );
  return (
    <FormElement
      form={form}
      size="console"
      pending={save.isPending}
      onSubmit={(values) => {
        const sentValues = structuredClone(form.getValues());
        const changedPaths = findChangedPaths(toFormValues(base.settings), sentValues);
        const parts = new Set(changedPaths.map((path) => path.split('.')[0]));
        const body = Object.entries(values).filter(([part]) => parts.has(part));
        save.mutate({ body: Object.fromEntries(body), sentValues });
      }}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-[22px] gap-y-3.5 md:grid-cols-[172px_minmax(0,610px)]">
        <SectionLinks />
        <div className="grid min-w-0 gap-3.5">
          {placeholders.length > 0 && (
            <Notice>{placeholders.map((part) => placeholderSentences[part]).join(' ')}</Notice>
          )}
          <SettingsSections />
          {!showsSaveBar && lastSaved}
        </div>
      </div>
      {showsSaveBar && (
        <SaveBar>
          {isOutdated ? (
            <Notice>
              <b className="font-[650]">Someone else saved: reload.</b> You then see what they saved. What you
              typed stays, and nothing of it is saved yet.
              <Button kind="outline" size="console" onClick={() => void reload()} className="ms-3">
                Reload
              </Button>
            </Notice>
          ) : (
            <ErrorNote message={message} takesFocus={!hasFieldErrors} />
          )}
          <div className="mt-3 flex flex-wrap items-center justify-end gap-x-3 gap-y-2 first:mt-0">
            <ChangeCount before={toFormValues(base.settings)} />
            {lastSaved}
            <Button
              kind="ghost"
              size="console"
              className="max-md:min-h-11"
              onClick={() => {
                form.reset();
                save.reset();
              }}
            >
              Discard
            </Button>
            <Button
              type="submit"
              size="console"
              pending={save.isPending}
              pendingLabel="Saving…"
              className="max-md:min-h-11"
            >
              Save changes
            </Button>
          </div>
        </SaveBar>
      )}
      {blocker.state === 'blocked' && (
        <ConfirmDialog
          title="Leave without saving?"
          description="What you changed in the settings is lost."
          confirmLabel="Leave"
          pendingLabel="Leaving…"
          kind="clay"
          change={{ isPending: false, error: null }}
          onConfirm={blocker.proceed}
          onClose={blocker.reset}
          failed={null}
        />
      )}
    </FormElement>
  );
}

function SectionLinks() {
  return (
    <nav aria-label="Settings" className="md:sticky md:top-[18px] md:pt-2">
      <ul className="grid max-md:flex max-md:flex-wrap">
        {Object.entries(sectionTitles).map(([id, title]) => (
          <li key={id}>
            <a
              href={`#settings-${id}`}
              className="flex min-h-9 items-center rounded-console px-3 text-[0.90625rem] font-medium text-muted no-underline hover:bg-spruce-tint hover:text-ink max-md:min-h-11"
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Shown only while something is not saved. If it disappears while it has the focus, the screen takes the focus. */
function SaveBar({ children }: { children: ReactNode }) {
  useEffect(
    () => () => {
      if (document.activeElement === document.body) focusMain();
    },
    [],
  );
  return (
    <div className="sticky bottom-0 z-3 -mx-3.5 -mb-8 border-t-[1.5px] border-line bg-raised px-3.5 pt-3 pb-[max(12px,env(safe-area-inset-bottom))] sm:-mx-6 sm:px-6">
      {children}
    </div>
  );
}

function ChangeCount({ before }: { before: SettingsInput }) {
  const { control, getValues } = useFormMethods<SettingsInput, SettingsOutput>();
  useWatch({ control });
  const { length } = findChangedPaths(before, getValues());
  return (
    <p className="flex-1 basis-40 font-[650] max-sm:basis-full">
      {length === 1 ? '1 change not saved' : `${length} changes not saved`}
    </p>
  );
}

/** The part of a location that identifies a screen. Opening a dialog changes the location, but the form stays. */
function screenAt({ pathname, search }: Location): string {
  return `${pathname} ${new URLSearchParams(search).get('tab') ?? ''}`;
}

const placeholderSentences: Record<Placeholder, string> = {
  addressLines: `Your site still says ${placeholderOrganization.addressLines[0]}.`,
  email: `Your site still says ${placeholderOrganization.email}.`,
  testimonials: 'Your site still shows example testimonials.',
};

function Notice({ children }: { children: ReactNode }) {
  return (
    <p
      role="status"
      className="rounded-e-console-card border-s-6 border-wheat bg-wheat-tint px-3.5 py-3 text-[0.90625rem] leading-[1.4]"
    >
      <TriangleAlert size={18} className="me-2 inline text-wheat-deep" aria-hidden="true" />
      {children}
    </p>
  );
}
