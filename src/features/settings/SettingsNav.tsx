import { useEffect, useState } from 'react';
import { WaitingDot } from '#web/ui/Tabs.tsx';
import { type SectionId, sectionTitles } from './settingChanges.ts';
import { sectionAddress } from './SettingsSections.tsx';

const sections = Object.keys(sectionTitles) as SectionId[];

type SettingsNavProps = {
  /** Sections that wait for something, and for what. */
  marks: ReadonlyMap<SectionId, string>;
};

/** The sections, and which of them hold something unsaved or still a placeholder. */
export function SettingsNav({ marks }: SettingsNavProps) {
  const current = useSectionInSight();
  return (
    <nav
      aria-label="Settings"
      className="max-md:-mx-3.5 max-md:overflow-x-auto max-md:mask-r-from-[calc(100%-1.75rem)] max-md:px-3.5 max-md:[scrollbar-width:none]"
    >
      <ul className="grid gap-0 max-md:flex max-md:w-max max-md:gap-1">
        {sections.map((section) => {
          const mark = marks.get(section);
          return (
            <li key={section}>
              <a
                href={`#${sectionAddress(section)}`}
                aria-current={section === current || undefined}
                onClick={(event) => {
                  event.preventDefault();
                  goTo(section);
                }}
                className="flex min-h-9 w-full items-center justify-between gap-3 rounded-console px-3 text-[0.90625rem] font-medium text-muted no-underline hover:bg-spruce-tint hover:text-ink max-md:min-h-11 max-md:whitespace-nowrap aria-[current=true]:bg-spruce-tint aria-[current=true]:font-semibold aria-[current=true]:text-ink"
              >
                {sectionTitles[section]}
                {mark !== undefined && <WaitingDot what={mark} />}
              </a>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

/** Scrolls to a section without a step in the history, and goes on from there by Tab. */
function goTo(section: SectionId) {
  const element = document.getElementById(sectionAddress(section));
  element?.scrollIntoView();
  element?.focus({ preventScroll: true });
}

/** The section that has the focus, or else crosses a line below the top of the window. */
function useSectionInSight(): SectionId {
  const [section, setSection] = useState<SectionId>('goal');
  useEffect(() => {
    const show = (element: Element) => setSection((element as HTMLElement).dataset['section'] as SectionId);
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) if (isIntersecting) show(target);
      },
      // Only a line below the tabs counts, which one section at a time can cross.
      { rootMargin: '-30% 0px -70%' },
    );
    const elements = document.querySelectorAll('[data-section]');
    for (const element of elements) observer.observe(element);
    const whereFocusGoes = ({ target }: FocusEvent) => {
      const inside = target instanceof Element && target.closest('[data-section]');
      if (inside) show(inside);
    };
    document.addEventListener('focusin', whereFocusGoes);
    return () => {
      observer.disconnect();
      document.removeEventListener('focusin', whereFocusGoes);
    };
  }, []);
  return section;
}
