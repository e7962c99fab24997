import { Eye } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { get, set, useWatch } from 'react-hook-form';
import type { EndpointResponse } from '#shared/endpoint.ts';
import { useChange } from '#web/api/useChange.ts';
import { FormElement, useFormMessage } from '#web/form/Form.tsx';
import { placeErrors, unplacedError } from '#web/form/serverErrors.ts';
import { useZodForm } from '#web/form/useForm.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { toast } from '#web/ui/toast.ts';
import { contract } from './contract.ts';
import { LeavingDialog } from './LeavingDialog.tsx';
import { type Placeholder, placeholdersIn } from './placeholders.ts';
import { SavingBar } from './SavingBar.tsx';
import {
  changesBetween,
  partsToSend,
  type SectionId,
  type SettingChange,
  type SettingPath,
  typedOver,
} from './settingChanges.ts';
import { asTyped, settingsForm, type SettingsInput, type SettingsOutput } from './settingsForm.ts';
import { SettingsNav } from './SettingsNav.tsx';
import { type Meanwhile, MeanwhileNotice, PlaceholderNotice } from './SettingsNotices.tsx';
import { SettingsPreview } from './SettingsPreview.tsx';
import {
  GoalSection,
  OrganizationSection,
  RetentionSection,
  RewardsSection,
  TermSection,
  TestimonialsSection,
} from './SettingsSections.tsx';

type Kept = EndpointResponse<typeof contract.settings>;

/** The settings to be read and changed, with what would come of it beside them. */
export function SettingsForm({ kept }: { kept: Kept }) {
  // What is typed here is typed over this state of them.
  const [base, setBase] = useState(kept);
  const [meanwhile, setMeanwhile] = useState<Meanwhile | null>(null);
  const [previewing, setPreviewing] = useState(false);
  const saved = asTyped(base.settings);
  const form = useZodForm(settingsForm, { defaultValues: saved });
  const typed = useWatch({ control: form.control }) as SettingsInput;
  const changes = changesBetween(saved, typed);
  const [first, ...others] = changes;
  const placeholders = placeholdersIn(base.settings.organization);

  if (isNewer(kept, base)) {
    setBase(kept);
    setMeanwhile(changes.length > 0 ? meanwhileOf(kept, base, typed) : null);
  }
  const inForm = useRef(base);
  useLayoutEffect(() => {
    if (inForm.current === base) return;
    form.reset(typedOver(form.getValues(), asTyped(inForm.current.settings), asTyped(base.settings)));
    inForm.current = base;
  }, [base, form]);

  const save = useChange(contract.changeSettings, {
    change: (
      send,
      { all, only }: { all: SettingsOutput; only: readonly SettingChange[]; sent: SettingsInput },
    ) => send({ body: { ...partsToSend(all, only), updatedAt: base.updatedAt } }),
    onSuccess: (answer, { sent }) => {
      // Whoever types on while it is saved types over what was sent.
      form.reset(typedOver(form.getValues(), sent, asTyped(answer.settings)));
      inForm.current = answer;
      setBase(answer);
      setMeanwhile(null);
      toast({
        kind: 'success',
        title: 'Settings saved',
        description: 'Every page says so from its next load on.',
      });
    },
    onError: (error) => placeErrors(form, error, { milestones: 'milestones.0' }),
  });

  function discard() {
    form.reset(saved);
    setMeanwhile(null);
    save.reset();
  }

  function useTheirs(path: SettingPath) {
    const values = structuredClone(form.getValues());
    set(values, path, get(saved, path));
    form.reset(values);
    setMeanwhile(
      meanwhile && {
        ...meanwhile,
        conflicts: meanwhile.conflicts.filter((conflict) => conflict.path !== path),
      },
    );
  }

  const { message, atFields } = useFormMessage(
    form,
    unplacedError(save.error, 'Failed to save the settings'),
  );
  const byPath = new Map(changes.map((change) => [change.path, change]));
  const section = { changes: byPath, placeholders };
  const [urgent, ...less] = placeholders;

  return (
    <FormElement
      form={form}
      size="console"
      pending={save.isPending}
      onSubmit={(all) => save.mutate({ all, only: changes, sent: structuredClone(typed) })}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-[22px] gap-y-3.5 md:grid-cols-[172px_minmax(0,610px)] nav:grid-cols-[172px_minmax(0,610fr)_minmax(0,406fr)]">
        <div className="md:sticky md:top-[18px] max-md:contents md:pt-2">
          <SettingsNav marks={marksOf(changes, placeholders)} />
          <Button
            kind="outline"
            size="console"
            icon={Eye}
            onClick={() => setPreviewing(true)}
            className="w-fit max-md:min-h-11 md:mt-3 nav:hidden"
          >
            Preview
          </Button>
        </div>
        <div className="grid min-w-0 gap-3.5">
          <div role="status" className="grid gap-3.5 empty:hidden">
            {meanwhile && (
              <MeanwhileNotice key={meanwhile.at} meanwhile={meanwhile} onUseTheirs={useTheirs} />
            )}
            {urgent && (
              <PlaceholderNotice placeholders={[urgent, ...less]} onGoTo={(path) => form.setFocus(path)} />
            )}
          </div>
          <GoalSection {...section} />
          <RewardsSection {...section} />
          <OrganizationSection {...section} />
          <TermSection {...section} />
          <TestimonialsSection {...section} />
          <RetentionSection {...section} />
        </div>
        <aside aria-label="Preview" className="sticky top-[18px] max-nav:hidden">
          <p className="mb-2.5 flex min-h-9 items-center gap-2 text-[0.90625rem]">
            <b className="font-[650]">Preview</b>
            <span className="text-muted">{first ? 'not yet public' : 'as it is now'}</span>
          </p>
          <SettingsPreview typed={typed} saved={base.settings} inert />
        </aside>
      </div>
      {first && (
        <SavingBar
          changes={[first, ...others]}
          lastSaved={base}
          error={meanwhile ? null : message}
          errorIsAtField={atFields}
          saving={save.isPending}
          onDiscard={discard}
        />
      )}
      {previewing && (
        <Dialog open title="Preview" error={null} pending={false} onClose={() => setPreviewing(false)}>
          <SettingsPreview typed={typed} saved={base.settings} />
        </Dialog>
      )}
      <LeavingDialog changes={changes} />
    </FormElement>
  );
}

/** Whether one state of the settings was saved after another. */
function isNewer(one: Kept, other: Kept): boolean {
  return one.updatedAt !== null && (other.updatedAt === null || one.updatedAt > other.updatedAt);
}

/** What somebody else saved over a state of the settings that somebody here had typed over. */
function meanwhileOf(next: Kept, before: Kept, typed: SettingsInput): Meanwhile {
  const [saved, now] = [asTyped(before.settings), asTyped(next.settings)];
  const theirs = new Set(changesBetween(saved, now).map(({ path }) => path));
  const own = new Set(changesBetween(saved, typed).map(({ path }) => path));
  return {
    by: next.updatedBy,
    at: next.updatedAt,
    conflicts: changesBetween(now, typed).filter(({ path }) => theirs.has(path) && own.has(path)),
  };
}

const sectionOf: Record<Placeholder, SectionId> = {
  addressLines: 'organization',
  email: 'organization',
  testimonials: 'testimonials',
};

/** What waits in which section. */
function marksOf(
  changes: readonly SettingChange[],
  placeholders: readonly Placeholder[],
): ReadonlyMap<SectionId, string> {
  return new Map([
    ...placeholders.map((placeholder) => [sectionOf[placeholder], 'still a placeholder'] as const),
    ...changes.map(({ section }) => [section, 'not saved'] as const),
  ]);
}
