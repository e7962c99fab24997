import type { Page } from '@playwright/test';

/** The page's cumulative layout shift since it was opened. */
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
    // Buffered entries arrive in their own task, at the latest after the next frame.
    requestAnimationFrame(() => setTimeout(() => resolve(sum)));
  });
}
