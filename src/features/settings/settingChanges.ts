// What differs between the settings as they are saved and as somebody types them.
import { type FieldPathValue, get, set } from 'react-hook-form';
import type { Settings } from './contract.ts';
import type { SettingsInput, SettingsOutput } from './settingsForm.ts';

/** The sections of the screen in their order. */
export const sectionTitles = {
  goal: 'Goal, milestones',
  rewards: 'Reward rules',
  organization: 'Organisation',
  term: 'Term',
  testimonials: 'Testimonials',
  retention: 'How long we keep',
} as const;

export type SectionId = keyof typeof sectionTitles;

/** Where a setting stands in the form. */
export type SettingPath = {
  [Part in keyof SettingsInput]: Part extends 'organization' | 'retention'
    ? `${Part}.${keyof SettingsInput[Part] & string}`
    : Part;
}[keyof SettingsInput];

type KnownSettings = {
  readonly [Path in SettingPath]: {
    section: SectionId;
    /** What it is called inside a sentence. */
    name: string;
    /** A value in words, short enough for one line; none where only that it changed can be said. */
    words?: (value: FieldPathValue<SettingsInput, Path>) => string;
    unit?: string;
  };
};

const plain = (text: string) => text || 'nothing';
const months = (text: string) => (text === '' ? 'for ever' : `${text} months`);

const knownSettings: KnownSettings = {
  monthlyGoal: { section: 'goal', name: 'monthly goal', words: plain, unit: 'kg' },
  milestones: { section: 'goal', name: 'milestones', words: (counts) => counts.map(plain).join(', ') },
  usesPerCode: { section: 'rewards', name: 'uses of a code', words: plain },
  daysValid: { section: 'rewards', name: 'days valid', words: plain },
  'organization.name': { section: 'organization', name: 'name', words: plain },
  'organization.email': { section: 'organization', name: 'email', words: plain },
  'organization.phone': { section: 'organization', name: 'phone', words: plain },
  'organization.addressLines': {
    section: 'organization',
    name: 'address',
    words: (text) => plain(text.split('\n').filter(Boolean).join(', ')),
  },
  'organization.hours': {
    section: 'organization',
    name: 'hours',
    words: (hours) => plain(hours.map(({ days, time }) => `${days} ${time}`).join(', ')),
  },
  isRegisteredNonprofit: {
    section: 'organization',
    name: 'registered nonprofit',
    words: (isSo) => (isSo ? 'yes' : 'no'),
  },
  term: { section: 'term', name: 'term', words: plain },
  'organization.testimonials': { section: 'testimonials', name: 'testimonials' },
  'retention.auditMonths': { section: 'retention', name: 'months of the audit log', words: months },
  'retention.pickupMonths': { section: 'retention', name: 'months of pickup requests', words: months },
  'retention.signInMonths': { section: 'retention', name: 'months of sign-ins', words: months },
};

/** One setting that is another than it was. */
export interface SettingChange {
  path: SettingPath;
  section: SectionId;
  name: string;
  /** Both values in words, or null where they are too long for that. */
  words: { from: string; to: string; unit: string } | null;
}

/** Every setting that somebody typed otherwise than it was. */
export function changesBetween(from: SettingsInput, to: SettingsInput): SettingChange[] {
  return (Object.keys(knownSettings) as SettingPath[])
    .filter((path) => JSON.stringify(get(from, path)) !== JSON.stringify(get(to, path)))
    .map((path) => {
      const { section, name, words, unit = '' } = knownSettings[path];
      const said = (values: SettingsInput) => words?.(get(values, path)) ?? '';
      return {
        path,
        section,
        name,
        words: words ? { from: said(from), to: said(to), unit: unit && ` ${unit}` } : null,
      };
    });
}

/** What somebody typed over one state of the settings, over another one: where they typed nothing it is the other's. */
export function typedOver(typed: SettingsInput, before: SettingsInput, now: SettingsInput): SettingsInput {
  const merged = structuredClone(now);
  for (const { path } of changesBetween(before, typed)) set(merged, path, structuredClone(get(typed, path)));
  return merged;
}

/** The parts of the settings that are to be sent for these changes to be saved. */
export function partsToSend(all: SettingsOutput, changes: readonly SettingChange[]): Partial<Settings> {
  const parts = new Set(changes.map(({ path }) => path.split('.')[0]));
  return Object.fromEntries(Object.entries(all).filter(([part]) => parts.has(part)));
}
