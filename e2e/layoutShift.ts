import type { Page } from '@playwright/test';

/** How far a page has jumped since it was opened, as browsers reckon it. */
export async function layoutShift(page: Page): Promise<number> {
  return await page.evaluate(measure);
}

function measure(): Promise<number> {
  return new Promise((resolve) => {
    let sum = 0;
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { hadRecentInput, value } = entry as PerformanceEntry & {
          hadRecentInput: boolean;
          value: number;
        };
        if (!hadRecentInput) sum += value;
      }
    });
    observer.observe({ type: 'layout-shift', buffered: true });
    // Buffered entries come in a task of their own, after the next frame at the latest.
    requestAnimationFrame(() => setTimeout(() => resolve(sum)));
  });
}
