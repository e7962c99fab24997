export const scrim =
  'fixed inset-0 z-40 grid touch-none place-items-center bg-scrim motion-safe:transition-opacity motion-safe:duration-200 motion-safe:starting:opacity-0 sm:p-6 print:hidden';

export const dialogPanel =
  'pointer-events-auto flex w-full touch-auto flex-col overflow-clip bg-raised t-small text-ink shadow-dialog outline-none motion-safe:transition-transform motion-safe:duration-200 motion-safe:starting:translate-y-2 sm:max-h-[calc(100dvh-48px)] sm:rounded-card forced-colors:border';

export const dialogTitle =
  'font-display text-[1.375rem] font-[750] leading-[1.15] tracking-[-.022em] text-balance';

export const dialogFooter =
  'flex flex-wrap items-center justify-end gap-3 border-t-[1.5px] border-line bg-sunk px-[22px] py-4 max-sm:pb-[max(16px,env(safe-area-inset-bottom))] max-sm:[&>*]:min-h-11 max-sm:[&>*]:grow';
