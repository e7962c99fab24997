import { useEffect, useState } from 'react';

/** The id of the section that crosses the middle of the window, of those that the main navigation names. */
export function useSectionOnShow(): string | null {
  const [section, setSection] = useState<string | null>(null);
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) if (isIntersecting) setSection(target.id);
      },
      // Only a line at half height counts, which one section at a time can cross.
      { rootMargin: '-50% 0px' },
    );
    for (const element of document.querySelectorAll('main > section[id]')) observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return section;
}
